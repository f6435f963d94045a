; A method is named after its receiver's type, wherever that type stands.
(function_declaration name: (identifier) @name) @definition.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @owner
    (generic_type type: (type_identifier) @owner)
    (pointer_type [(type_identifier) @owner (generic_type type: (type_identifier) @owner)])]))
  name: (field_identifier) @name) @definition.method

(type_declaration (type_spec name: (type_identifier) @name type: (struct_type))) @definition.struct
(type_declaration (type_spec name: (type_identifier) @name type: (interface_type))) @definition.interface
(type_declaration (type_spec name: (type_identifier) @name)) @definition.type
(type_declaration (type_alias name: (type_identifier) @name)) @definition.type
(type_spec type: (struct_type (field_declaration_list (field_declaration name: (field_identifier) @name) @among @definition.field)))
; An embedded one is called after its type.
(type_spec type: (struct_type (field_declaration_list (field_declaration !name type: [(type_identifier) @name (qualified_type name: (_) @name) (generic_type type: (type_identifier) @name)]) @definition.field)))
(type_spec type: (interface_type (method_elem name: (field_identifier) @name) @definition.signature))

(source_file (const_declaration (const_spec (identifier) @name) @among) @definition.constant)
(source_file (var_declaration (var_spec name: (identifier) @name) @among) @definition.variable)
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @among @definition.variable)))
