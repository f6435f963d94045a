'use strict';
const { withTax } = require('./tax');

function total(items) {
  return withTax(items.reduce((sum, item) => sum + item.price, 0));
}

module.exports = { total };
