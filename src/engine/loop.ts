/** The agent in one sitting: ask the model, read its reply, run the calls, tell it what came of them, until the task ends. */
import type { EngineEvent, Outcome } from '../shared/events';
import { Cancelled, faultTrace, faultWords, ModelUnavailable } from './errors';
import { compact } from './memory/compaction';
import { replayedCalls, replayedWords } from './memory/replayed';
import { withMarksBack } from './models/templateTokens';
import { anchor } from './plan/anchor';
import { withMarks } from './plan/checklist';
import { isLoop, type MadeCall } from './plan/repetition';
import type { ChatMessage, Model, ModelReply, ToolSpec } from './ports';
import { corrections } from './prompt/corrections';
import { withTail } from './prompt/messages';
import { readReply } from './reply/readReply';
import type { Problem, Reply, ToolCall } from './reply/reply';
import { hear } from './room/wishOrigin';
import { widened, type Route } from './route/routes';
import { failures } from './route/failures';
import { advertised } from './tools/register';
import { findTool } from './tools/registry';
import { refuse, type ToolContext, type ToolResult } from './tools/tool';

export interface Task {
  readonly model: Model;
  readonly context: ToolContext;
  readonly maxRounds: number;
  /** Thinking budget in tokens, the person's setting or the route's. */
  readonly thinking: number;
  /** Begins with the system message; only ever appended to, except by a compaction. */
  history: ChatMessage[];
  route: Route;
  planned: boolean;
}

/** What the rounds of one task count; a good call takes the strikes back. */
interface Strikes {
  malformed: number;
  words: number;
  lastWords: string;
  notOffered: number;
  loops: number;
  planInsisted: number;
  finishWithOpenSteps: number;
  readonly made: MadeCall[];
}

/** A call that was begun, with the words that answer it. */
type Ran = { readonly call: ToolCall; result: string };

/** So many calls of one reply are run: more come from a model in a loop, or rest on results it hasn't seen. */
const mostCalls = 20;

/** Works on a task until it ends. Throws ModelUnavailable or Cancelled, nothing else. */
export async function runTask(task: Task): Promise<Outcome> {
  const strikes: Strikes = { malformed: 0, words: 0, lastWords: '', notOffered: 0, loops: 0, planInsisted: 0, finishWithOpenSteps: 0, made: [] };
  for (let round = 1; round <= task.maxRounds; round++) {
    emit(task, { kind: 'round', number: round });
    const reply = await ask(task, strikes.malformed);
    const outcome = await observe(task, strikes, reply, round);
    if (outcome !== undefined) return outcome;
  }
  return failures.roundsUsedUp(task.maxRounds);
}

async function ask(task: Task, malformed: number): Promise<ModelReply> {
  const { model, context } = task;
  const { profile } = model;
  const specs = offeredTools(task.route).map((spec) => advertised(spec, malformed > 1));
  const overhead = JSON.stringify(specs.map(({ name, description, parameters }) => [name, description, parameters])).length + specs.length * 50;
  const budget = Math.floor(profile.window * 0.7 * profile.charsPerToken) - overhead;
  task.history = [...compact(task.history, budget, context.record.done)];
  const messages = withTail(task.history, anchor(context.record.plan));
  const promptTokens = Math.ceil((messages.reduce((sum, message) => sum + message.content.length, 0) + overhead) / profile.charsPerToken);
  const maxTokens = Math.min(4096, Math.floor(profile.window / 3), profile.window - promptTokens - 32);
  if (maxTokens < 256) throw new ModelUnavailable('window-too-small', ...failures.windowTooSmall(promptTokens, profile.window), 'open-settings');
  emit(task, { kind: 'prefill', promptTokens });
  const request = { messages, tools: specs, maxTokens, thinking: task.thinking };
  const reply = await completeWithRetries(task, () =>
    model.complete(request, (delta) => { emit(task, { kind: delta.kind, text: delta.text }); }, context.signal));
  const usage = reply.usage;
  emit(task, {
    kind: 'usage',
    usage: {
      prompt: usage?.prompt ?? promptTokens,
      completion: usage?.completion ?? Math.ceil((reply.content.length + reply.reasoning.length) / profile.charsPerToken),
      ...(usage?.cached === undefined ? {} : { cached: usage.cached }),
      ...(reply.tokensPerSecond === undefined ? {} : { tokensPerSecond: reply.tokensPerSecond }),
      estimated: usage === undefined,
      window: profile.window,
    },
  });
  return reply;
}

/** Nothing has run yet when a request fails, so sending it again repeats no edit. */
async function completeWithRetries(task: Task, request: () => Promise<ModelReply>): Promise<ModelReply> {
  for (let attempt = 1; ; attempt++) {
    if (task.context.signal.aborted) throw new Cancelled();
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ModelUnavailable) || !error.retryable || attempt === 3) throw error;
      emit(task, { kind: 'notice', text: `${faultWords(error)} Trying again (${attempt} of 2).` });
      await pause(500 * 2 ** (attempt - 1), task.context.signal);
    }
  }
}

