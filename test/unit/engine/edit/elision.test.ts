import assert from 'node:assert/strict';
import { findElision } from '../../../../src/engine/edit/elision';

const old = 'function f() {\n  one();\n  two();\n  three();\n}\n';

describe('findElision', () => {
  for (const line of [
    '// ... rest of the function unchanged ...', '// ...existing code...', '# ... rest of the code remains the same ...', '// rest of the code unchanged',
    '/* ... */', '// ...', '# ...', '<!-- rest of the file unchanged -->', '{/* ... existing fields ... */}', '-- ... (unchanged)', '// … other methods stay the same …',
    '# existing code here', '# Rest of the implementation', '// (rest of code omitted for brevity)', '... rest of the code ...', '[... rest of file unchanged ...]',
    '// remaining methods unchanged', '# keep existing imports as is', '// Same as before', '/* unchanged */', '// ... keep the rest', '// The rest of the class stays the same.',
    '// ... more handlers', '// existing implementation remains unchanged', '""" ... rest of module ... """', '; ... existing code ...', '// [rest of the code]',
  ]) {
    it(`sees ${line}`, () => {
      assert.equal(findElision(old, `function f() {\n  ${line}\n  four();\n}\n`)?.line, 2);
    });
  }

  for (const line of [
    '// keep the rest of the list sorted', '// previous value, unchanged by reset()', '// existing users see the remaining days', 'const g = (...rest) => f({ ...existing, rest });',
    'call(...args);', '    ...', 'x = arr[..., 0]', '// TODO: handle other cases', '// The remaining budget is the same for both', '# wait for the rest of the workers', 'print("... rest of the code ...")',
    '// the same function handles unchanged files', '/** Returns the rest of the path. */', '// "..." separates the ranges from the rest', '# rest', 'a = 1  # ... and so on', '...options,', '...rest',
    '// existing code paths call this twice', '// see the rest of this file for details', '# This code is unchanged since 2010', '// loading...', '# Retrying...',
  ]) {
    it(`lets pass ${line}`, () => {
      assert.equal(findElision(old, `function f() {\n  ${line}\n  four();\n}\n`), undefined);
    });
  }

  it('takes dots beside other statements for what they stand for, and an empty body for one', () => {
    const python = 'class A:\n    x = 1\n\n    def f(self):\n        return 1\n';
    for (const code of ['class A:\n    ...\n\n    def g(self):\n        pass\n', 'class A:\n    def g(self):\n        pass\n\n    ...\n', 'class A:\n    x = 2\n    ...\n']) assert.notEqual(findElision(python, code, { declaration: true }), undefined, code);
    for (const code of ['class A:\n    ...\n', 'class A:\n    """Doc."""\n    ...\n', 'class A:\n    def f(self):\n        ...\n\n    def g(self):\n        ...\n', 'def f():\n    """\n    >>> for x in y:\n    ...     print(x)\n    ...\n    1\n    """\n']) assert.equal(findElision(python, code, { declaration: true }), undefined, code);
    assert.equal(findElision('a\n', 'b\n...\n'), undefined);
  });

  it('lets the file\'s own comments pass', () => {
    assert.equal(findElision('a\n// ... rest unchanged\n', 'b\n// ... rest unchanged\n'), undefined);
    assert.equal(findElision('a\n', 'b\n// ...\n', { file: 'x\n// ...\na\n' }), undefined);
    assert.equal(findElision('a\n', 'a\n// ...\n'), undefined);
  });

  it('lets prose quote them unless it loses text', () => {
    assert.equal(findElision('# T\n', '# T\n// ... existing code ...\n', { prose: true }), undefined);
    assert.equal(findElision('# T\none\ntwo\n', '# T2\n<!-- rest of the document unchanged -->\n', { prose: true })?.line, 2);
  });
});
