/** The ladder: thinking parted first, then native calls, tokens, tags, fences, bare objects, Python; each find is checked, none is guessed. */
import type { ModelReply, RawToolCall, ToolSpec } from '../ports';
import { readArguments } from './argumentText';
import { bare } from './bare';
import { openEnvelope, quoting, type ArgumentSource, type Family, type FoundCall } from './envelope';
import { fenced } from './fenced';
import { fitArguments } from './fitArguments';
import { isRecord } from './looseJson';
import { badArguments, exampleOf, harmlessCall, resolveTool, truncated, unknownTool } from './problems';
import { pythonic } from './pythonic';
import { isRepetition } from './repetition';
import type { Problem, Reply, ToolCall } from './reply';
import { specialTokens } from './specialTokens';
import { hasTags, partThinking } from './thinking';
import { pairsOfArguments, xml } from './xml';

/** In the order tried. A marked call leaves no room for guesses: what the weaker families see beside it is talk. */
const LADDER: readonly { readonly find: Family; readonly marked: boolean }[] = [
  { find: specialTokens, marked: true },
  { find: xml, marked: true },
  { find: fenced, marked: false },
  { find: bare, marked: false },
  { find: pythonic, marked: false },
];
/** So many wrong calls of one reply are told one by one. */
const TOLD = 10;
/** A turn's end or another speaker: what stands behind was made up. */
const TURN_END = /<\|im_(?:end|start)\|>|<end_of_turn>|<start_of_turn>|<\|eo[tm]_id\|>|<\|end_?of_?text\|>|<｜end▁of▁sentence｜>|<\|user\|>|<\|observation\|>|<\/?tool_response>|<\|tool_response\|>|\[\/?INST\]|\[TOOL_RESULTS\]/g;

/**
 * Never throws. `round` makes the ids of calls that came without one unlike those of other rounds.
 * No call runs when the output limit or a lost connection ended the reply.
 */
export function readReply(reply: ModelReply, tools: readonly ToolSpec[], round = 0): Reply {
  const values = hasTags(reply.content) ? findCalls(reply.content, tools).filter((call) => call.state === 'closed' && call.bad === undefined) : [];
  const parted = partThinking(reply.content, reply.reasoning, values);
  const found = findCalls(parted.visible, tools);
  const { text, kept } = speech(parted.visible, found);
  const { reasoning } = parted;
  const broken = reply.finish === 'length' || reply.finish === 'cut';
  const reader = new CallReader(tools, round, broken ? reply.finish : undefined);
  if (reply.toolCalls.length > 0) for (const raw of reply.toolCalls) reader.native(raw);
  else for (const call of kept) reader.found(call);
  const { calls } = reader;
  const problems = few(reader.problems);
  if (calls.length > 0) return { kind: 'calls', calls, problems, text, reasoning };
  if (problems.length > 0) return { kind: 'malformed', problems, text, reasoning };
  if (text !== '' && isRepetition(text)) {
    return { kind: 'malformed', text, reasoning, problems: [{ code: 'repetition', text: 'You repeated the same words without end. Stop, and take the next step in one short reply.' }] };
  }
  if (text !== '') return { kind: 'answer', text, reasoning, cut: broken };
  return silent(reply, reasoning, tools, broken);
}

/** A model that loops may write thousands of wrong calls: enough of them are told to see what was wrong. */
function few(problems: readonly Problem[]): readonly Problem[] {
  const last = problems[TOLD - 1];
  if (!last || problems.length === TOLD) return problems;
  return [...problems.slice(0, TOLD - 1), { ...last, text: `${last.text}\n(${problems.length - TOLD} more of your calls could not be read either, and none of them was run. Write one call at a time.)` }];
}

