; What a module shows of itself; its values have no body anywhere.
(value_specification [(value_name) (parenthesized_operator)] @name) @definition.signature
(external [(value_name) (parenthesized_operator)] @name) @definition.function
(type_definition (type_binding name: (_) @name)) @definition.type
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.exception
(module_definition (module_binding (module_name) @name)) @definition.module
(module_type_definition (module_type_name) @name) @definition.interface
(class_definition (class_binding (class_name) @name)) @definition.class
(class_type_definition (class_type_binding (class_type_name) @name)) @definition.interface
(method_specification (method_name) @name) @definition.signature
(instance_variable_specification (instance_variable_name) @name) @definition.field
(variant_declaration (constructor_declaration (constructor_name) @name) @definition.variant)
(field_declaration (field_name) @name) @definition.field
