; What declares a name, and where it is seen. `member` is never a variable.
(function_definition) @scope.function
(lambda) @scope.function
(class_definition) @scope.class
[(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @scope

(function_definition name: (identifier) @define.outer)
(class_definition name: (identifier) @define.outer)
(parameters [
  (identifier) @define
  (default_parameter name: (identifier) @define)
  (typed_parameter . (identifier) @define)
  (typed_parameter . (list_splat_pattern (identifier) @define))
  (typed_parameter . (dictionary_splat_pattern (identifier) @define))
  (typed_default_parameter name: (identifier) @define)
  (list_splat_pattern (identifier) @define)
  (dictionary_splat_pattern (identifier) @define)])
(lambda_parameters [
  (identifier) @define
  (default_parameter name: (identifier) @define)
  (list_splat_pattern (identifier) @define)
  (dictionary_splat_pattern (identifier) @define)])
(assignment left: (identifier) @define)
(augmented_assignment left: (identifier) @define)
(pattern_list (identifier) @define)
(tuple_pattern (identifier) @define)
(list_pattern (identifier) @define)
(pattern_list (list_splat_pattern (identifier) @define))
(named_expression name: (identifier) @define.hoisted)
(for_statement left: (identifier) @define)
(for_in_clause left: (identifier) @define)
(as_pattern_target (identifier) @define)
(case_pattern (dotted_name . (identifier) @define .))
(import_statement name: (dotted_name . (identifier) @define))
(import_from_statement name: (dotted_name . (identifier) @define @imported .))
(aliased_import alias: (identifier) @define)
(type_parameter (type (identifier) @define))

(global_statement (identifier) @global)
(nonlocal_statement (identifier) @nonlocal)
(attribute attribute: (identifier) @member)
(keyword_argument name: (identifier) @member)
(import_from_statement module_name: (dotted_name (identifier) @member))
(aliased_import name: (dotted_name (identifier) @member))
