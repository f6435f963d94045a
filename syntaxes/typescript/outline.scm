; Declarations at any depth; plain variables at the top level and in namespaces only.
(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(function_signature name: (identifier) @name) @definition.signature
(class_declaration name: (type_identifier) @name) @definition.class
(abstract_class_declaration name: (type_identifier) @name) @definition.class
(interface_declaration name: (type_identifier) @name) @definition.interface
(type_alias_declaration name: (type_identifier) @name) @definition.type
(enum_declaration name: (identifier) @name) @definition.enum
(internal_module name: (_) @name) @definition.namespace
(module name: (_) @name) @definition.namespace

(method_definition name: (_) @name) @definition.method
(method_signature name: (_) @name) @definition.signature
(abstract_method_signature name: (_) @name) @definition.signature
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @definition.method
(public_field_definition name: (_) @name) @definition.field
(interface_declaration body: (interface_body (property_signature name: (_) @name) @definition.field))

; Functions and classes that are values
(lexical_declaration (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)])) @definition.function
(variable_declaration (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)])) @definition.function
(lexical_declaration (variable_declarator name: (identifier) @name value: (class))) @definition.class
(pair key: [(property_identifier) (string)] @name value: [(arrow_function) (function_expression) (generator_function)]) @definition.method
(assignment_expression
  left: [(identifier) @name (member_expression property: (_) @name)]
  right: [(arrow_function) (function_expression) (generator_function)]) @definition.function
(assignment_expression
  left: [(identifier) @name (member_expression property: (_) @name)]
  right: (class)) @definition.class

(program (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.variable)
(program (variable_declaration (variable_declarator name: (identifier) @name)) @definition.variable)
(export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.variable)
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.variable)
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name)) @definition.variable)
