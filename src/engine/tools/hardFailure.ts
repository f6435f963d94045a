/** The end of a turn that failed by its own doing: what it changed is taken back where that certainly doesn't hold. */
import type { FailureCode, Outcome } from '../../shared/events';
import { changesSince, returnTo, type Checkpoint } from '../room/checkpoint';
import { isRed } from '../room/verify';
import { brokenFiles } from './brokenFiles';
import type { TaskRecord, TestRecord, ToolContext } from './tool';

/** After these the model's tries are used up; the others may simply go on. */
const givenUp: ReadonlySet<FailureCode> = new Set(['looping', 'malformed', 'cut-off', 'empty-answers', 'only-reasoning']);

/** The outcome, and the room back at the checkpoint where the turn failed hard: its tries used up, and a file broken or the tests red after the last edit. */
export async function rolledBack(outcome: Outcome, context: ToolContext, checkpoint: Checkpoint): Promise<Outcome> {
  const { record, room, host } = context;
  if (outcome.kind !== 'failed' || !givenUp.has(outcome.code) || record.edits === record.editsBefore) return outcome;
  const why = await whyItFails(context, checkpoint);
  if (why === undefined) return outcome;
  const { restored, refused } = await returnTo(room, checkpoint);
  if (restored.length === 0) return outcome;
  for (const path of restored) record.read.delete(path);
  record.edits += 1;
  record.done.push('take back the turn');
  if (refused.length > 0) host.log(`not taken back with the turn: ${refused.join(', ')}`);
  const left = refused.length === 0 ? '' : ` Not taken back: ${refused.slice(0, 5).join(', ')}; look at them in the review.`;
  return {
    ...outcome, fix: 'bring-back',
    cause: `${outcome.cause} ${why}, so what it had changed in ${restored.length === 1 ? String(restored[0]) : `${restored.length} files`} was taken back.`,
    next: `Bring it back to look at it, or ask again in a smaller step.${left}`,
  };
}

async function whyItFails({ record, code, room }: ToolContext, checkpoint: Checkpoint): Promise<string | undefined> {
  const [broken] = await brokenFiles(await changesSince(room, checkpoint), code);
  if (broken !== undefined) return `It left a syntax error (${broken})`;
  const { lastTests, testsBefore } = record;
  if (lastTests === undefined || lastTests === testsBefore || lastTests.afterEdits !== record.edits || !isRed(lastTests) || isBetter(lastTests, record)) return undefined;
  return `The tests fail after its last edit${lastTests.failed === undefined ? '' : ` (${lastTests.failed} failed)`}`;
}

/** Fewer tests fail than before the turn: worth a look of the person. */
function isBetter({ failed }: TestRecord, { testsBefore }: TaskRecord): boolean {
  return testsBefore !== undefined && isRed(testsBefore) && failed !== undefined && failed < (testsBefore.failed ?? 0);
}
