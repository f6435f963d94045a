; What JavaScript and TypeScript have alike: declarations at any depth; plain variables at the top level only.
(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(method_definition name: (_) @name) @definition.method

; Functions and classes that are values
(lexical_declaration (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)])) @definition.function
(variable_declaration (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)])) @definition.function
(lexical_declaration (variable_declarator name: (identifier) @name value: (class))) @definition.class
(pair key: [(property_identifier) (string)] @name value: [(arrow_function) (function_expression) (generator_function)]) @definition.method
; A method given to a class from outside is named after it.
(assignment_expression
  left: (member_expression object: (member_expression object: (identifier) @owner property: (property_identifier) @how) property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)] (#eq? @how "prototype")) @definition.method
(program (expression_statement (assignment_expression
  left: (member_expression object: (identifier) @owner property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)] (#not-any-of? @owner "exports" "module" "window" "global" "globalThis" "self" "root")) @definition.function))
(assignment_expression
  left: [(identifier) @name (member_expression property: (_) @name)]
  right: [(arrow_function) (function_expression) (generator_function)]) @definition.function
(assignment_expression
  left: [(identifier) @name (member_expression property: (_) @name)]
  right: (class)) @definition.class

(export_statement "default" @name value: [(arrow_function) (function_expression) (generator_function)]) @definition.function
(export_statement "default" @name value: (class)) @definition.class
(export_statement "default" @name value: [(object) (call_expression)]) @definition.variable
(class_static_block "static" @name) @definition.initializer

(program (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.variable)
(program (variable_declaration (variable_declarator name: (identifier) @name)) @definition.variable)
(program [(lexical_declaration (variable_declarator name: [(object_pattern) (array_pattern)] @among value: (_) @how)) (variable_declaration (variable_declarator name: [(object_pattern) (array_pattern)] @among value: (_) @how))] @definition.variable
  (#not-match? @how "^(?:await +import|require)\\b"))
; What is taken out of another module is no declaration of this one.
(program [(lexical_declaration (variable_declarator name: [(object_pattern) (array_pattern)] @among value: (_) @how)) (variable_declaration (variable_declarator name: [(object_pattern) (array_pattern)] @among value: (_) @how))] @definition.unseen
  (#match? @how "^(?:await +import|require)\\b"))
(program (export_statement declaration: (lexical_declaration (variable_declarator name: [(object_pattern) (array_pattern)] @among)) @definition.variable))
