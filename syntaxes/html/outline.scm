; Elements with an id, and the landmarks of a page.
(element (start_tag (attribute (attribute_name) @how (quoted_attribute_value (attribute_value) @name)) (#eq? @how "id"))) @definition.element
(script_element (start_tag (tag_name) @name)) @definition.script
(style_element (start_tag (tag_name) @name)) @definition.style
(element (start_tag . (tag_name) @name . ) (#any-of? @name "html" "head" "body" "main" "header" "footer" "nav" "section" "article" "form" "table")) @definition.element
(element (start_tag . (tag_name) @name) (#any-of? @name "html" "head" "body")) @definition.element
(element (start_tag (attribute (attribute_name) @how (attribute_value) @name) (#eq? @how "id"))) @definition.element
(element (self_closing_tag (attribute (attribute_name) @how [(attribute_value) @name (quoted_attribute_value (attribute_value) @name)]) (#eq? @how "id"))) @definition.element
