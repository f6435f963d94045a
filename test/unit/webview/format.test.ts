import assert from 'node:assert/strict';
import { duration, percent, tokens } from '../../../src/webview/format';

describe('numbers as people read them', () => {
  for (const [actual, expected] of [
    [duration(40), '40 ms'], [duration(999.4), '999 ms'], [duration(3240), '3.2 s'], [duration(59_970), '1 min 0 s'], [duration(125_000), '2 min 5 s'],
    [tokens(940), '940'], [tokens(3120), '3.1k'], [tokens(2000), '2k'], [tokens(9960), '10k'], [tokens(131_072), '131k'],
    [String(percent(1, 3)), '33'], [String(percent(5, 0)), '0'], [String(percent(9, 3)), '100'],
  ] as const) it(expected, () => assert.equal(actual, expected));
});
