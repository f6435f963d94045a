import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCodeReader } from '../../../src/engine/code/createCodeReader';
import { LARGE, type OtherThreads } from '../../../src/engine/code/otherThreads';
import { languageFiles } from '../../../src/node/languageFiles';
import { parserThreads } from '../../../src/node/parserThreads';
import { threadScript } from '../../support/threadScript';

const root = path.resolve(__dirname, '../../..');
const large = Array.from({ length: 4_500 }, (_, index) => `export function f${String(index)}(a: number): number {\n  return \`\n${String(index)}\` + a;\n}\n`).join('');

describe('parser threads', () => {
  let folder = '';
  let script = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'whittle-threads-'));
    script = await threadScript(folder);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const said: string[] = [];
  const start = (program = script, threads = 1): OtherThreads => parserThreads({ script: program, folder: root, threads, log: (line) => { said.push(line); } });
  beforeEach(() => { said.length = 0; });

  /** A reader and what it asked of the threads. */
  const reading = async (threads: OtherThreads): Promise<{ readonly code: Awaited<ReturnType<typeof createCodeReader>>; readonly asked: string[] }> => {
    const asked: string[] = [];
    const watched: OtherThreads = { ...threads, ask: (question) => { asked.push(question.kind); return threads.ask(question); } };
    return { code: await createCodeReader(languageFiles(root), () => undefined, undefined, watched), asked };
  };

  it('read a large file, and say of it what this thread would', async () => {
    assert.ok(large.length > LARGE);
    const { code, asked } = await reading(start());
    const alone = await createCodeReader(languageFiles(root), () => undefined);
    assert.deepEqual(await code.symbols('a.ts', large), await alone.symbols('a.ts', large));
    assert.deepEqual(await code.check('a.ts', `${large}(`), await alone.check('a.ts', `${large}(`));
    assert.deepEqual(await code.multilineStrings('a.ts', large), await alone.multilineStrings('a.ts', large));
    assert.deepEqual(await code.occurrences('a.ts', large, 'f7'), await alone.occurrences('a.ts', large, 'f7'));
    assert.deepEqual([asked, said], [['symbols', 'check', 'multilineStrings', 'occurrences'], []]);
  });

  it('are left alone where a small file is read, and help where many are', async () => {
    const { code, asked } = await reading(start());
    await code.symbols('one.py', 'def one(): pass\n');
    assert.deepEqual(asked, []);
    const several = await Promise.all(['two', 'three', 'four'].map((name) => code.symbols(`${name}.py`, `def ${name}(): pass\n`)));
    assert.deepEqual(several.map((symbols) => symbols?.[0]?.name), ['two', 'three', 'four']);
    assert.ok(asked.length > 0, 'a thread had its share');
  });

  it('share what waits, each question answered for itself, and leave none open when all die', async () => {
    const questions = Array.from({ length: 300 }, (_, index) => ({ kind: 'symbols' as const, path: `${String(index)}.ts`, text: index === 7 ? large : `const c${String(index)} = 1;\n` }));
    const two = start(script, 2);
    const answers = await Promise.all(questions.map((question) => two.ask(question))) as readonly (readonly { readonly name: string }[])[];
    assert.deepEqual(answers.map((symbols) => symbols[0]?.name), questions.map((_, index) => (index === 7 ? 'f0' : `c${String(index)}`)));
    const once = path.join(folder, 'once.js');
    await writeFile(once, 'require("node:worker_threads").parentPort.on("message", () => process.exit(3));');
    const dying = start(once, 2);
    assert.deepEqual(new Set(await Promise.all(questions.map((question) => dying.ask(question)))), new Set([undefined]));
    assert.deepEqual([said.length, dying.idle()], [2, false]);
  });

  it('have as much to do each, to the last question', async () => {
    const telling = path.join(folder, 'telling.js');
    await writeFile(telling, 'const { parentPort, threadId } = require("node:worker_threads"); parentPort.on("message", (letters) => parentPort.postMessage(letters.map(({ id }) => ({ id, value: threadId, more: false }))));');
    const two = start(telling, 2);
    for (const count of [2, 4]) {
      const answers = await Promise.all(Array.from({ length: count }, (_, index) => two.ask({ kind: 'symbols', path: `${String(index)}.ts`, text: '' })));
      const [first] = answers;
      assert.equal(answers.filter((thread) => thread === first).length, count / 2, answers.join());
    }
  });

  it('are done without where none can start, and where one dies', async () => {
    const dying = path.join(folder, 'dying.js');
    await writeFile(dying, 'require("node:worker_threads").parentPort.on("message", () => process.exit(3));');
    for (const program of [path.join(folder, 'missing.js'), dying]) {
      said.length = 0;
      const { code } = await reading(start(program));
      assert.equal((await code.symbols('a.ts', large))?.length, 4_500, program);
      assert.equal((await code.symbols('b.ts', large))?.length, 4_500, program);
      assert.deepEqual(said.map((line) => /^A parser thread failed/.test(line)), [true], said.join('\n'));
    }
  });
});
