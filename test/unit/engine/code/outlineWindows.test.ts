import assert from 'node:assert/strict';
import { codeReader } from '../../../support/memoryContext';

describe('the outline of a large file', () => {
  it('is the same as that of its parts, whatever reaches over the bounds it is read in', async () => {
    const part = (index: number): string => `/** Doc 🎉. */\nexport class K${index} {\n  f(a: number): number {\n    return a;\n  }\n  g = 1;\n}\n${index % 97 === 0 ? `const long${index} = () => {\n${'  call();\n'.repeat(7_000)}};\n` : ''}`;
    const text = Array.from({ length: 1_000 }, (_, index) => part(index)).join('');
    const symbols = (await (await codeReader()).symbols('large.ts', text)) ?? [];
    const shown = symbols.map((symbol) => `${symbol.name} ${symbol.head.length} ${symbol.children.map((child) => child.path).join(' ')}`);
    assert.deepEqual(shown, Array.from({ length: 1_000 }, (_, index) => [`K${index} 2 K${index}.f K${index}.g`, ...(index % 97 === 0 ? [`long${index} 0 `] : [])]).flat());
  });
});
