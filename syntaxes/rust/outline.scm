; Members of an impl block are named after the type; the block itself after its headline.
(function_item name: (identifier) @name) @definition.function
(function_signature_item name: (identifier) @name) @definition.signature
(struct_item name: (type_identifier) @name) @definition.struct
(enum_item name: (type_identifier) @name) @definition.enum
(union_item name: (type_identifier) @name) @definition.union
(trait_item name: (type_identifier) @name) @definition.trait
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
(mod_item name: (identifier) @name) @definition.module
(macro_definition name: (identifier) @name) @definition.macro
(impl_item type: [
  (type_identifier) @scope
  (generic_type type: (type_identifier) @scope)
  (scoped_type_identifier name: (type_identifier) @scope)
  (reference_type type: (type_identifier) @scope)
  (_) @scope]) @definition.impl

(source_file (const_item name: (identifier) @name) @definition.constant)
(source_file (static_item name: (identifier) @name) @definition.variable)
(declaration_list (const_item name: (identifier) @name) @definition.constant)
(declaration_list (static_item name: (identifier) @name) @definition.variable)
; In a function too: it is no variable.
(block (const_item name: (identifier) @name) @definition.constant)
(block (static_item name: (identifier) @name) @definition.static)
(enum_variant name: (identifier) @name) @definition.variant
(field_declaration name: (field_identifier) @name) @definition.field
