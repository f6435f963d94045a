import assert from 'node:assert/strict';
import type { EngineEvent } from '../../../src/shared/events';
import { PersonsTime } from '../../../src/vscode/personsTime';

describe('the time a person takes to answer', () => {
  const call: EngineEvent = { kind: 'call', id: 'c', tool: 'run_command', args: {} };
  const result = (milliseconds: number): EngineEvent => ({ kind: 'result', id: 'c', tool: 'run_command', ok: true, text: '', detail: { kind: 'none' }, milliseconds });

  it('is told while it lasts, and is no time of the tool\'s', async () => {
    const told: EngineEvent[] = [];
    let now = 100;
    const persons = new PersonsTime((event) => { told.push(event); }, () => now);
    persons.tell(call);
    assert.equal(await persons.during(() => {
      now += 7_000;
      assert.deepEqual(told.at(-1), { kind: 'asking', on: true });
      return Promise.resolve('Run');
    }), 'Run');
    assert.deepEqual(told.at(-1), { kind: 'asking', on: false });
    persons.tell(result(7_250));
    assert.deepEqual(told.at(-1), result(250));
    persons.tell(call);
    persons.tell(result(40));
    assert.deepEqual(told.at(-1), result(40));
  });

  it('ends where asking fails', async () => {
    const told: EngineEvent[] = [];
    await assert.rejects(new PersonsTime((event) => { told.push(event); }).during(() => Promise.reject(new Error('closed'))), /closed/);
    assert.deepEqual(told.at(-1), { kind: 'asking', on: false });
  });
});
