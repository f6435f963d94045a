/** createEngine: the only wiring. One engine is one conversation about one workspace. */
import type { ChangeSet } from '../shared/changes';
import type { Category, Outcome } from '../shared/events';
import type { Plan } from '../shared/plan';
import { createCodeReader } from './code/createCodeReader';
import type { CodeReader } from './code/codeReader';
import { summarise } from './edit/summarise';
import { Cancelled, faultTrace, faultWords, outcomeOfFault } from './errors';
import { runTask, type Task } from './loop';
import { recall, remember, type EarlierTurn } from './memory/said';
import type { ChatMessage, Host, Model, Profile } from './ports';
import { corrections } from './prompt/corrections';
import { firstMessage, type Place } from './prompt/messages';
import { systemText } from './prompt/system';
import { atStart, bringBack, takeCheckpoint, wasTakenBack } from './room/checkpoint';
import { createRoom } from './room/createRoom';
import { standing, takeBackEdit, type TakenBack } from './room/editHistory';
import { createKeyVault } from './room/keyVault';
import { mayShowFrom } from './room/mayShow';
import { openWorkspace } from './room/openWorkspace';
import type { Root } from './room/joinRoots';
import { reopenRoom } from './room/reopenRoom';
import type { Room, RoomEdit } from './room/room';
import { route, type Decision } from './route/router';
import { needsSelection, selectCategory, type TwoStage } from './route/selectCategory';
import { failures } from './route/failures';
import { routeFor, untrusted, type Route } from './route/routes';
import { rolledBack } from './tools/hardFailure';
import { beginTurn, newRecord, onlyAnswered } from './tools/record';
import type { TaskRecord, ToolSettings } from './tools/tool';

export interface EngineSettings extends ToolSettings {
  readonly maxRounds: number;
  /** Tokens; undefined leaves it to the route. */
  readonly thinkingBudget: number | undefined;
  /** Whether the model is asked for a task's category first; left out: never. */
  readonly twoStage?: TwoStage;
  /** Whether a turn that fails hard is taken back; for a face that can bring it back. */
  readonly rollBack?: boolean;
}

export interface TaskRequest {
  readonly text: string;
  /** Where the person was. */
  readonly place?: Place;
  /** Given by a command such as rewrite; otherwise the router decides. */
  readonly category?: Category;
  /** Of an interrupted task that goes on. */
  readonly plan?: Plan;
  /** What an earlier window's conversation came to, oldest first; with the first task of a later one. */
  readonly earlier?: readonly EarlierTurn[];
}

export interface EngineOptions {
  readonly host: Host;
  /** Absolute; a function where it may change while the engine lives. */
  readonly workspace: string | (() => string);
  /** The workspace's folders, where it has several and `host.files` shows them below it (`joinRoots`). */
  readonly roots?: () => readonly Root[] | undefined;
  readonly trusted: () => boolean;
  readonly settings: () => EngineSettings;
  readonly connect: (signal: AbortSignal) => Promise<Model>;
  /** One reader may serve several engines; left out, this one makes its own from the host's languages. */
  readonly code?: () => Promise<CodeReader>;
}

export interface Engine {
  /** Works on one task until it ends; every fault becomes an Outcome. The events' last is `finished`. */
  run(task: TaskRequest, signal: AbortSignal): Promise<Outcome>;
  /** The room of the present task, kept for review. */
  room(): Room | undefined;
  /** What the room holds that the workspace did not; empty without a room. */
  changes(): Promise<ChangeSet>;
  /** Takes up the room that an earlier engine left for review. Throws with the next move where it is gone or damaged. */
  resume(room: string): Promise<void>;
  /** The edits of the present room that can be taken back one by one, oldest first. */
  edits(): readonly RoomEdit[];
  /** Between tasks. Tests have to run again. */
  takeBack(number: number): Promise<TakenBack>;
  /** Whether a failed turn was taken back and can be brought back. */
  wasTakenBack(): boolean;
  /** Between tasks: that turn's changes as they were. `refused` says what could not be, each with the next move. */
  bringBack(): Promise<{ readonly restored: readonly string[]; readonly refused: readonly string[] }>;
  /** After apply or discard: removes the room; the next task starts from the workspace. */
  settle(): Promise<void>;
  /** A new conversation; the room goes too. */
  reset(): Promise<void>;
  model(): Profile | undefined;
  /** Shared with the face: it finds the symbol under the cursor. */
  code(): Promise<CodeReader>;
}

/** What a conversation remembers between its tasks. */
interface Conversation {
  room: Room | undefined;
  model: Model | undefined;
  category: Category | undefined;
  /** The last task, as long as it may go on. */
  unfinished: Task | undefined;
  record: TaskRecord;
  /** Earlier words of both sides, newest last. */
  readonly said: ChatMessage[];
}