async function observe(task: Task, strikes: Strikes, raw: ModelReply, round: number): Promise<Outcome | undefined> {
  const offered = offeredTools(task.route);
  const read = readReply(raw, offered, round);
  const reply = { ...read, text: withMarksBack(read.text) };
  emit(task, { kind: 'said', text: reply.text, reasoning: reply.reasoning });
  if (reply.kind === 'answer') return answered(task, strikes, reply);
  const problems = reply.problems;
  const calls = reply.kind === 'calls' ? reply.calls.map((call) => ({ ...call, args: withMarksBack(call.args) })) : [];
  const { record } = task.context;
  record.plan = withMarks(record.plan, reply.text, record.done.at(-1) ?? 'marked in the answer');
  const ran: Ran[] = [];
  try {
    for (const call of calls.slice(0, mostCalls)) {
      if (task.context.signal.aborted) throw new Cancelled();
      const one: Ran = { call, result: corrections.interrupted };
      ran.push(one);
      one.result = (await runCall(task, strikes, call)).text;
      strikes.made.push({ name: call.name, args: call.args, result: one.result });
      if (record.finished !== undefined || isLoop(strikes.made)) break;
    }
  } finally {
    // A Stop in the middle too leaves a history that can go on: each call that began has its answer.
    keep(task, reply.text, ran, problems);
  }
  if (record.finished !== undefined) {
    closePlan(task);
    return { kind: 'done', summary: record.finished.summary, tested: record.finished.tested, changes: 0 };
  }
  if (calls.length > 0) Object.assign(strikes, { malformed: 0, words: 0 });
  else if (++strikes.malformed === 3) return failures.ofReply(problems.at(-1), reply.reasoning !== '');
  else noteUnknown(task, strikes, problems);
  return looped(task, strikes, calls.length - ran.length);
}

/** What the model reads of its own reply from now on, and what came of it. */
function keep(task: Task, text: string, ran: readonly Ran[], problems: readonly Problem[]): void {
  const { resultLimit } = task.context;
  const toolCalls = replayedCalls([...ran.map(({ call }) => call), ...problems].flatMap((part) => part.raw ?? []), 1.75 * resultLimit);
  if (text !== '' || toolCalls.length + problems.length > 0) task.history.push({ role: 'assistant', content: replayedWords(text, resultLimit), toolCalls: toolCalls.map(({ id, name, arguments: args }) => ({ id, name, arguments: args })) });
  for (const [at, { call, result }] of ran.entries()) {
    const note = toolCalls[at]?.shortened === true ? ' (The long arguments of this call are not repeated here.)' : '';
    task.history.push({ role: 'tool', content: result + note, toolCallId: call.raw.id, name: call.name });
  }
  for (const problem of problems) tellProblem(task, problem);
}

async function runCall(task: Task, strikes: Strikes, call: ToolCall): Promise<ToolResult> {
  const { context } = task;
  emit(task, { kind: 'call', id: call.id, tool: call.name, args: call.args });
  const time = (): number => context.host.now() - (context.record.waited ?? 0);
  const started = time();
  const planBefore = context.record.plan;
  const result = withoutKeys(held(task, strikes, call) ?? notYet(task, strikes, await runTool(task, call)), context);
  // Not only at the end: the program may be killed in the middle.
  await context.room.history.save().catch((error: unknown) => { context.host.log(`The edits could not be written down for a later start: ${faultTrace(error)}`); });
  if (context.record.heard !== undefined) hear(context.record.heard, call.name, call.args, result);
  if (context.record.plan !== planBefore) emit(task, { kind: 'plan', plan: context.record.plan });
  emit(task, { kind: 'result', id: call.id, tool: call.name, ok: result.ok, text: result.text, detail: result.detail, milliseconds: time() - started });
  return result;
}

/** For the model, and for whoever keeps what it was told; an edit's own lines are the person's. */
function withoutKeys(result: ToolResult, { record: { keys } }: ToolContext): ToolResult {
  if (keys === undefined) return result;
  const { detail } = result;
  return { ...result, text: keys.hide(result.text), detail: detail.kind === 'list' ? { ...detail, items: detail.items.map(keys.hide) } : detail };
}

async function runTool(task: Task, call: ToolCall): Promise<ToolResult> {
  const tool = task.route.tools.includes(call.name) ? findTool(call.name) : undefined;
  if (tool === undefined) return refuse(corrections.notOffered(call.name, task.route.tools), '');
  try {
    return await tool.run(call.args, task.context);
  } catch (error) {
    if (error instanceof Cancelled || task.context.signal.aborted) throw new Cancelled();
    const words = error instanceof Error ? error.message : String(error);
    task.context.host.log(`${call.name} failed: ${error instanceof Error ? error.stack ?? words : words}`);
    // Only a tool that never changes anything is known to have changed nothing.
    const left = tool.spec.changes ? 'What it changed until then is not known: look at the files first.' : 'Nothing was changed by it.';
    return refuse(`${call.name} failed: ${words}.`, `${left} Try another way, or finish and say what is in the way.`);
  }
}

