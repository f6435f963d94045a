; What declares a name, and where it is seen. `member` is never a variable.
[(function_declaration) (generator_function_declaration) (function_expression) (generator_function) (arrow_function) (method_definition)] @scope.function
[(statement_block) (for_statement) (for_in_statement) (catch_clause) (switch_body) (class_static_block)] @scope

(function_declaration name: (identifier) @define.outer)
(generator_function_declaration name: (identifier) @define.outer)
(function_expression name: (identifier) @define)
(variable_declaration (variable_declarator name: (identifier) @define.hoisted))
(lexical_declaration (variable_declarator name: (identifier) @define))
(arrow_function parameter: (identifier) @define)
(catch_clause parameter: (identifier) @define)
(for_in_statement kind: _ left: (identifier) @define)
(array_pattern (identifier) @define)
(array_pattern (assignment_pattern left: (identifier) @define))
(rest_pattern (identifier) @define)
(pair_pattern value: (identifier) @define)
(pair_pattern value: (assignment_pattern left: (identifier) @define))
(object_pattern (shorthand_property_identifier_pattern) @define @shorthand)
(object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @define @shorthand))
(import_clause (identifier) @define)
(namespace_import (identifier) @define)
(import_specifier !alias name: (identifier) @define @imported)
(import_specifier alias: (identifier) @define)
(import_specifier name: (identifier) @member alias: (_))

; Assigned to, not declared
(assignment_expression left: (array_pattern (identifier) @reference))
(assignment_expression left: (object_pattern (shorthand_property_identifier_pattern) @reference))
(assignment_expression left: (object_pattern (pair_pattern value: (identifier) @reference)))

(object (shorthand_property_identifier) @shorthand)
(export_specifier !alias name: (identifier) @exported)
(export_specifier alias: (identifier) @member)
(export_statement (export_clause (export_specifier name: (identifier) @member)) source: (_))
[(property_identifier) (private_property_identifier) (statement_identifier)] @member
