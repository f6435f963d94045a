'use strict';

/** Words with a capital letter each: "the plan" becomes "The Plan". */
function titleCase(text) {
  const words = text.split(' ');
  const result = [];
  for (let i = 0; i < words.length; i++) {
    if (words[i].length > 0) {
      result.push(words[i][0].toUpperCase() + words[i].slice(1));
    } else {
      result.push('');
    }
  }
  return result.join(' ');
}

/** A name fit for a URL: "The Plan!" becomes "the-plan". */
function slug(text) {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

/** The title of a page, with the name of the site behind it. */
function pageTitle(title, site) {
  return `${titleCase(title)} – ${site}`;
}

module.exports = { titleCase, slug, pageTitle };
