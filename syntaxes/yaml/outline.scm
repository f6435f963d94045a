; Keys of mappings that are values; what lies in sequences has no name.
(document (block_node (block_mapping (block_mapping_pair key: (_) @name) @definition.key)))
(block_mapping_pair value: (block_node (block_mapping (block_mapping_pair key: (_) @name) @definition.key)))
(block_mapping_pair value: (flow_node (flow_mapping (flow_pair key: (_) @name) @definition.key)))
(flow_pair value: (flow_node (flow_mapping (flow_pair key: (_) @name) @definition.key)))
