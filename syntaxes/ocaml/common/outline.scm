; What a module and its interface both hold.
(type_definition (type_binding name: (_) @name)) @definition.type
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.exception
(module_definition (module_binding (module_name) @name)) @definition.module
(module_type_definition (module_type_name) @name) @definition.interface
(class_definition (class_binding (class_name) @name)) @definition.class
(class_type_definition (class_type_binding (class_type_name) @name)) @definition.interface
(method_specification (method_name) @name) @definition.signature
(value_specification [(value_name) (parenthesized_operator)] @name) @definition.signature
(variant_declaration (constructor_declaration (constructor_name) @name) @definition.variant)
(field_declaration (field_name) @name) @definition.field
(external [(value_name) (parenthesized_operator)] @name) @definition.function
