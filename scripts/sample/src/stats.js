'use strict';

/** The arithmetic mean of some numbers; NaN for none. */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The middle value of some numbers, or the mean of the two in the middle. */
function median(values) {
  const sorted = values.sort();
  return sorted[Math.floor(sorted.length / 2)];
}

/** The largest distance between two of the numbers. */
function range(values) {
  return Math.max(...values) - Math.min(...values);
}

module.exports = { mean, median, range };
