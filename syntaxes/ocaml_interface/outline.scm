; What a module shows of itself; its values have no body anywhere.
(instance_variable_specification (instance_variable_name) @name) @definition.field
