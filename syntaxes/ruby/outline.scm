; `def self.x` and `class << self` are named like the methods they make.
(module name: (_) @name) @definition.module
(class name: (_) @name) @definition.class
(singleton_class value: (_) @headline) @definition.class
(method name: (_) @name) @definition.method
(singleton_method object: (constant) @owner name: (_) @name) @definition.method
(singleton_method name: (_) @name) @definition.method
(program (assignment left: (constant) right: (assignment)) @among @definition.constant)
(body_statement (assignment left: (constant) right: (assignment)) @among @definition.constant)
(program (assignment left: (constant) @name) @definition.constant)
(body_statement (assignment left: (constant) @name) @definition.constant)
(call method: (identifier) @how arguments: (argument_list . (simple_symbol) @name) block: (_) (#eq? @how "define_method")) @definition.method
(call method: (identifier) @how arguments: (argument_list . (string (string_content) @name)) block: (_) (#eq? @how "define_method")) @definition.method
(call method: (identifier) @how arguments: (argument_list [(simple_symbol) @name (string (string_content) @name)]) (#any-of? @how "attr_accessor" "attr_reader" "attr_writer" "attr")) @definition.field
(call method: (identifier) @how arguments: (argument_list . [(simple_symbol) @name (string (string_content) @name)]) (#eq? @how "alias_method")) @definition.method
(alias name: (_) @name) @definition.method
(program (assignment left: (left_assignment_list) @among) @definition.constant)
(body_statement (assignment left: (left_assignment_list) @among) @definition.constant)
(body_statement (operator_assignment left: (constant) @name) @definition.constant)
