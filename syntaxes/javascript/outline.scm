; What only JavaScript has: TypeScript names these nodes otherwise.
(class_declaration name: (identifier) @name) @definition.class
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @definition.method
(field_definition property: (_) @name) @definition.field
(program (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.variable))
; A value given to a module or a class from outside; what is passed on (`exports.a = a`) has its name already.
(program (expression_statement (assignment_expression
  left: (member_expression object: (identifier) @owner property: (property_identifier) @name) right: [(number) (string) (template_string) (true) (false) (null) (regex) (object) (array) (new_expression)]
  (#not-any-of? @owner "exports" "module" "window" "global" "globalThis" "self" "root") (#not-any-of? @name "prototype" "exports")) @definition.variable))
(program (expression_statement (assignment_expression
  left: (member_expression object: [(identifier) (member_expression object: (identifier) property: (property_identifier))] @how property: (property_identifier) @name) right: [(number) (string) (template_string) (true) (false) (null) (regex) (object) (array) (new_expression)]
  (#any-of? @how "exports" "module.exports")) @definition.variable))
