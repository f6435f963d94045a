(namespace_definition name: (_) @name body: (_)) @definition.namespace
(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.trait
(enum_declaration name: (name) @name) @definition.enum
(function_definition name: (name) @name) @definition.function
; What a constructor promotes belongs to the class.
(method_declaration name: (name) @name @headline parameters: (formal_parameters (property_promotion_parameter)) (#eq? @name "__construct")) @definition.method
(property_promotion_parameter name: (variable_name (name) @name)) @definition.field
(method_declaration name: (name) @name) @definition.method
(program (expression_statement (assignment_expression left: (variable_name (name) @name) right: [(anonymous_function) (arrow_function)])) @definition.function)
(program (expression_statement (assignment_expression left: (variable_name (name) @name))) @definition.variable)
(namespace_definition body: (compound_statement (expression_statement (assignment_expression left: (variable_name (name) @name))) @definition.variable))
(expression_statement (function_call_expression function: (name) @how arguments: (arguments . (argument (string (string_content) @name)))) (#eq? @how "define")) @definition.constant
(property_declaration (property_element name: (variable_name (name) @name))) @definition.field
(const_declaration (const_element . (name) @name)) @definition.constant
(enum_case name: (name) @name) @definition.constant
