; What only JavaScript has: TypeScript names these nodes otherwise.
(class_declaration name: (identifier) @define)
(class name: (identifier) @reference)
(formal_parameters (identifier) @define)
(formal_parameters (assignment_pattern left: (identifier) @define))
