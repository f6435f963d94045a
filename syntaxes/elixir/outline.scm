; A function is all of its clauses.
(call target: (identifier) @how (arguments . (alias) @name .) (do_block) (#any-of? @how "defmodule" "defprotocol")) @definition.module
(call target: (identifier) @how (arguments . (alias) @name .) (do_block) (#eq? @how "defimpl")) @definition.impl
(call target: (identifier) @how (arguments . (alias) (keywords (pair value: (_) @scope))) (do_block) (#eq? @how "defimpl")) @definition.impl
(call target: (identifier) @how (arguments . [
    (call target: (identifier) @name)
    (identifier) @name
    (binary_operator left: (call target: (identifier) @name) operator: "when")
    (binary_operator left: (identifier) @name operator: "when")
    (binary_operator left: (binary_operator operator: _ @name) operator: "when")])
  (#any-of? @how "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defn" "defnp")) @definition.function
(call target: (identifier) @how (arguments . (binary_operator operator: _ @name))
  (#any-of? @how "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defn" "defnp") (#not-eq? @name "when")) @definition.function
(call target: (identifier) @how (arguments . (string (quoted_content) @name)) (do_block) (#any-of? @how "test" "describe" "property")) @definition.test
(call target: (identifier) @name (do_block) (#any-of? @name "setup" "setup_all")) @definition.function
(call target: [(identifier) @how (dot right: (identifier) @how)] (arguments . (atom) @name) (#any-of? @how "defrecord" "defrecordp")) @definition.struct
; Types and callbacks; what a struct has is named after the word that makes it.
(unary_operator operator: "@" operand: (call target: (identifier) @how (arguments . [
    (binary_operator left: (call target: (identifier) @name))
    (binary_operator left: (identifier) @name)]))
  (#any-of? @how "type" "typep" "opaque")) @definition.type
(unary_operator operator: "@" operand: (call target: (identifier) @how (arguments . [
    (binary_operator left: (call target: (identifier) @name))
    (binary_operator left: (binary_operator left: (call target: (identifier) @name)) operator: "when")]))
  (#any-of? @how "callback" "macrocallback")) @definition.signature
(call target: (identifier) @name (arguments) (#any-of? @name "defstruct" "defexception")) @definition.struct
; An attribute that is a value of the module, called with its `@`.
(unary_operator operator: "@" operand: (call target: (identifier) @how (arguments)) (#not-any-of? @how "moduledoc" "doc" "typedoc" "shortdoc" "spec" "type" "typep" "opaque" "callback" "macrocallback" "optional_callbacks" "impl" "behaviour" "deprecated" "since" "tag" "moduletag" "describetag" "dialyzer" "derive" "enforce_keys" "compile" "before_compile" "after_compile" "on_load" "on_definition" "external_resource")) @name @definition.attribute
