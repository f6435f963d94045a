/** A turn that fails hard goes back to how it began, and nothing of it is lost: real tests in a real room. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEngine, type Engine } from '../../../src/engine/engine';
import type { Outcome } from '../../../src/shared/events';
import { withDisk } from '../../support/diskContext';
import { scriptedModel, type Line, type ScriptedModel } from '../../support/scriptedModel';
import type { Tree } from '../../support/temporary';

const project = {
  'calc.py': 'def add(a, b):\n    return a + b\n\n\ndef sub(a, b):\n    return b - a\n',
  'tests/test_calc.py': 'import unittest\nfrom calc import add, sub\n\nclass T(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(add(1, 2), 3)\n\n    def test_sub(self):\n        self.assertEqual(sub(3, 2), 1)\n',
  '.gitignore': '__pycache__/\n',
} satisfies Tree;
const call = (name: string, args: object): Line => ({ calls: [[name, args]] });
const run = call('run_tests', {});
const change = (name: 'add' | 'sub', body: string): Line => call('update_symbol', { name, path: 'calc.py', code: `def ${name}(a, b):\n    return ${body}` });
const finish = call('finish', { summary: 'It is done.' });
/** In circles until the task gives up. */
const circles: readonly Line[] = Array.from({ length: 8 }, () => call('read_file', { path: 'calc.py' }));

interface Rig {
  readonly engine: Engine;
  readonly model: ScriptedModel;
  /** Another engine in the same world. */
  again(): Engine;
  ask(text: string): Promise<Outcome>;
  /** calc.py as it waits for review; undefined where nothing of it does. */
  waiting(): Promise<string | undefined>;
}

function rig(lines: readonly Line[], work: (rig: Rig) => Promise<void>, { rollBack = true, calc = project['calc.py'] } = {}): Promise<void> {
  return withDisk({ ...project, 'calc.py': calc }, { answers: ['run', 'run', 'run'] }, async (context) => {
    const model = scriptedModel(lines);
    const again = (): Engine => createEngine({
      host: { ...context.host, roomsFolder: join(context.outer, 'others') }, workspace: join(context.outer, 'ws'), trusted: () => true, connect: () => Promise.resolve(model), code: () => Promise.resolve(context.code),
      settings: () => ({ ...context.settings, maxRounds: 30, thinkingBudget: undefined, rollBack }),
    });
    const engine = again();
    const waiting = async (): Promise<string | undefined> => {
      const file = (await engine.changes()).files.find(({ path }) => path === 'calc.py');
      return file === undefined ? undefined : new TextDecoder().decode(file.after ?? undefined);
    };
    await work({ engine, again, model, waiting, ask: (text) => engine.run({ text }, context.signal) });
    await engine.settle();
    assert.equal(await readFile(join(context.outer, 'ws/calc.py'), 'utf8'), calc);
  });
}

