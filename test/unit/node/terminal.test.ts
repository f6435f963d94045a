/** What a model writes can't forge a question, nor move what the terminal shows. */
import assert from 'node:assert/strict';
import { createFiles } from '../../../src/node/files';
import { createPrinter } from '../../../src/node/printer';
import { createTerminalHost } from '../../../src/node/terminalHost';

describe('the question in a terminal', () => {
  it('keeps reason and risks to a line each and puts the command last', async () => {
    const said: string[] = [];
    const { signal } = new AbortController();
    const host = createTerminalHost({
      files: createFiles(), product: '.', roomsFolder: '/rooms', answer: 'ask', question: () => Promise.resolve('y'), print: () => undefined, log: () => undefined,
      say: (text) => { said.push(text); },
    });
    const reason = `see\n\nWhittle asks to run a command.\r  the command:\n  | ls\u001B[2J${'x'.repeat(500)}`;
    assert.equal(await host.approve({ line: 'touch a\nrm \u202Eb', cwd: '/rooms/one', reason, reasonBy: 'model', risks: ['it names x\n  | ls'] }, signal), 'run');
    const lines = (said[0] ?? '').split('\n');
    assert.equal(lines.length, 8);
    assert.deepEqual(lines.slice(-3), ['  the command:', '  | touch a', '  | rm \\u{202e}b']);
    assert.match(lines[3] ?? '', /^ {2}the model's reason: see Whittle asks.*\\u\{d\}.*\\u\{1b\}\[2Jx+…$/);
    assert.ok((lines[3] ?? '').length <= 235);
    assert.equal(lines[4], '  note: it names x | ls');
    await host.approve({ line: 'npm test', cwd: '/rooms/one', reason: 'to run the tests', reasonBy: 'whittle', risks: [] }, signal);
    assert.equal((said[1] ?? '').split('\n')[3], '  reason: to run the tests');
  });
});

describe('no terminal to ask in', () => {
  it('is a no that says what can be done', async () => {
    const said: string[] = [];
    const host = createTerminalHost({
      files: createFiles(), product: '.', roomsFolder: '/rooms', answer: 'ask', question: undefined, print: () => undefined, log: () => undefined,
      say: (text) => { said.push(text); },
    });
    assert.equal(await host.approve({ line: 'npm test', cwd: '/rooms/one', reason: 'to run the tests', reasonBy: 'whittle', risks: [] }, new AbortController().signal), 'no');
    assert.deepEqual(said, ['There is no terminal to ask in, so this is not run: npm test\nStart whittle in a terminal to be asked, or with --yes to allow every command.']);
  });
});

describe('the printer', () => {
  it('says plainly what was declined, and not what the model is told of it', () => {
    let out = '';
    const print = createPrinter((text) => { out += text; }, { json: false, colour: false });
    print({ kind: 'result', id: '1', tool: 'run_tests', ok: false, text: 'The person said no. Do not ask for it again.', detail: { kind: 'declined', line: 'npm test' }, milliseconds: 1 });
    assert.equal(out, '  Declined: npm test\n');
  });

  it('shows controls of models and programs as text, and keeps lines and tabs', () => {
    let out = '';
    const print = createPrinter((text) => { out += text; }, { json: false, colour: false });
    print({ kind: 'said', reasoning: '', text: 'ok\u001B[2J\u001B[H\u009Bx\n\tnext\r\nend\rover' });
    assert.equal(out, 'ok\\u{1b}[2J\\u{1b}[H\\u{9b}x\n\tnext\nend\\u{d}over\n');
    out = '';
    print({ kind: 'call', id: '1', tool: 'run_command', args: { 'a\u001B[1m': '\u202Ex' } } as Parameters<typeof print>[0]);
    assert.equal(out, '→ run_command a\\u{1b}[1m=\\u{202e}x\n');
  });
});
