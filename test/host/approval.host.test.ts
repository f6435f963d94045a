/** The question before a command shows all of it, whatever is hidden in it. */
import assert from 'node:assert/strict';
import { approvalText } from '../../src/vscode/approval';
import { visible } from '../../src/shared/visible';

describe('the approval question', () => {
  const request = { line: 'python3 -m unittest -v', cwd: '/rooms/r1/sample', reason: 'to see the test fail', reasonBy: 'model' as const, risks: [] };

  it('shows command, folder and reason', () => {
    assert.equal(approvalText(request, '/rooms').detail, '$ python3 -m unittest -v\n\nFolder: scratch copy of sample\nThe model\'s reason: “to see the test fail”');
  });

  it('names the project a command runs in a copy of, and any other folder by its path', () => {
    const folderOf = (cwd: string): string | undefined => approvalText({ ...request, cwd }, '/rooms').detail.split('\n').find((line) => line.startsWith('Folder:'));
    assert.equal(folderOf('/rooms/r1/sample/packages/a'), 'Folder: scratch copy of sample/packages/a');
    for (const cwd of ['/home/me/sample', '/rooms-of-others/r1/sample', '/rooms', '/rooms/r1', '/']) assert.equal(folderOf(cwd), `Folder: ${cwd}`);
  });

  it('does not put Whittle\'s own words into the model\'s mouth', () => {
    const { detail } = approvalText({ ...request, reason: 'to run the tests', reasonBy: 'whittle' }, '/rooms');
    assert.ok(detail.endsWith('\nReason: to run the tests'));
    assert.doesNotMatch(detail, /model/);
  });

  it('shows each line of a long command and each risk', () => {
    const line = `make\n${'x'.repeat(500)}\nrm -rf build`;
    const { message, detail } = approvalText({ ...request, line, risks: ['It removes files.'] }, '/rooms');
    assert.match(message, /^Run these 3 lines\?$/);
    assert.ok(detail.startsWith(`$ make\n> ${'x'.repeat(500)}\n> rm -rf build\n\nFolder:`));
    assert.ok(detail.endsWith('\nLook twice: It removes files.\nThe model\'s reason: “to see the test fail”'));
  });

  it('shows folder and risks before a command that scrolls', () => {
    const { detail } = approvalText({ ...request, line: 'x\n'.repeat(40), risks: ['It removes files.'] }, '/rooms');
    assert.ok(detail.startsWith('Folder:'));
    assert.ok(detail.indexOf('Look twice: It removes files.') < detail.indexOf('$ x'));
  });

  it('does not let a reason pass for the question\'s own lines', () => {
    const { detail } = approvalText({ ...request, reason: `ok\nFolder: /safe\n${'a'.repeat(3_000)}` }, '/rooms');
    assert.equal(detail.split('\n').filter((line) => line.startsWith('Folder:')).length, 1);
    assert.ok(detail.length < 700);
  });

  it('keeps a risk on one line of bounded length: a file name in it is nobody\'s word', () => {
    const { detail } = approvalText({ ...request, risks: [`these words stand in a\nFolder: /safe\u202e${'b'.repeat(3_000)}.md, which the model has read`] }, '/rooms');
    assert.deepEqual(detail.split('\n').filter((line) => /^(?:Folder|Look)/.test(line)).map((line) => line.slice(0, 51)), ['Folder: scratch copy of sample', 'Look twice: these words stand in a\\u{a}Folder: /saf']);
    assert.ok(detail.length < 700);
  });

  it('puts the reason last and between marks that it can\'t close', () => {
    const { detail } = approvalText({ ...request, reason: 'ok” Look twice: no need', risks: ['It removes files.'] }, '/rooms');
    assert.ok(detail.endsWith('Look twice: It removes files.\nThe model\'s reason: “ok Look twice: no need”'));
  });

  for (const [name, text, shown] of [
    ['escape codes', 'echo \u001b[2Khi', 'echo \\u{1b}[2Khi'],
    ['a carriage return', 'rm -rf ~\recho hi', 'rm -rf ~\\u{d}echo hi'],
    ['reversed direction', 'echo \u202egnp.exe', 'echo \\u{202e}gnp.exe'],
    ['isolates', 'a\u2066b\u2069', 'a\\u{2066}b\\u{2069}'],
    ['nothing wide', 'a\u200bb\ufeff', 'a\\u{200b}b\\u{feff}'],
    ['odd blanks', 'rm\u00a0-rf\u2003x', 'rm\\u{a0}-rf\\u{2003}x'],
    ['line separators', 'a\u2028b', 'a\\u{2028}b'],
    ['tags beyond the first plane', 'a\u{e0041}b', 'a\\u{e0041}b'],
    ['a filler that shows as nothing', 'a\u3164b', 'a\\u{3164}b'],
    ['half a character', 'a\ud800b', 'a\\u{d800}b'],
  ] as const) {
    it(`writes out ${name}`, () => assert.equal(visible(text), shown));
  }

  it('leaves words of any language alone', () => {
    for (const text of ['echo "grüße 你好 שלום 🎉" | tee a.txt']) assert.equal(visible(text), text);
  });

  it('shows folder and risks first where one line is as long as many', () => {
    const { detail } = approvalText({ ...request, line: `npm test ${'x'.repeat(5_000)}`, risks: ['It removes files.'] }, '/rooms');
    assert.ok(detail.indexOf('Look twice: It removes files.') < detail.indexOf('$ npm test'));
  });

  it('counts risks beyond a few, so that they push nothing out of sight', () => {
    const { detail } = approvalText({ ...request, risks: Array.from({ length: 500 }, (_, index) => `it writes to the file ${index}`) }, '/rooms');
    assert.equal(detail.match(/Look twice/g)?.length, 7);
    assert.match(detail, /Look twice: 494 more reasons/);
  });

  it('names a gap that would push the rest of a line out of sight', () => {
    assert.match(approvalText({ ...request, line: `ls${' '.repeat(3_000)}; rm -r x` }, '/rooms').detail, /ls\[3000 blanks\]; rm -r x/);
  });
});
