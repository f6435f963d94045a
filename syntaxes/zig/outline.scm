(function_declaration name: (identifier) @name) @definition.function
(variable_declaration . (identifier) @name (struct_declaration)) @definition.struct
(variable_declaration . (identifier) @name (enum_declaration)) @definition.enum
(variable_declaration . (identifier) @name (union_declaration)) @definition.union
(variable_declaration . (identifier) @name (opaque_declaration)) @definition.struct
(variable_declaration . (identifier) @name (error_set_declaration)) @definition.error
(source_file (variable_declaration . (identifier) @name) @definition.variable)
(struct_declaration (variable_declaration . (identifier) @name) @definition.field)
(enum_declaration (variable_declaration . (identifier) @name) @definition.field)
(union_declaration (variable_declaration . (identifier) @name) @definition.field)
(opaque_declaration (variable_declaration . (identifier) @name) @definition.field)
(container_field name: (identifier) @name) @definition.field
(test_declaration (string (string_content) @name)) @definition.test
; A test of a declaration has no name of its own.
(test_declaration (identifier) @headline) @definition.test
(test_declaration "test" @name . (block)) @definition.test
(comptime_declaration "comptime" @name) @definition.initializer
(variable_declaration (error_set_declaration (identifier) @name @definition.constant))
