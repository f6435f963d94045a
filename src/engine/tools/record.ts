/** What a task has on record when it, or another turn of it, begins. */
import { emptyPlan } from '../plan/plan';
import type { TaskRecord } from './tool';

/** `before`: the conversation's last record, whose room this task goes on in. `answersOnly`: it can neither edit nor run. */
export function newRecord(request: string, before: TaskRecord | undefined, answersOnly = false): TaskRecord {
  const record: TaskRecord = {
    request, plan: emptyPlan, done: [], doneAtStep: 0, denied: new Set(),
    read: before?.read ?? new Map(), writeRefused: before?.writeRefused ?? new Map(),
    edits: before?.edits ?? 0, answersOnly,
  };
  beginTurn(record, before);
  return record;
}

/** What a turn is judged by at its end, should it fail; tests count that ran after the last edit of `before`. */
export function beginTurn(record: TaskRecord, before: TaskRecord | undefined = record): void {
  const last = before?.lastTests;
  record.editsBefore = record.edits;
  delete record.testsBefore;
  if (last !== undefined && last.partial !== true && last.afterEdits === record.edits) record.testsBefore = last;
}

/** Whether the turn was one to answer and stayed one: it neither edited nor ran tests. */
export function onlyAnswered({ answersOnly, edits, editsBefore, lastTests }: TaskRecord): boolean {
  return answersOnly === true && edits === editsBefore && lastTests === undefined;
}
