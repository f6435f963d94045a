(rule_set (selectors) @name) @definition.rule
(media_statement (_) @headline . (block)) @definition.media
(supports_statement (_) @headline . (block)) @definition.supports
(keyframes_statement (keyframes_name) @name) @definition.keyframes
(at_rule (_) @headline . (block)) @definition.at-rule
(declaration (property_name) @name (#match? @name "^--")) @definition.property
