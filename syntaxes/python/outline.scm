; Classes and functions at any depth; variables at the top level and in classes.
(class_definition name: (identifier) @name) @definition.class
(function_definition name: (identifier) @name) @definition.function
(type_alias_statement left: (type [(identifier) @name (generic_type (identifier) @name)])) @definition.type
; `a = b = 0` and `a, b = 1, 2` are one statement with two names. What an `if` or `try` of the file sets belongs to the file.
(module (expression_statement (assignment) @among) @definition.variable)
(module (_ (block (expression_statement (assignment) @among) @definition.variable)) @how (#match? @how "^(?:if|try|with)\\b"))
(module (_ (_ (block (expression_statement (assignment) @among) @definition.variable)) @how (#match? @how "^(?:elif|else|except|finally)\\b")))
(class_definition body: (block (expression_statement (assignment) @among) @definition.variable))
