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
(method_definition (method_name) @name) @definition.method
(instance_variable_definition (instance_variable_name) @name) @definition.field