/** Nothing was said: an answer in the reasoning field is used, anything else is told. */
function silent(reply: ModelReply, reasoning: string, tools: readonly ToolSpec[], broken: boolean): Reply {
  const malformed = (problem: Problem): Reply => ({ kind: 'malformed', problems: [problem], text: '', reasoning });
  if (broken) {
    const why = reasoning === '' ? 'Your reply broke off before it said anything.' : 'Your thinking used up the whole output limit.';
    return malformed({ code: 'truncated', text: `${why} Think less and give the next step at once.` });
  }
  const hidden = findCalls(reasoning, tools).find((call) => resolveTool(call.name, tools));
  if (hidden) return malformed({ code: 'empty', tool: hidden.name, text: `You wrote the call of ${hidden.name} inside your thinking, where nothing runs. End the thinking, then write the call.` });
  if (reply.content.trim() === '' && reasoning !== '') {
    if (isRepetition(reasoning)) return malformed({ code: 'repetition', text: 'You repeated the same thought without end. Take the next step in one short reply.' });
    return { kind: 'answer', text: reasoning, reasoning, cut: false };
  }
  const next = tools.length > 0 ? 'Call a tool, or say the answer.' : 'Say the answer.';
  return malformed({ code: 'empty', text: `Your reply was empty. ${next}` });
}

/** Every call in the text, in the order written. Of two that overlap, the one that starts first holds the other as text. */
function findCalls(text: string, tools: readonly ToolSpec[]): readonly FoundCall[] {
  if (text === '') return [];
  const quoted = quoting(text);
  const all = LADDER.filter(({ marked }) => marked || tools.length > 0)
    .flatMap(({ find, marked }, rank) => find(text, tools, quoted).map((call) => ({ call, marked, rank })))
    .sort((a, b) => a.call.start - b.call.start || a.rank - b.rank);
  const kept: typeof all = [];
  for (const candidate of all) {
    const last = kept.at(-1);
    const sameSpan = last?.rank === candidate.rank && last.call.start === candidate.call.start && last.call.end === candidate.call.end;
    if (!last || sameSpan || candidate.call.start >= last.call.end) kept.push(candidate);
  }
  const marked = kept.some((candidate) => candidate.marked);
  return kept.filter((candidate) => !marked || candidate.marked).map(({ call }) => call);
}

/** The words around the calls, up to where the model began to speak for someone else; calls behind that point rest on inventions. */
function speech(visible: string, found: readonly FoundCall[]): { readonly text: string; readonly kept: readonly FoundCall[] } {
  const start = /^(?:\s|<\|im_start\|>(?:assistant)?|<start_of_turn>(?:model)?)*/.exec(visible)?.[0].length ?? 0;
  const quoted = quoting(visible);
  let at = start;
  let text = '';
  const kept: FoundCall[] = [];
  for (const call of [...found, undefined]) {
    const piece = visible.slice(Math.max(at, start), call?.start ?? visible.length);
    const ended = turnEnd(piece, quoted, Math.max(at, start));
    // A comma between two calls is theirs.
    if (at === start || !/^[\s,;]*$/.test(piece)) text += ended === undefined ? piece : piece.slice(0, ended);
    if (ended !== undefined || !call) break;
    kept.push(call);
    at = Math.max(at, call.end);
  }
  const words = text.replace(/<\/?(?:tool_calls?|function_calls|minimax:tool_call)>|<｜tool▁calls▁(?:begin|end)｜>|<\|tool_calls_section_(?:begin|end)\|>/g, (mark) => (kept.length > 0 ? '' : mark));
  return { text: words.replace(/<\/s>\s*$/, '').trim(), kept };
}

function turnEnd(piece: string, quoted: (at: number) => boolean, offset: number): number | undefined {
  TURN_END.lastIndex = 0;
  for (let mark = TURN_END.exec(piece); mark; mark = TURN_END.exec(piece)) if (!quoted(offset + mark.index)) return mark.index;
  return undefined;
}

/** Turns finds into calls that fit, or problems. */
class CallReader {
  readonly calls: ToolCall[] = [];
  readonly problems: Problem[] = [];
  private readonly ids = new Set<string>();
  constructor(private readonly tools: readonly ToolSpec[], private readonly round: number, private readonly broken: 'length' | 'cut' | undefined) {}

  native(raw: RawToolCall): void {
    const tool = resolveTool(raw.name, this.tools);
    if (!tool) {
      const envelope = this.envelopeIn(raw.arguments);
      if (envelope) for (const call of envelope) this.found({ start: 0, end: 0, state: 'closed', ...call }, raw.id);
      else this.unknown(raw.name, raw.arguments, raw.id);
      return;
    }
    const pairs = pairsOfArguments(raw.arguments, tool);
    const source: ArgumentSource = pairs ? { kind: 'pairs', pairs: pairs.pairs } : { kind: 'text', text: raw.arguments };
    this.take(tool, source, pairs ? (pairs.whole ? 'open' : 'cut') : 'closed', raw.id);
  }

