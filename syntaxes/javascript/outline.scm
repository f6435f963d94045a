; What only JavaScript has: TypeScript names these nodes otherwise.
(class_declaration name: (identifier) @name) @definition.class
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @definition.method
(field_definition property: (_) @name) @definition.field
(program (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.variable))
