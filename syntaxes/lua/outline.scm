(function_declaration name: (_) @name) @definition.function
(assignment_statement (variable_list . name: (_) @name .) (expression_list . value: (function_definition) .)) @definition.function
(field name: [(identifier) @name (string content: (string_content) @name)] value: (function_definition)) @definition.function
(chunk (assignment_statement (variable_list . name: (_) @name .) (expression_list . value: (table_constructor) .)) @definition.table)
(chunk (assignment_statement (variable_list . (dot_index_expression) @name .)) @definition.variable)
(chunk (assignment_statement (variable_list) @among) @definition.variable)
(chunk (variable_declaration (assignment_statement (variable_list) @among) @definition.variable))
; A name that gets its function further down.
(chunk (variable_declaration (variable_list name: (identifier) @name)) @definition.signature)
