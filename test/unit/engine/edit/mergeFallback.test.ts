import assert from 'node:assert/strict';
import { regionFor, withAnchor, withRegion } from '../../../../src/engine/edit/mergeFallback';
import { codeReader } from '../../../support/memoryContext';

const text = 'import os\n\n\nclass Job:\n    def go(self, n):\n        total = 0\n        for k in range(n):\n            total += k\n        return total\n\n    def stop(self):\n        return None\n';
const edit = { old: '        total = 0\n        for k in range(m):\n            total += k\n', fresh: '        total = 0\n        for k in range(m):\n            total += k * 2\n            log(k)\n' };

describe('withAnchor', () => {
  it('keeps what the file has in lines the edit leaves alone', () => {
    const file = text.replace('total = 0', 'total = 5');
    const wanted = { old: 'total = 0\nfor k in range(n):\n    total += k\nreturn total\n', fresh: 'total = 0\nfor k in range(n):\n    total += k * 2\nreturn total\n' };
    const settled = withAnchor(file, wanted, '```python\ntotal = 5\nfor k in range(n):\n    total += k\nreturn total\n```');
    assert.ok(settled.ok, settled.ok ? '' : settled.why);
    assert.equal(settled.text, file.replace('total += k', 'total += k * 2'));
  });

  it('is no use where the changed lines themselves differ or the anchor fits nowhere', () => {
    assert.match(JSON.stringify(withAnchor(text, { old: 'total = 1\n', fresh: 'total = 2\n' }, '        total = 0\n')), /very lines to be changed/);
    assert.equal(withAnchor(text, { old: 'x', fresh: 'y' }, 'x').ok, false);
  });
});

describe('regionFor', () => {
  it('is the innermost symbol around the nearest text', async () => {
    const symbols = await (await codeReader()).symbols('a.py', text);
    const region = regionFor(text, symbols, edit.old);
    assert.equal(region?.symbol, 'Job.go');
    assert.equal(region?.text, text.slice(text.indexOf('    def go'), text.indexOf('\n    def stop')));
  });

  it('is the file where there is no symbol and the file is short, else nothing', () => {
    assert.equal(regionFor('a = 1\nb = 2\n', undefined, 'a = 3')?.text, 'a = 1\nb = 2\n');
    assert.equal(regionFor('a = 1\n'.repeat(121), undefined, 'zzz'), undefined);
  });
});

describe('withRegion', () => {
  const region = { start: text.indexOf('    def go'), end: text.indexOf('\n    def stop'), text: '' };
  const whole = { ...region, text: text.slice(region.start, region.end) };
  const good = whole.text.replace('total += k\n', 'total += k * 2\n            log(k)\n');

  it('takes the change and nothing else', () => {
    const settled = withRegion(text, whole, edit, `\`\`\`python\n${good}\`\`\``);
    assert.ok(settled.ok, settled.ok ? '' : settled.why);
    assert.equal(settled.text, text.replace('total += k\n', 'total += k * 2\n            log(k)\n'));
  });

  it('keeps CRLF', () => {
    const crlf = text.replaceAll('\n', '\r\n');
    const start = crlf.indexOf('    def go');
    const end = crlf.indexOf('\r\n    def stop');
    const settled = withRegion(crlf, { start, end, text: crlf.slice(start, end) }, edit, good);
    assert.ok(settled.ok && settled.text === text.replace('total += k\n', 'total += k * 2\n            log(k)\n').replaceAll('\n', '\r\n'));
  });

  for (const [name, answer, why] of [
    ['a line outside the change is lost', good.replace('        return total\n', ''), /must stay: return total/],
    ['a line was invented', good.replace('log(k)', 'log(k)\n            print(k)'), /not part of the change: print/],
    ['code was left out', good.replace('        return total\n', '        # ... rest of the function ...\n'), /left out/],
    ['more goes than the change replaces', good.replace('        total = 0\n', '').replace('        for k in range(n):\n            total += k * 2\n            log(k)\n        return total', '        log(k)'), /lines would go|must stay/],
    ['nothing changed', whole.text, /unchanged/],
  ] as const) {
    it(`refuses where ${name}`, () => {
      const settled = withRegion(text, whole, edit, answer);
      assert.ok(!settled.ok);
      assert.match(settled.why, why);
    });
  }

  it('refuses to drop two lines that are alike for one', () => {
    const file = { start: 0, end: 12, text: 'go(1)\ngo(1)\n' };
    assert.match(JSON.stringify(withRegion(file.text, file, { old: 'go(2)\n', fresh: 'go(3)\n' }, 'go(3)\n')), /2 lines would go/);
  });
});
