; What only TypeScript has; plain variables in namespaces too.
(function_signature name: (identifier) @name) @definition.signature
(class_declaration name: (type_identifier) @name) @definition.class
(abstract_class_declaration name: (type_identifier) @name) @definition.class
(interface_declaration name: (type_identifier) @name) @definition.interface
(type_alias_declaration name: (type_identifier) @name) @definition.type
(enum_declaration name: (identifier) @name) @definition.enum
(internal_module name: (_) @name) @definition.namespace
(module name: (_) @name) @definition.namespace

(method_signature name: (_) @name) @definition.signature
(abstract_method_signature name: (_) @name) @definition.signature
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @definition.method
(public_field_definition name: (_) @name) @definition.field
(type_alias_declaration value: (object_type (property_signature name: (_) @name) @definition.field))
(type_alias_declaration value: (intersection_type (object_type (property_signature name: (_) @name) @definition.field)))
(required_parameter [(accessibility_modifier) "readonly"] pattern: (identifier) @name) @definition.field
(optional_parameter [(accessibility_modifier) "readonly"] pattern: (identifier) @name) @definition.field
(enum_body name: (_) @name @definition.constant)
(enum_assignment name: (_) @name) @definition.constant
(interface_declaration body: (interface_body (property_signature name: (_) @name) @definition.field))
(export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.variable)
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.variable)
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name)) @definition.variable)
