'use strict';

/** Adds the tax of 19 %. */
function withTax(cents) {
  return Math.round(cents * 1.19);
}

module.exports = { withTax };
