; Values of a file or module; what a `let … in` binds is local.
(compilation_unit (value_definition (let_binding pattern: (_) @name (parameter))) @definition.function)
(structure (value_definition (let_binding pattern: (_) @name (parameter))) @definition.function)
(compilation_unit (value_definition (let_binding pattern: (value_name) @name body: [(function_expression) (fun_expression)])) @definition.function)
(structure (value_definition (let_binding pattern: (value_name) @name body: [(function_expression) (fun_expression)])) @definition.function)
(compilation_unit (value_definition (let_binding pattern: (value_name) @name)) @definition.variable)
(structure (value_definition (let_binding pattern: (value_name) @name)) @definition.variable)
(compilation_unit (value_definition (let_binding pattern: [(tuple_pattern) (parenthesized_pattern) (array_pattern) (list_pattern) (cons_pattern) (constructor_pattern) (alias_pattern) (typed_pattern)] @among)) @definition.variable)
(structure (value_definition (let_binding pattern: [(tuple_pattern) (parenthesized_pattern) (array_pattern) (list_pattern) (cons_pattern) (constructor_pattern) (alias_pattern) (typed_pattern)] @among)) @definition.variable)
(compilation_unit (value_definition (let_binding pattern: (parenthesized_operator (_) @name))) @definition.function)
(structure (value_definition (let_binding pattern: (parenthesized_operator (_) @name))) @definition.function)
(type_definition (type_binding name: (_) @name)) @definition.type
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.exception
(module_definition (module_binding (module_name) @name)) @definition.module
(module_type_definition (module_type_name) @name) @definition.interface
(class_definition (class_binding (class_name) @name)) @definition.class
(class_type_definition (class_type_binding (class_type_name) @name)) @definition.interface
(method_definition (method_name) @name) @definition.method
(method_specification (method_name) @name) @definition.signature
(instance_variable_definition (instance_variable_name) @name) @definition.field
(value_specification [(value_name) (parenthesized_operator)] @name) @definition.signature
(external (value_name) @name) @definition.function
(variant_declaration (constructor_declaration (constructor_name) @name) @definition.variant)
(field_declaration (field_name) @name) @definition.field
