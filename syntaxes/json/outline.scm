; Keys of objects that are values; what lies in arrays has no name.
(document (object (pair key: (string) @name) @definition.key))
(pair value: (object (pair key: (string) @name) @definition.key))
