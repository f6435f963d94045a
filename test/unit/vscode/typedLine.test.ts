/** Only lines that an interactive shell takes as they stand are typed, and only harmless ones leave the shell as it was. */
import assert from 'node:assert/strict';
import { BoundedOutput } from '../../../src/vscode/boundedOutput';
import { looksLikeQuestion } from '../../../src/vscode/question';
import { keepsShellState, mayLeaveRunning, survivesTyping } from '../../../src/vscode/typedLine';

describe('typed lines', () => {
  for (const line of ['npm test', 'python3 -m pytest -q "tests/a b.py"', 'echo $HOME && ls | wc -l']) {
    it(`types ${line}`, () => assert.equal(survivesTyping(line, 'bash'), true));
  }
  for (const line of ['echo hi!', 'a\nb', 'a\tb', 'a\u0003', 'a\rb', 'x'.repeat(1_001)]) {
    it(`does not type ${JSON.stringify(line).slice(0, 20)}`, () => assert.equal(survivesTyping(line, 'bash'), false));
  }
  for (const line of ['npm test', './run.sh --all "a b"', 'python3 -m unittest -v', 'g++ a.cpp']) {
    it(`${line} leaves the shell as it was`, () => assert.equal(keepsShellState(line), true));
  }
  for (const line of ['cd /', 'cd', 'export A=1', 'A=1 npm test', '. env.sh', 'source env', 'alias ls=x', 'ls; cd /', 'ls && x', '(cd /)', 'x $(cd /)', 'printf -v PATH x', 'eval x', ' cd /', 'c\\d /', '"cd" /', 'f() { x; }']) {
    it(`${line} may not`, () => assert.equal(keepsShellState(line), false));
  }
  for (const line of ['npm start &', 'sleep 9& echo x', 'nohup npm start', 'a && setsid b', 'bash -c "npm start &"']) {
    it(`${line} may leave something running`, () => assert.equal(mayLeaveRunning(line), true));
  }
  for (const line of ['a && b', 'make 2>&1 | tee log', 'make &> log', 'make |& cat', 'make >& log', "curl 'http://x/?a=1&b=2'", 'echo a\\&b', 'cat nohup.out']) {
    it(`${line} leaves nothing running`, () => assert.equal(mayLeaveRunning(line), false));
  }
});

describe('output', () => {
  it('keeps head and tail of what is endless, and says what is missing', () => {
    const output = new BoundedOutput();
    for (let number = 0; number < 600; number++) output.add(`${String(number).padStart(9, '0')}\n`.repeat(1_000));
    const text = output.text();
    assert.ok(text.length < 3_100_000);
    assert.match(text, /^000000000\n/);
    assert.match(text, /\n\[\d+ characters left out\]\n/);
    assert.match(text, /000000599\n$/);
    assert.match(output.tail(), /000000599\n$/);
  });

  it('keeps all of what is short', () => {
    const output = new BoundedOutput();
    output.add('a');
    output.add('b\n');
    assert.equal(output.text(), 'ab\n');
    assert.equal(output.tail(), 'ab\n');
  });
});

describe('questions', () => {
  for (const tail of ['Overwrite? [y/N] ', 'Password: ', '\u001b[1mContinue (yes/no)?\u001b[0m ', 'done\nName: ', '> ']) {
    it(`sees one in ${JSON.stringify(tail)}`, () => assert.equal(looksLikeQuestion(tail), true));
  }
  for (const tail of ['', 'compiling', 'Why? \n', 'done.\n', 'ok 12 tests']) {
    it(`sees none in ${JSON.stringify(tail)}`, () => assert.equal(looksLikeQuestion(tail), false));
  }
});
