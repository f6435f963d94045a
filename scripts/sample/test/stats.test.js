'use strict';
const test = require('node:test');
const assert = require('node:assert/strict');
const { mean, median, range } = require('../src/stats');

test('stats: mean', () => {
  assert.equal(mean([1, 2, 3, 4]), 2.5);
});

test('stats: median of an odd count', () => {
  assert.equal(median([10, 9, 1]), 9);
});

test('stats: median of an even count', () => {
  assert.equal(median([4, 1, 3, 2]), 2.5);
});

test('stats: median leaves its input alone', () => {
  const values = [3, 1, 2];
  median(values);
  assert.deepEqual(values, [3, 1, 2]);
});

test('stats: range', () => {
  assert.equal(range([3, -1, 7]), 8);
});
