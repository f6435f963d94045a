(module_definition name: (identifier) @name) @definition.module
; `S{T}(x)` makes an S.
(function_definition (signature (call_expression . (parametrized_type_expression . (identifier) @name)))) @definition.function
(function_definition (signature (where_expression . (call_expression . (parametrized_type_expression . (identifier) @name))))) @definition.function
(assignment . (call_expression . (parametrized_type_expression . (identifier) @name))) @definition.function
(assignment . (where_expression . (call_expression . (parametrized_type_expression . (identifier) @name)))) @definition.function
(function_definition (signature (call_expression . (_) @name))) @definition.function
(function_definition (signature (typed_expression . (call_expression . (_) @name)))) @definition.function
(function_definition (signature (where_expression . (call_expression . (_) @name)))) @definition.function
(function_definition (signature (where_expression . (typed_expression . (call_expression . (_) @name))))) @definition.function
(function_definition (signature (identifier) @name)) @definition.function
(macro_definition (signature (call_expression . (_) @name))) @definition.macro
(assignment . (call_expression . (_) @name)) @definition.function
(assignment . (typed_expression . (call_expression . (_) @name))) @definition.function
(assignment . (where_expression . (call_expression . (_) @name))) @definition.function
(assignment . (identifier) @name (arrow_function_expression)) @definition.function

(struct_definition (type_head [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . (identifier) @name)
  (binary_expression . (parametrized_type_expression . (identifier) @name))])) @definition.struct
(abstract_definition (type_head [
  (identifier) @name
  (parametrized_type_expression . (identifier) @name)
  (binary_expression . (identifier) @name)
  (binary_expression . (parametrized_type_expression . (identifier) @name))])) @definition.type
(primitive_definition (type_head (identifier) @name)) @definition.type
(struct_definition (typed_expression . (identifier) @name) @definition.field)
(struct_definition (assignment . [(identifier) @name (typed_expression . (identifier) @name)]) @definition.field)
(const_statement (assignment . [(identifier) @name (typed_expression . (identifier) @name)])) @outer.constant
(const_statement (assignment . (parametrized_type_expression . (identifier) @name))) @outer.type
((macrocall_expression (macro_identifier (identifier) @_macro) (macro_argument_list . (identifier) @name)) @definition.enum (#eq? @_macro "enum"))
(struct_definition (identifier) @name @definition.field)
; Its values, but not `a=1 b` on one line, which the grammar takes for a product.
((macrocall_expression (macro_identifier (identifier) @_macro) (macro_argument_list . (identifier) (identifier) @name @definition.constant)) (#eq? @_macro "enum"))
((macrocall_expression (macro_identifier (identifier) @_macro) (macro_argument_list . (identifier) (compound_statement [(identifier) @name @definition.constant (assignment . (identifier) @name) @definition.constant]))) (#eq? @_macro "enum"))
((macrocall_expression (macro_identifier (identifier) @_macro) (argument_list . (identifier) @name)) @definition.enum (#eq? @_macro "enum"))
((macrocall_expression (macro_identifier (identifier) @_macro) (argument_list . (identifier) [(identifier) @name @definition.constant (named_argument . (identifier) @name) @definition.constant])) (#eq? @_macro "enum"))
((macrocall_expression (macro_identifier (identifier) @_macro) (macro_argument_list . (string_literal (content) @name) (compound_statement))) @definition.test (#eq? @_macro "testset"))

(const_statement (assignment . [(open_tuple) (tuple_expression)] @among)) @outer.constant
[
  (assignment . [(identifier) @name (open_tuple) @among (tuple_expression) @among])
  (global_statement (assignment . [(identifier) @name (typed_expression . (identifier) @name)]))] @outer.variable
