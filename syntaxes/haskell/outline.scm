; A signature and the equations below it are one symbol.
(signature name: (_) @name) @definition.signature
(signature names: (binding_list name: (_) @name)) @definition.signature
(function name: (_) @name) @definition.function
(function (infix operator: (_) @name)) @definition.function
(declarations (bind pattern: [(tuple) (list) (parens) (as)] @among) @definition.variable)
(declarations (bind name: (variable) @name) @definition.function)
(class_declarations (bind name: (_) @name) @definition.function)
(instance_declarations (bind name: (_) @name) @definition.function)
(data_type name: (_) @name) @definition.type
(newtype name: (_) @name) @definition.type
(type_synomym (infix operator: (_) @name)) @definition.type
(data_type (infix operator: (_) @name)) @definition.type
(newtype (infix operator: (_) @name)) @definition.type
(kind_signature name: (_) @name) @definition.signature
(type_synomym name: (_) @name) @definition.type
(type_family name: (_) @name) @definition.type
(data_family name: (_) @name) @definition.type
(type_instance name: (_) @name) @definition.type
(pattern_synonym (signature synonym: (_) @name)) @definition.signature
(pattern_synonym (equation synonym: (apply function: (constructor) @name))) @definition.pattern
(pattern_synonym (equation synonym: (apply function: (apply function: (constructor) @name)))) @definition.pattern
(pattern_synonym (equation synonym: [(constructor) @name (infix operator: (_) @name) (record constructor: (_) @name)])) @definition.pattern
(deriving_instance patterns: (_) @scope) @definition.impl
(class name: (_) @name) @definition.class
(instance patterns: (_) @scope) @definition.impl
(data_constructor [(prefix . (constructor) @name) (record . (constructor) @name)]) @definition.variant
(data_constructor (infix (constructor_operator) @name) @definition.variant)
(gadt_constructor . (constructor) @name) @definition.variant
(gadt_constructor . (binding_list (constructor) @name)) @definition.variant
(newtype_constructor . (constructor) @name) @definition.variant
(field (field_name (variable) @name)) @among @definition.field
