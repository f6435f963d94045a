; The name lies under as many declarators as the type has stars and brackets.
(function_definition declarator: (function_declarator declarator: (identifier) @name)) @definition.function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) @definition.function
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))) @definition.function
(function_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))))) @definition.function

(declaration declarator: (function_declarator declarator: [(identifier) @name (parenthesized_declarator (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))])) @definition.signature
(declaration declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) @definition.signature
(declaration declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)))) @definition.signature

(type_definition type: (struct_specifier body: (_)) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier body: (_)) declarator: (type_identifier) @name) @definition.union
(type_definition type: (enum_specifier body: (_)) declarator: (type_identifier) @name) @definition.enum
(type_definition declarator: (type_identifier) @name) @definition.type
(type_definition declarator: (pointer_declarator declarator: [(type_identifier) @name (pointer_declarator declarator: (type_identifier) @name)])) @definition.type
(type_definition declarator: (function_declarator declarator: [(type_identifier) @name (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))])) @definition.type
(type_definition declarator: (array_declarator declarator: (type_identifier) @name)) @definition.type
; `struct config { … } config;` has both names.
(declaration type: (struct_specifier name: (type_identifier) @name body: (_))) @definition.struct
(declaration type: (union_specifier name: (type_identifier) @name body: (_))) @definition.union
(declaration type: (enum_specifier name: (type_identifier) @name body: (_))) @definition.enum

(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro
(field_declaration declarator: (field_identifier) @name) @definition.field
(field_declaration declarator: (_ declarator: (field_identifier) @name)) @definition.field
(field_declaration declarator: (_ declarator: (_ declarator: [(field_identifier) @name (_ declarator: (field_identifier) @name)]))) @definition.field
(field_declaration declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (field_identifier) @name)))) @definition.field
(enumerator name: (identifier) @name) @definition.constant

; Types and variables of the file: also inside an include guard, a condition or `extern "C" { … }`.
(struct_specifier name: (type_identifier) @name body: (_)) @outer.struct
(union_specifier name: (type_identifier) @name body: (_)) @outer.union
(enum_specifier name: (type_identifier) @name body: (_)) @outer.enum
(declaration declarator: [
  (identifier) @name
  (array_declarator declarator: [(identifier) @name (array_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])])
  (pointer_declarator declarator: [(identifier) @name (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name) (pointer_declarator declarator: (identifier) @name)]) (array_declarator declarator: (identifier) @name) (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))])
  (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])))
  (init_declarator declarator: [
    (identifier) @name
    (array_declarator declarator: [(identifier) @name (array_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])])
    (pointer_declarator declarator: [(identifier) @name (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name) (pointer_declarator declarator: (identifier) @name)]) (array_declarator declarator: (identifier) @name) (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @name)))])
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])))])]) @outer.variable
