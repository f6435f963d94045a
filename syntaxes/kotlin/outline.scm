; An extension is named after the type it extends.
(class_declaration "interface" name: (identifier) @name) @definition.interface
(class_declaration (modifiers (class_modifier "enum")) name: (identifier) @name) @definition.enum
(class_declaration name: (identifier) @name) @definition.class
(object_declaration name: (identifier) @name) @definition.object
(companion_object name: (identifier) @name) @definition.object
(companion_object "object" @headline !name) @definition.object
(function_declaration [(user_type) @owner (nullable_type (user_type) @owner)] . "." . name: (identifier) @name) @definition.function
(function_declaration name: (identifier) @name) @definition.function
(secondary_constructor "constructor" @name) @definition.constructor
(anonymous_initializer "init" @name) @definition.initializer
(type_alias type: (identifier) @name) @definition.type
(enum_entry (identifier) @name) @definition.constant
(source_file (property_declaration [(user_type) @owner (nullable_type (user_type) @owner)] . "." . (variable_declaration . (identifier) @name)) @definition.variable)
(class_body (property_declaration [(user_type) @owner (nullable_type (user_type) @owner)] . "." . (variable_declaration . (identifier) @name)) @definition.variable)
(source_file (property_declaration (variable_declaration . (identifier) @name)) @definition.variable)
(class_body (property_declaration (variable_declaration . (identifier) @name)) @definition.variable)
(enum_class_body (property_declaration (variable_declaration . (identifier) @name)) @definition.variable)
(class_parameter ["val" "var"] (identifier) @name) @definition.field
(source_file (property_declaration (multi_variable_declaration) @among) @definition.variable)
