; `def self.x` and `class << self` are named like the methods they make.
(module name: (_) @name) @definition.module
(class name: (_) @name) @definition.class
(singleton_class value: (_) @headline) @definition.class
(method name: (_) @name) @definition.method
(singleton_method object: (constant) @owner name: (_) @name) @definition.method
(singleton_method name: (_) @name) @definition.method
; A constant belongs to the class around it, in whatever condition it is set.
(assignment left: (constant) right: (assignment)) @among @outer.constant
[
  (assignment left: [(constant) (scope_resolution)] @name)
  (assignment left: (left_assignment_list) @among)
  (operator_assignment left: (constant) @name operator: "||=")] @outer.constant
(program (assignment left: [(identifier) (global_variable)] @name) @definition.variable)
(class body: (body_statement (assignment left: (class_variable) @name) @definition.variable))
(module body: (body_statement (assignment left: (class_variable) @name) @definition.variable))
(call method: (identifier) @how arguments: (argument_list . [(simple_symbol) @name (string (string_content) @name)]) block: (_) (#eq? @how "define_method")) @definition.method
(call method: (identifier) @how arguments: (argument_list [(simple_symbol) @name (string (string_content) @name)]) (#any-of? @how "attr_accessor" "attr_reader" "attr_writer" "attr" "cattr_accessor" "mattr_accessor")) @definition.field
(call method: (identifier) @how arguments: (argument_list . [(simple_symbol) @name (string (string_content) @name)]) (#any-of? @how "alias_method" "scope")) @definition.method
(call method: (identifier) @how arguments: (argument_list . (simple_symbol) @name) (#any-of? @how "has_many" "has_one" "belongs_to" "class_attribute")) @definition.field
(alias name: (_) @name) @definition.method
(call method: (identifier) @how arguments: (argument_list . [(constant) (scope_resolution)] @name) block: (_) (#eq? @how "refine")) @definition.class
; Tasks and tests.
(call method: (identifier) @how arguments: (argument_list . [
    (simple_symbol) @name
    (string (string_content) @name)
    (pair key: [(simple_symbol) @name (hash_key_symbol) @name (string (string_content) @name)])]) (#any-of? @how "task" "multitask")) @definition.task
(call method: (identifier) @how arguments: (argument_list . [(simple_symbol) @name (string (string_content) @name)]) block: (_) (#eq? @how "namespace")) @definition.namespace
(call method: (identifier) @how arguments: (argument_list . [(string (string_content) @name) (constant) @name (scope_resolution) @name (simple_symbol) @name]) block: (_)
  (#any-of? @how "describe" "context" "it" "specify" "test" "shared_examples" "shared_context" "feature" "scenario")) @definition.test
(call method: (identifier) @how arguments: (argument_list . (simple_symbol) @name) block: (_) (#any-of? @how "let" "let!" "subject")) @definition.function