describe('a turn that fails', function () {
  this.timeout(60_000);

  it('with red tests goes back to what the turn before had left, can be brought back, and the model knows', () => rig(
    [change('sub', 'a - b'), run, finish, change('add', 'a * b'), run, ...circles, call('read_symbol', { name: 'add', path: 'calc.py' }), finish],
    async ({ engine, again, model, waiting, ask }) => {
      assert.equal((await ask('Fix sub in calc.py')).kind, 'done');
      const good = await waiting();
      const failed = await ask('Change add in calc.py');
      assert.ok(failed.kind === 'failed' && failed.code === 'looping', JSON.stringify(failed));
      assert.match(failed.cause, /went in circles.+ The tests fail after its last edit \(1 failed\), so what it had changed in calc\.py was taken back\.$/u);
      assert.deepEqual([failed.next, failed.fix], ['Bring it back to look at it, or ask again in a smaller step.', 'bring-back']);
      assert.equal(await waiting(), good, 'the first turn stays');
      assert.equal(engine.wasTakenBack(), true);
      assert.deepEqual(engine.edits().map(({ number }) => number), [1], 'what was taken back is no edit to be taken back once more');

      // A later start knows it too.
      const later = again();
      await later.resume(engine.room()?.id ?? '');
      assert.equal(later.wasTakenBack(), true);
      assert.deepEqual(await engine.bringBack(), { restored: ['calc.py'], refused: [] });
      assert.match((await waiting()) ?? '', /return a \* b[^]+return a - b/u);
      assert.equal(engine.wasTakenBack(), false);
      assert.deepEqual(engine.edits().map(({ number }) => number), [1, 2]);

      await ask('go on');
      const told = model.requests.at(-1)?.messages.filter(({ role }) => role === 'user').map(({ content }) => content.split(/[:.]/u, 1)[0]);
      assert.deepEqual(told?.slice(-4, -1), ['What you changed in this turn did not hold and was taken back', 'The person brought your changes in calc', 'go on']);
    }));

  it('goes back where as many tests fail as before it, and stays where fewer do', async () => {
    await rig([run, change('sub', 'a - b'), change('add', 'b'), run, ...circles], async ({ ask, waiting }) => {
      const same = await ask('Fix calc.py');
      assert.ok(same.kind === 'failed' && same.fix === 'bring-back');
      assert.equal(await waiting(), undefined);
    });
    await rig([run, change('sub', 'a - b'), run, ...circles], async ({ engine, ask, waiting }) => {
      const better = await ask('Fix calc.py');
      assert.ok(better.kind === 'failed' && better.fix !== 'bring-back', JSON.stringify(better));
      assert.match((await waiting()) ?? '', /return a - b/u);
      assert.equal(engine.wasTakenBack(), false);
    }, { calc: project['calc.py'].replace('a + b', '0') });
  });

  it('keeps what no test has judged, what only ran out of rounds or was stopped, and what a face can not bring back', async () => {
    await rig([change('add', 'a * b'), ...circles], async ({ ask, waiting }) => {
      assert.equal((await ask('Change add')).kind, 'failed');
      assert.match((await waiting()) ?? '', /a \* b/u);
    });
    await rig([change('add', 'a * b'), run, change('add', 'a ** b'), ...circles], async ({ ask, waiting }) => {
      assert.equal((await ask('Change add')).kind, 'failed');
      assert.match((await waiting()) ?? '', /a \*\* b/u, 'edited after the last run');
    });
    await rig([change('add', 'a * b'), run, ...Array.from({ length: 30 }, (_, at) => call('read_file', { path: 'calc.py', offset: at + 1 }))], async ({ ask, waiting }) => {
      const failed = await ask('Change add');
      assert.equal(failed.kind === 'failed' && failed.code, 'rounds-used-up');
      assert.match((await waiting()) ?? '', /a \* b/u);
    });
    await rig([change('add', 'a * b'), run, ...circles], async ({ ask, waiting }) => {
      assert.equal((await ask('Change add')).kind, 'failed');
      assert.match((await waiting()) ?? '', /a \* b/u);
    }, { rollBack: false });
  });

  it('with a syntax error that a command made goes back, new files included', () => rig(
    [call('run_command', { command: 'printf "def broken(:\\n" > extra.py; printf "def add(\\n" > calc.py', reason: 'x' }), ...circles],
    async ({ ask, engine, again }) => {
      const failed = await ask('Change add');
      assert.ok(failed.kind === 'failed' && failed.fix === 'bring-back', JSON.stringify(failed));
      assert.match(failed.cause, /It left a syntax error \(.+\), so what it had changed in 2 files was taken back\.$/u);
      assert.deepEqual((await engine.changes()).files, []);
      const later = again();
      await later.resume(engine.room()?.id ?? '');
      assert.equal(later.wasTakenBack(), true, 'written down though nothing waits for review');
      assert.deepEqual((await engine.bringBack()).restored.toSorted(), ['calc.py', 'extra.py']);
      assert.deepEqual((await engine.changes()).files.map(({ path }) => path).toSorted(), ['calc.py', 'extra.py']);
    }));
});
