; The name lies under as many declarators as the type has stars and references; `A::b` is the path A.b.
; A test that a macro makes is called as it is written.
(function_definition !type declarator: (function_declarator declarator: (identifier) @how) @name (#match? @how "^[A-Z_]*(TEST|BENCHMARK)[A-Z_]*$")) @definition.test
(function_definition declarator: (function_declarator declarator: (_) @name)) @definition.function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name))) @definition.function
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name)))) @definition.function
(function_definition declarator: (reference_declarator (function_declarator declarator: (_) @name))) @definition.function
(function_definition declarator: (operator_cast) @name) @definition.function
(function_definition declarator: (qualified_identifier name: (operator_cast)) @name) @definition.function

; A pointer to a function is a field.
(field_declaration declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))) @definition.field
((field_declaration declarator: (function_declarator declarator: (_) @name)) @definition.signature (#not-match? @name "^\\("))
(field_declaration declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name))) @definition.signature
(field_declaration declarator: (reference_declarator (function_declarator declarator: (_) @name))) @definition.signature
((declaration declarator: (function_declarator declarator: (_) @name)) @definition.signature (#not-match? @name "^\\("))
(declaration declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name))) @definition.signature
(declaration declarator: (reference_declarator (function_declarator declarator: (_) @name))) @definition.signature
(field_declaration declarator: (field_identifier) @name) @definition.field
(field_declaration declarator: [(_ declarator: [(field_identifier) @name (_ declarator: [(field_identifier) @name (_ declarator: (field_identifier) @name)])]) (reference_declarator (field_identifier) @name)]) @definition.field

(class_specifier name: (_) @name body: (_)) @definition.class
(struct_specifier name: (_) @name body: (_)) @definition.struct
(union_specifier name: (_) @name body: (_)) @definition.union
(enum_specifier name: (_) @name body: (_)) @definition.enum
(namespace_definition name: (_) @name) @definition.namespace
(concept_definition name: (identifier) @name) @definition.concept
(alias_declaration name: (type_identifier) @name) @definition.type
(type_definition declarator: (type_identifier) @name) @definition.type
(declaration declarator: (operator_cast) @name) @definition.signature
(type_definition declarator: [
  (reference_declarator (type_identifier) @name)
  (pointer_declarator declarator: [(type_identifier) @name (pointer_declarator declarator: (type_identifier) @name)])
  (array_declarator declarator: (type_identifier) @name)
  (parenthesized_declarator (reference_declarator (type_identifier) @name))
  (array_declarator declarator: (parenthesized_declarator (reference_declarator (type_identifier) @name)))
  (function_declarator declarator: [(type_identifier) @name (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))])]) @definition.type
(namespace_alias_definition name: (namespace_identifier) @name) @definition.namespace

; Variables of the file or a namespace: also in an include guard or a condition.
(declaration declarator: [
  (identifier) @name
  (array_declarator declarator: [(identifier) @name (array_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])])
  (pointer_declarator declarator: [(identifier) @name (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name) (pointer_declarator declarator: (identifier) @name)]) (array_declarator declarator: (identifier) @name)])
  (reference_declarator (identifier) @name)
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])))
  (init_declarator declarator: [
    (identifier) @name
    (array_declarator declarator: [(identifier) @name (array_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])])
    (pointer_declarator declarator: [(identifier) @name (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name) (pointer_declarator declarator: (identifier) @name)]) (array_declarator declarator: (identifier) @name)])
    (reference_declarator (identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])))
    (qualified_identifier) @name
    (pointer_declarator declarator: [(qualified_identifier) @name (array_declarator declarator: (qualified_identifier) @name)])
    (array_declarator declarator: (qualified_identifier) @name)
    (structured_binding_declarator (identifier) @name)])]) @outer.variable
(translation_unit (declaration declarator: [(qualified_identifier) (array_declarator declarator: (qualified_identifier))] @name) @definition.variable)
(enumerator name: (identifier) @name) @definition.constant
(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro
