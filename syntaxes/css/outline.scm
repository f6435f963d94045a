(rule_set (selectors) @name) @definition.rule
(media_statement (_) @headline . (block)) @definition.media
(supports_statement (_) @headline . (block)) @definition.supports
(scope_statement ")" @headline . (block)) @definition.at-rule
(keyframes_statement (keyframes_name) @name) @definition.keyframes
(at_rule (_) @headline . (block)) @definition.at-rule
; What the grammar doesn't know of the words before the block: `@page :first`, `@layer a.b`.
(at_rule (ERROR) @headline . (block)) @definition.at-rule
(declaration (property_name) @name (#match? @name "^--")) @definition.property
