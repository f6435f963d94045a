; `def self.x` and `class << self` are named like the methods they make.
(module name: (_) @name) @definition.module
(class name: (_) @name) @definition.class
(singleton_class value: (_) @headline) @definition.class
(method name: (_) @name) @definition.method
(singleton_method name: (_) @name) @definition.method
(program (assignment left: (constant) @name) @definition.constant)
(body_statement (assignment left: (constant) @name) @definition.constant)
(call method: (identifier) @how arguments: (argument_list . (simple_symbol) @name) block: (_) (#eq? @how "define_method")) @definition.method