export function createEngine(options: EngineOptions): Engine {
  const { host } = options;
  let reader: Promise<CodeReader> | undefined;
  const code = options.code ?? ((): Promise<CodeReader> => (reader ??= createCodeReader(host.languages, host.log)));
  let conversation = emptyConversation();

  async function settle(): Promise<void> {
    const room = conversation.room;
    conversation.room = undefined;
    conversation.unfinished = undefined;
    // What stays on the disk is cleared away with the old rooms: no reason to call what went well a failure.
    await room?.discard().catch((error: unknown) => { host.log(`A scratch copy could not be removed: ${faultTrace(error)}`); });
  }

  return {
    code,
    room: () => conversation.room,
    model: () => conversation.model?.profile,
    changes: async () => (await conversation.room?.changes()) ?? { files: [] },
    settle,
    edits: () => standing(conversation.room?.history.list() ?? []),
    takeBack: async (number) => {
      const { room, record } = conversation;
      const done = await takeBackEdit(room, number);
      if (done.ok) record.read.delete(done.path);
      if (done.ok) record.edits++;
      if (done.ok && room !== undefined) await keep(room, host);
      return done;
    },
    wasTakenBack: () => wasTakenBack(conversation.room),
    bringBack: async () => {
      const { room, record, unfinished } = conversation;
      const done = await bringBack(room);
      if (done.restored.length > 0) unfinished?.history.push({ role: 'user', content: corrections.broughtBack(done.restored) });
      for (const path of done.restored) record.read.delete(path);
      record.edits += done.restored.length;
      return done;
    },
    resume: async (id) => {
      conversation.room = await reopenRoom({ files: host.files, roomsFolder: host.roomsFolder, workspace: workspaceOf(options), id, mayShow: mayShowFrom(host, () => conversation.record) });
    },
    reset: async () => {
      await settle();
      conversation = emptyConversation(conversation.model);
    },
    run: async (request, signal) => {
      const outcome = await outcomeOf(async () => work(options, await code(), conversation, request, signal), signal, host);
      // What a command left running ends with the task that wanted it.
      await host.shell.endBackground?.().catch((error: unknown) => { host.log(`What commands left running could not be ended: ${faultTrace(error)}`); });
      if (outcome.kind === 'failed' && unreachable.has(outcome.code)) conversation.model = undefined;
      const final = await closed(conversation, outcome, host);
      remember(conversation.said, request.text, final, conversation.model?.profile.window);
      host.emit({ kind: 'finished', outcome: final });
      return final;
    },
  };
}

/** The outcome with what the room holds. A room that can't be looked at any more ends the task by name, and the next one gets a new room. */
async function closed(conversation: Conversation, outcome: Outcome, host: Host): Promise<Outcome> {
  const { room } = conversation;
  try {
    const summaries = summarise((await room?.changes()) ?? { files: [] });
    if (room !== undefined) host.emit({ kind: 'changes', changes: summaries });
    if (summaries.length === 0) await dropRoom(conversation);
    if (conversation.room !== undefined) await keep(conversation.room, host);
    return outcome.kind === 'done' ? { ...outcome, changes: onlyAnswered(conversation.record) ? 0 : summaries.length } : outcome;
  } catch (error) {
    host.log(faultTrace(error));
    conversation.room = undefined;
    conversation.unfinished = undefined;
    if (outcome.kind === 'stopped') return outcome;
    return {
      kind: 'failed', code: 'internal', cause: `What the task changed can't be told. ${faultWords(error)}`, fix: 'show-log',
      next: `Your files are untouched. What is left of its work is in ${room?.folder ?? 'its room'}; try again, or ask for it without the command that did this.`,
    };
  }
}

/** After these the server is looked for anew. */
const unreachable: ReadonlySet<string> = new Set(['unreachable', 'http-error', 'not-json', 'stream-broken', 'timed-out', 'no-model', 'model-not-loaded']);

async function decided(request: TaskRequest, running: Category | undefined, model: Model, twoStage: TwoStage, signal: AbortSignal): Promise<Decision> {
  if (request.category !== undefined) return { ...route(request.text), category: request.category, planned: request.plan !== undefined };
  const decision = route(request.text, running);
  return needsSelection(decision, running, twoStage, model) ? selectCategory(decision, request.text, model, signal) : decision;
}

