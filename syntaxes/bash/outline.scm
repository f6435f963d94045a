(function_definition name: (word) @name) @definition.function
; Variables of the file as they are set up: not in a condition, not by `+=`.
(program [
  (variable_assignment name: (variable_name) @name "=")
  (declaration_command (variable_assignment name: (variable_name) @name "="))
  (variable_assignments (variable_assignment name: (variable_name) @name "="))] @definition.variable)
(program (declaration_command ["declare" "typeset"] (variable_name) @name) @definition.variable)
(command name: (command_name (word) @how) argument: [(word) @name (concatenation . (word) @name)] (#eq? @how "alias") (#match? @name "^[\\w-]+=")) @definition.alias
; `..` is no path, but has its part of the statement.
(command name: (command_name (word) @how) argument: [(word) @name (concatenation . (word) @name)] (#eq? @how "alias") (#match? @name "^[^\\w=-][^=]*=")) @definition.unseen
