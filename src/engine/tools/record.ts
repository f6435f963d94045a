/** What a task has on record when it, or another turn of it, begins. */
import { emptyPlan } from '../plan/plan';
import type { TaskRecord } from './tool';

/** `before`: the conversation's last record, whose room this task goes on in. */
export function newRecord(request: string, before: TaskRecord | undefined): TaskRecord {
  const record: TaskRecord = {
    request, plan: emptyPlan, done: [], doneAtStep: 0, denied: new Set(),
    read: before?.read ?? new Map(), writeRefused: before?.writeRefused ?? new Map(),
    edits: before?.edits ?? 0,
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
