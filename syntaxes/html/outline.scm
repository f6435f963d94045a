; Elements with an id, and the landmarks of a page.
(element (start_tag (attribute (attribute_name) @how (quoted_attribute_value (attribute_value) @name)) (#eq? @how "id"))) @definition.element
(script_element (start_tag (tag_name) @name) @how (#not-match? @how "\\sid\\s*=")) @definition.script
(style_element (start_tag (tag_name) @name) @how (#not-match? @how "\\sid\\s*=")) @definition.style
(script_element (start_tag (attribute (attribute_name) @how (quoted_attribute_value (attribute_value) @name)) (#eq? @how "id"))) @definition.script
(style_element (start_tag (attribute (attribute_name) @how (quoted_attribute_value (attribute_value) @name)) (#eq? @how "id"))) @definition.style
(element (start_tag . (tag_name) @name) @how (#any-of? @name "html" "head" "body" "title" "main" "header" "footer" "nav" "aside" "section" "article" "form" "dialog" "table") (#not-match? @how "\\sid\\s*=")) @definition.element
(element (start_tag (attribute (attribute_name) @how (attribute_value) @name) (#eq? @how "id"))) @definition.element
(element (self_closing_tag (attribute (attribute_name) @how [(attribute_value) @name (quoted_attribute_value (attribute_value) @name)]) (#eq? @how "id"))) @definition.element
