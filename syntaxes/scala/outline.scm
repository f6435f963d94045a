(package_object name: (identifier) @name) @definition.object
(object_definition name: (identifier) @name) @definition.object
(class_definition name: (identifier) @name) @definition.class
(trait_definition name: (identifier) @name) @definition.trait
(enum_definition name: (identifier) @name) @definition.enum
(given_definition name: (identifier) @name) @definition.given
; One without a name is called after what it gives.
(given_definition !name return_type: (_) @name) @definition.given
(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @definition.signature
(type_definition name: (type_identifier) @name) @definition.type
(enum_case_definitions [(simple_enum_case name: (identifier) @name) (full_enum_case name: (identifier) @name)]) @among @definition.constant
(template_body [(val_definition pattern: (identifier) @name) (var_definition pattern: (identifier) @name)] @definition.field)
(template_body [(val_declaration name: (identifier) @name) (var_declaration name: (identifier) @name)] @definition.signature)
(template_body [(val_definition pattern: (identifiers (identifier) @name)) (var_definition pattern: (identifiers (identifier) @name))] @definition.field)
(template_body [(val_definition pattern: [(tuple_pattern) (case_class_pattern) (infix_pattern) (capture_pattern)] @among) (var_definition pattern: [(tuple_pattern) (case_class_pattern) (infix_pattern) (capture_pattern)] @among)] @definition.field)
(compilation_unit [(val_definition pattern: (identifiers (identifier) @name)) (var_definition pattern: (identifiers (identifier) @name))] @definition.variable)
(compilation_unit [(val_definition pattern: [(tuple_pattern) (case_class_pattern) (infix_pattern) (capture_pattern)] @among) (var_definition pattern: [(tuple_pattern) (case_class_pattern) (infix_pattern) (capture_pattern)] @among)] @definition.variable)
; What a class is made of is a field where it is kept.
(class_parameter ["val" "var"] name: (identifier) @name) @definition.field
(class_definition "case" class_parameters: (class_parameters (class_parameter name: (identifier) @name) @definition.field))
(compilation_unit [(val_definition pattern: (identifier) @name) (var_definition pattern: (identifier) @name)] @definition.variable)