  found(call: FoundCall, id = ''): void {
    const tool = resolveTool(call.name, this.tools);
    if (tool && call.bad === undefined) this.take(tool, call.args, call.state, id);
    else if (this.broken || call.state === 'cut') this.problems.push(truncated(tool?.name, this.broken === 'length', harmlessCall(this.id(id), tool?.name ?? call.name, '{}')));
    else if (tool) this.problems.push(badArguments(tool, call.bad ?? '', harmlessCall(this.id(id), tool.name, '{}')));
    else if (call.bad === undefined) this.unknown(call.name, call.args.kind === 'text' ? call.args.text : '{}', id);
    else this.unreadable(call.bad, id);
  }

  /** A nameless or misnamed native call whose arguments are the whole call. */
  private envelopeIn(text: string): ReturnType<typeof openEnvelope> {
    const first = this.tools[0];
    const read = first && !this.broken ? readArguments(text, first) : undefined;
    const calls = read?.kind === 'read' && read.closed ? read.values.map((value) => openEnvelope(value, this.tools, false)) : [];
    return calls.length > 0 && calls.every((call) => call?.every(({ name }) => resolveTool(name, this.tools))) ? calls.flatMap((call) => call ?? []) : undefined;
  }

  private take(tool: ToolSpec, source: ArgumentSource, state: FoundCall['state'], givenId: string): void {
    const id = this.id(givenId);
    const written = source.kind === 'text' ? source.text : JSON.stringify(source.kind === 'pairs' ? source.pairs : source.value) ?? '{}';
    const refuse = (why: string, code?: Problem['code']): void => void this.problems.push(badArguments(tool, why, harmlessCall(id, tool.name, written), code));
    const cut = (): void => void this.problems.push(truncated(tool.name, this.broken === 'length', harmlessCall(id, tool.name, written)));
    if (this.broken || state === 'cut') return cut();
    const read = source.kind === 'pairs' ? undefined : source.kind === 'value' && isRecord(source.value)
      ? { kind: 'read' as const, values: [source.value], strict: false, closed: true }
      : readArguments(source.kind === 'text' ? source.text : written, tool);
    if (read?.kind === 'cut') return cut();
    if (read?.kind === 'bad') return refuse(read.why);
    // A cut call of a tool that changes something is never completed.
    if ((state === 'open' || read?.closed === false) && tool.changes) return cut();
    const values: readonly Record<string, unknown>[] = source.kind === 'pairs' ? [source.pairs] : read?.values ?? [];
    const fitted = values.map((value) => fitArguments(value, tool));
    const failed = fitted.find((one) => !one.ok);
    if (failed && !failed.ok) return refuse(failed.why, failed.code);
    for (const [index, one] of fitted.entries()) {
      if (!one.ok) continue;
      const own = source.kind === 'text' && read?.strict === true;
      const callId = index === 0 ? id : this.id('');
      this.calls.push({ id: callId, name: tool.name, args: one.args, raw: { id: callId, name: tool.name, arguments: own ? source.text : JSON.stringify(one.args) } });
    }
  }

  private unknown(name: string, args: string, id: string): void {
    this.problems.push(this.broken ? truncated(undefined, this.broken === 'length') : unknownTool(name, this.tools, harmlessCall(this.id(id), name, args)));
  }

  private unreadable(why: string, id: string): void {
    const tool = this.tools[0];
    const example = tool ? ` Write a call like {"name": "${tool.name}", "arguments": ${exampleOf(tool)}}` : '';
    this.problems.push({ code: 'invalid_arguments', text: `Nothing was run: ${why}${example}`, raw: harmlessCall(this.id(id), 'unknown', '{}') });
  }

  /** The server's own id where it gave a new one; else nine letters and digits, as the strictest template wants them. */
  private id(given: string): string {
    let id = given;
    for (let number = this.ids.size; id === '' || this.ids.has(id); number += 1) id = `c${String(this.round % 10000).padStart(4, '0')}${String(number).padStart(4, '0')}`;
    this.ids.add(id);
    return id;
  }
}
