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

  it('depends on nothing but its text, however fast it is read and whatever is broken in it', async () => {
    const part = (index: number): string => `template <typename T${index}>\nclass C${index} : public Base<T${index}> {\n public:\n  C${index}(const C${index}& other) noexcept;\n  template <typename U> static C${index}<U> New(Env env, T${index}& (*call)(const Info&), void* data = nullptr);\n  operator T${index}*() const;\n  T${index}& operator=(const T${index}& o) { value = o; return *this; }\n private:\n  T${index} value;\n};\n\n`;
    const text = `#pragma once\n#include <string>\nnamespace n {\n${Array.from({ length: 600 }, (_, index) => part(index)).join('')}}\n`;
    assert.ok(text.length > 100_000);
    const now = performance.now;
    const outlines = new Set<string>();
    try {
      for (const step of [0, 7, 1_000]) {
        let time = 0;
        performance.now = () => (time += step);
        outlines.add(JSON.stringify(await (await codeReader()).symbols(`${step}.h`, text)));
      }
    } finally {
      performance.now = now;
    }
    assert.equal(outlines.size, 1);
  });
});
