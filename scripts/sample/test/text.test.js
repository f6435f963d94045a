'use strict';
const test = require('node:test');
const assert = require('node:assert/strict');
const { titleCase, slug, pageTitle } = require('../src/text');

test('text: titleCase', () => {
  assert.equal(titleCase('the plan  of record'), 'The Plan  Of Record');
});

test('text: slug', () => {
  assert.equal(slug('The Plan!'), 'the-plan');
});

test('text: pageTitle', () => {
  assert.equal(pageTitle('the plan', 'Whittle'), 'The Plan – Whittle');
});
