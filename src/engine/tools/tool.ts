/** What a tool is: a name, one line, a schema, an example, and a run that never throws at the model. */
import type { z } from 'zod';
import type { Plan } from '../../shared/plan';
import type { ToolDetail } from '../../shared/events';
import type { CodeReader } from '../code/codeReader';
import type { MissedEdit } from '../edit/mergeFallback';
import type { Taken } from '../edit/putBack';
import type { Diagnostic, Host } from '../ports';
import type { KeyVault } from '../room/keyVault';
import type { Room } from '../room/room';
import type { Heard } from '../room/wishOrigin';

export interface ToolResult {
  /** False where the tool refused or failed; `text` then ends with the next move. */
  readonly ok: boolean;
  /** Words for the model. */
  readonly text: string;
  /** Facts for the person. */
  readonly detail: ToolDetail;
}

/** What the editor said of a room file: before the task's first edit of it, and last; undefined where it didn't know. */
export interface KnownProblems {
  readonly first: readonly Diagnostic[] | undefined;
  readonly last: readonly Diagnostic[] | undefined;
  /** What `last` is about. */
  readonly text: string;
}

/** What a task has done so far, as far as tools and the finish gate need it. Only the loop and tools write it. */
export interface TaskRecord {
  /** Content hash by room path of what the model has seen. */
  readonly read: Map<string, string>;
  /** Room paths for which a whole-file write was refused once. */
  readonly writeRefused: Map<string, string>;
  /** By path, the last edit that found no place; patch alone reads and writes it. */
  missed?: Map<string, MissedEdit>;
  /** By room path, how the parts of symbols end that were shown without their rest: code that ends so was never read to its end. */
  cutAt?: Map<string, readonly string[]>;
  /** What remove_symbol took, oldest first, with its room path: add_symbol puts the same code back exactly. */
  taken?: readonly (Taken & { readonly path: string })[];
  /** What the editor said of the files that were edited, by room path; getDiagnostics.ts alone reads and writes it. */
  problems?: Map<string, KnownProblems>;
  /** Counts every accepted edit; commands that changed files count too. */
  edits: number;
  /** Its value when this turn began. */
  editsBefore?: number;
  /** The task was offered nothing that edits or runs: what an earlier one left to review is not for it to test. */
  readonly answersOnly?: boolean;
  /** How all tests ended before the turn's first edit, where that is known. */
  testsBefore?: TestRecord;
  /** What was done, for evidence of plan steps: `edit src/a.py`, `run pytest: passed`. */
  readonly done: string[];
  /** How much of `done` earlier steps took as their evidence. */
  doneAtStep: number;
  plan: Plan;
  lastTests?: TestRecord;
  /** The test command approved for re-runs in this task, with the text of the script behind it. */
  approvedTests?: string;
  /** Command lines the person said no to: not asked again in this task. */
  readonly denied?: Set<string>;
  /** The person said no to running the tests. */
  testsDenied?: boolean;
  /** What tools told the model in this conversation: where a wish may come from. The loop writes it. */
  readonly heard?: Heard[];
  /** Keys of the project's files, which the model knows by name only. */
  readonly keys?: KeyVault;
  /** Set by `finish` once its gate is passed. */
  finished?: { readonly summary: string; readonly tested: boolean };
  /** Milliseconds that people took to answer questions about commands: no tool's own time. */
  waited?: number;
  /** The person's words of this task. */
  readonly request: string;
}

export interface TestRecord {
  readonly line: string;
  readonly exitCode: number | null;
  readonly passed: number | undefined;
  readonly failed: number | undefined;
  /** Value of `TaskRecord.edits` when they ran. */
  readonly afterEdits: number;
  /** The first failures in words. */
  readonly failures: string;
  /** Only a part of the tests was asked for. */
  readonly partial?: boolean;
}

export interface ToolSettings {
  readonly testCommand: string | undefined;
  readonly sandboxPython: string | undefined;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** Milliseconds. */
  readonly commandTimeout: number;
}

export interface ToolContext {
  readonly host: Host;
  readonly room: Room;
  readonly code: CodeReader;
  readonly record: TaskRecord;
  readonly settings: ToolSettings;
  /** Most characters one result may have (a share of the window). */
  readonly resultLimit: number;
  readonly signal: AbortSignal;
}

export interface Tool<A = never> {
  readonly name: string;
  /** One line, as the model reads it. */
  readonly purpose: string;
  readonly schema: z.ZodType<A>;
  readonly example: A;
  /** Optional arguments that are accepted but not shown to the model: refusals name them when they help. */
  readonly unadvertised?: readonly string[];
  /** Arguments shown as required though another form of the call does without them. */
  readonly asked?: readonly string[];
  /** May change files or start something. */
  readonly changes: boolean;
  /** Its arguments are text of files: the name of a key in them stands for the key. Of no other tool, so that no command carries one out. */
  readonly writesText?: true;
  run(args: A, context: ToolContext): Promise<ToolResult>;
}

/** A refusal or failure; `next` is the model's next move. */
export function refuse(what: string, next: string): ToolResult {
  return { ok: false, text: `${what} ${next}`.trimEnd(), detail: { kind: 'none' } };
}

/** A plain success. */
export function tell(text: string, detail: ToolDetail = { kind: 'none' }): ToolResult {
  return { ok: true, text, detail };
}
