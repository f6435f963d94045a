import assert from 'node:assert/strict';
import { removeSymbol } from '../../../../src/engine/tools/removeSymbol';
import { memoryContext } from '../../../support/memoryContext';

describe('remove_symbol', () => {
  it('names what still uses the symbol, with the lines as they are afterwards', async () => {
    const context = await memoryContext({ files: {
      'a.py': 'def early():\n    return f() + 1\n\n\ndef f():\n    return f\n\n\ndef late():\n    return f()\n',
      'b.py': 'from a import f\n\nprint(f())  # f\n', 'c.py': 'def f():\n    return f\n',
    } });
    const result = await removeSymbol.run({ path: 'a.py', name: 'f' }, context);
    assert.equal(result.text.split('\n').slice(1).join('\n'), [
      'f is still used:', 'a.py:2: return f() + 1', 'a.py:6: return f()', 'b.py:1: from a import f', 'b.py:3: print(f())  # f', 'Change these places too, or put it back.',
    ].join('\n'));
  });

  it('is silent where nothing uses it, bounded where much does', async () => {
    const context = await memoryContext({ files: { 'a.py': 'def f():\n    return f\n\n\nx = 1\n', 'b.py': `def g():\n    pass\n\n\n${'g()\n'.repeat(30)}` } });
    assert.doesNotMatch((await removeSymbol.run({ path: 'a.py', name: 'f' }, context)).text, /used/);
    const { text } = await removeSymbol.run({ path: 'b.py', name: 'g' }, context);
    assert.match(text, /\[20 more: search for g\]\nChange these/);
    assert.equal(text.match(/b\.py:\d+: g\(\)/g)?.length, 10);
  });
});