async function work(options: EngineOptions, code: CodeReader, conversation: Conversation, request: TaskRequest, signal: AbortSignal): Promise<Outcome> {
  const { host } = options;
  const settings = options.settings();
  const trusted = options.trusted();
  for (const turn of request.earlier ?? []) {
    recall(conversation.said, turn);
    conversation.category = turn.category ?? conversation.category;
  }
  conversation.model ??= await options.connect(signal);
  const { model } = conversation;
  const decision = await decided(request, conversation.category, model, settings.twoStage ?? 'never', signal);
  const wanted = routeFor(decision.category, decision.planned && trusted);
  const chosen = trusted ? wanted : untrusted(wanted);
  host.emit({ kind: 'started', task: request.text, category: decision.category, model: model.profile.model });
  if (!trusted && wanted.changes) host.emit({ kind: 'notice', text: corrections.untrustedNotice });

  const goesOn = conversation.unfinished !== undefined && conversation.category === decision.category && decision.confidence === 1 && request.category === undefined
    ? conversation.unfinished : undefined;
  const hadRoom = conversation.room !== undefined;
  const room = await roomFor(options, conversation, chosen, signal);
  if ('kind' in room) return room;
  // Looking through a room costs time: only where its turn may be taken back.
  const checkpoint = settings.rollBack !== true || !chosen.changes ? undefined : hadRoom ? await takeCheckpoint(room) : atStart;
  if (goesOn !== undefined) beginTurn(goesOn.context.record);
  const record = goesOn === undefined ? { ...newRecord(request.text, conversation.room !== undefined ? conversation.record : undefined, !chosen.changes), heard: conversation.record.heard ?? [], keys: conversation.record.keys ?? createKeyVault(), ...(request.plan && { plan: request.plan }) } : goesOn.context.record;
  if (request.place?.selection !== undefined) record.heard?.push({ source: `what you selected in ${request.place.path}`, text: request.place.selection });
  const resultLimit = Math.floor(model.profile.window * 0.2 * model.profile.charsPerToken);
  const history: ChatMessage[] = goesOn?.history ?? [
    { role: 'system', content: systemText(decision.category, decision.planned, trusted) },
    ...conversation.said,
  ];
  history.push({ role: 'user', content: firstMessage(request.text, request.place, record.keys) });
  const task: Task = {
    model, history,
    context: { host, room, code, record, settings, resultLimit, signal },
    maxRounds: settings.maxRounds,
    thinking: settings.thinkingBudget ?? chosen.thinking,
    route: goesOn?.route ?? chosen,
    planned: goesOn === undefined && decision.planned && trusted,
  };
  conversation.record = record;
  conversation.category = decision.category;
  conversation.unfinished = task;
  if (goesOn === undefined) host.emit({ kind: 'plan', plan: record.plan });
  const ended = trusted ? await runTask(task) : failures.inRestricted(await runTask(task), wanted.changes, task.history);
  const outcome = checkpoint === undefined ? ended : await rolledBack(ended, task.context, checkpoint);
  if (outcome !== ended) task.history.push({ role: 'user', content: corrections.takenBack });
  if (outcome.kind === 'done' || outcome.kind === 'answered') conversation.unfinished = undefined;
  return outcome;
}

type Failed = Extract<Outcome, { kind: 'failed' }>;

/** A room of its own where the task may change something; else what is there already, or the workspace read-only. */
async function roomFor(options: EngineOptions, conversation: Conversation, chosen: Route, signal: AbortSignal): Promise<Room | Failed> {
  const { host } = options;
  const workspace = workspaceOf(options);
  if (conversation.room !== undefined) return conversation.room;
  const mayShow = mayShowFrom(host, () => conversation.record);
  if (!chosen.changes) return openWorkspace({ files: host.files, workspace, mayShow });
  try {
    conversation.room = await createRoom({
      files: host.files, roomsFolder: host.roomsFolder, workspace, roots: options.roots?.(), id: `${host.now().toString(36)}-${crypto.randomUUID().slice(0, 8)}`, signal, mayShow,
      onProgress: (copied, total) => { host.emit({ kind: 'preparing', copied, total }); },
      onLeftOut: (paths) => { host.emit({ kind: 'notice', text: `Too large to be copied, so this task works without them: ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ` and ${String(paths.length - 5)} more` : ''}.` }); },
    });
    await keep(conversation.room, host);
    return conversation.room;
  } catch (error) {
    if (error instanceof Cancelled) throw error;
    host.log(faultTrace(error));
    return {
      kind: 'failed', code: 'internal', cause: `No scratch copy of the project could be made. ${faultWords(error)}`, fix: 'show-log',
      next: 'Your files are untouched. Set that right and try again; the log has the details.',
    };
  }
}

const workspaceOf = ({ workspace }: EngineOptions): string => (typeof workspace === 'string' ? workspace : workspace());

/** For a start after a crash or a reload; a room that can't be kept is a room all the same. */
async function keep(room: Room, host: Host): Promise<void> {
  try {
    await room.keep();
  } catch (error) {
    host.log(`This room could not be written down for a later start: ${faultTrace(error)}`);
  }
}

async function dropRoom(conversation: Conversation): Promise<void> {
  const { room } = conversation;
  if (conversation.unfinished !== undefined) return;
  conversation.room = undefined;
  await room?.discard();
}

async function outcomeOf(run: () => Promise<Outcome>, signal: AbortSignal, host: Host): Promise<Outcome> {
  try {
    return await run();
  } catch (error) {
    return outcomeOfFault(signal.aborted ? new Cancelled() : error, host.log);
  }
}

function emptyConversation(model?: Model): Conversation {
  return { room: undefined, model, category: undefined, unfinished: undefined, record: newRecord('', undefined), said: [] };
}