/** A task with several steps waits for its plan, but doesn't insist for ever. */
function held(task: Task, strikes: Strikes, call: ToolCall): ToolResult | undefined {
  const { plan } = task.context.record;
  if (task.planned && plan.steps.length === 0 && call.name !== 'set_plan' && strikes.planInsisted < 2) {
    strikes.planInsisted += 1;
    return refuse(corrections.planFirst, '');
  }
  return undefined;
}

/** An accepted finish is taken back once where steps of the plan are still open. */
function notYet(task: Task, strikes: Strikes, result: ToolResult): ToolResult {
  const { record } = task.context;
  const open = record.plan.steps.filter((step) => step.state === 'active' || step.state === 'pending').map((step) => step.number);
  if (record.finished === undefined || open.length === 0 || strikes.finishWithOpenSteps > 0) return result;
  strikes.finishWithOpenSteps += 1;
  delete record.finished;
  return refuse(corrections.openSteps(open), '');
}

/** What the finished task left open was not done. */
function closePlan(task: Task): void {
  const { record } = task.context;
  if (record.plan.steps.every((step) => step.state !== 'active' && step.state !== 'pending')) return;
  const no = record.done.slice(record.doneAtStep).findLast((deed) => deed.endsWith(': the person said no'));
  const why = no === undefined ? {} : { evidence: no.replace(/^asked to run (.*): the person said no$/su, 'you said no to `$1`') };
  record.plan = { steps: record.plan.steps.map((step) => (step.state === 'active' ? { ...step, state: 'skipped', ...why } : step.state === 'pending' ? { ...step, state: 'skipped' } : step)) };
  emit(task, { kind: 'plan', plan: record.plan });
}

function answered(task: Task, strikes: Strikes, reply: Extract<Reply, { kind: 'answer' }>): Outcome | undefined {
  const { record } = task.context;
  const kept = replayedWords(reply.text, task.context.resultLimit);
  const cutWords = kept === reply.text ? '' : ` ${corrections.longReply}`;
  task.history.push({ role: 'assistant', content: kept });
  if (task.route.tools.length === 0) return { kind: 'answered', text: reply.text };
  const before = record.plan;
  record.plan = withMarks(record.plan, reply.text, record.done.at(-1) ?? 'marked in the answer');
  if (record.plan !== before) emit(task, { kind: 'plan', plan: record.plan });
  if (reply.cut) {
    if (++strikes.malformed === 3) return failures.cutOff();
    correct(task, corrections.cut + cutWords);
    return undefined;
  }
  strikes.words += reply.text === strikes.lastWords ? 2 : 1;
  strikes.lastWords = reply.text;
  const patience = task.route.endsInWords ? 1 : 2;
  if (strikes.words <= patience) {
    correct(task, (task.route.endsInWords ? corrections.answerWithFinish : corrections.textOnly) + cutWords);
    return undefined;
  }
  if (task.route.endsInWords) return { kind: 'answered', text: reply.text };
  return record.edits === 0 ? { kind: 'answered', text: reply.text, undone: true } : failures.stoppedWorking();
}

function correct(task: Task, text: string): void {
  emit(task, { kind: 'correction', text });
  task.history.push({ role: 'user', content: text });
}

function tellProblem(task: Task, problem: Problem): void {
  emit(task, { kind: 'correction', text: problem.text });
  if (problem.raw === undefined) task.history.push({ role: 'user', content: problem.text });
  else task.history.push({ role: 'tool', content: problem.text, toolCallId: problem.raw.id, name: problem.raw.name });
}

/** Two replies in a row that ask for a tool of ours which this route lacks widen the route, where it may change things anyway. */
function noteUnknown(task: Task, strikes: Strikes, problems: readonly Problem[]): void {
  const name = problems.find((problem) => problem.code === 'unknown_tool')?.raw?.name;
  const tool = name === undefined ? undefined : findTool(name);
  if (tool === undefined || (tool.spec.changes && !task.route.changes)) return;
  strikes.notOffered += 1;
  if (strikes.notOffered >= 2) task.route = widened(task.route, tool.name);
}

/** `leftOut`: calls of the reply that were not run, for their number or for the loop. */
function looped(task: Task, strikes: Strikes, leftOut: number): Outcome | undefined {
  const loop = isLoop(strikes.made);
  if (loop) strikes.made.length = 0;
  if (loop && ++strikes.loops > 1) return failures.looping();
  const words = [...(loop ? [corrections.loop] : []), ...(leftOut > 0 ? [corrections.leftOut(leftOut)] : [])];
  if (words.length > 0) correct(task, words.join(' '));
  return undefined;
}

function offeredTools(route: Route): readonly ToolSpec[] {
  return route.tools.flatMap((name) => findTool(name)?.spec ?? []);
}

function emit(task: Task, event: EngineEvent): void {
  task.context.host.emit(event);
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
