/** Parts what a model thinks from what it says, whole or while it streams: the tags of every family in one table. */
import { literal } from '../../shared/literal';
import type { Delta } from '../ports';

const TAGS: readonly { readonly open: string; readonly close: string }[] = [
  ...['think', 'thinking', 'thought', 'thoughts', 'reasoning', 'seed:think'].map((name) => ({ open: `<${name}>`, close: `</${name}>` })),
  { open: '[think]', close: '[/think]' },
  { open: '<|channel>thought', close: '<channel|>' },
  { open: '<|channel|>analysis<|message|>', close: '<|end|>' },
  { open: '<|start_thinking|>', close: '<|end_thinking|>' },
  { open: '◁think▷', close: '◁/think▷' },
];
/** Frames of the spoken part: not shown, and nothing else. */
const FRAMES = ['<|start|>assistant', '<|channel|>final<|message|>', '<|channel|>commentary<|message|>', '<|return|>', '<|end|>', '<|start_response|>', '<|end_response|>'];
/** From here on a call is being written: not worth showing before it is read. */
const CALLS = ['<tool_call', '<function=', '[tool_calls]', '<|tool', '<｜tool', '<|python_tag|>', '[tool_request]', '<start_function_call>', '<|channel|>commentary to='];
const MARKS = [...TAGS.flatMap(({ open, close }) => [open, close]), ...FRAMES];
const LONGEST = Math.max(...[...MARKS, ...CALLS].map((mark) => mark.length));
const ANY = new RegExp([...MARKS].sort((a, b) => b.length - a.length).map(literal).join('|'), 'gi');
const CALL = new RegExp(CALLS.map(literal).join('|'), 'i');

export interface Parted {
  readonly visible: string;
  readonly reasoning: string;
  /** The thinking was never closed. */
  readonly open: boolean;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Takes text piece by piece; no part of a tag is ever given out. */
export class ThinkingStream {
  private readonly spoken = new Pieces();
  /** The thoughts before this one, each trimmed; this one; whether there was any. */
  private readonly thoughts = new Pieces();
  private readonly thought = new Pieces();
  private hasThought = false;
  private held = '';
  /** The closing tag waited for; undefined outside thinking. */
  private closing: string | undefined;
  /** Backticks of the current line so far, its beginning, and the last character: enough to know code. */
  private ticks = 0;
  private lineStart = '';
  private lastCharacter = '';
  private fence = false;
  private quiet = false;
  /** Offset of what `read` looks at. */
  private at = 0;
  private nextCall = 0;
  /** The next backtick and line break of what `read` looks at: each is looked for once, however many tags stand before it. */
  private readonly ahead = new Map<string, number>();
  /** `calls`: spans of the whole text that are calls; a tag inside one is part of a value. */
  constructor(private readonly calls: readonly Span[] = []) {}

  push(text: string): readonly Delta[] {
    return this.read(this.held + text, false);
  }

  /** What a server sent in one piece: its own reasoning first. */
  beside({ text, reasoning }: { readonly text: string; readonly reasoning: string }): readonly Delta[] {
    return [...(reasoning === '' ? [] : [{ kind: 'reasoning' as const, text: reasoning }]), ...(text === '' ? [] : this.push(text))];
  }

  /** The rest that was held back. */
  end(): readonly Delta[] {
    return this.read(this.held, true);
  }

  parted(): Parted {
    return {
      visible: this.spoken.text().trim(),
      reasoning: [this.thoughts.text(), this.thought.text().trim()].filter((piece) => piece !== '').join('\n'),
      open: this.closing !== undefined,
    };
  }

  private read(text: string, last: boolean): readonly Delta[] {
    const deltas = new Told();
    let from = 0;
    const filled = text.trimEnd().length;
    this.ahead.clear();
    ANY.lastIndex = 0;
    for (let mark = ANY.exec(text); mark; mark = ANY.exec(text)) {
      const tag = mark[0].toLowerCase();
      const behind = mark.index + tag.length;
      // One character more tells whether the tag stands in inline code.
      if (!last && behind >= text.length && text[mark.index - 1] === '`') break;
      this.give(text.slice(from, mark.index), deltas);
      from = behind;
      if (this.literal(text, mark.index, behind)) this.give(mark[0], deltas);
      else this.turn(tag, mark[0], behind < filled, deltas);
    }
    const keep = last ? text.length : Math.max(from, text.length - pending(text.slice(from)));
    this.give(text.slice(from, keep), deltas);
    this.held = text.slice(keep);
    this.at += keep;
    return deltas.all();
  }

  private turn(tag: string, written: string, goesOn: boolean, deltas: Told): void {
    if (this.closing !== undefined) {
      if (tag === this.closing) this.closing = undefined;
      else if (!TAGS.some(({ open }) => open === tag)) this.give(written, deltas);
      return;
    }
    const opened = TAGS.find(({ open }) => open === tag);
    if (opened) {
      this.closing = opened.close;
      this.begin();
    } else if (!FRAMES.includes(tag) && goesOn) {
      // The template ate the opening tag: what was said since the last thought was one.
      this.takeBack();
    } else if (!FRAMES.includes(tag) && !this.hasThought) this.takeBack();
  }

  private takeBack(): void {
    this.begin();
    this.thought.add(this.spoken.take());
  }

  private begin(): void {
    const before = this.thought.take().trim();
    if (before !== '' && !this.thoughts.empty) this.thoughts.add('\n');
    this.thoughts.add(before);
    this.hasThought = true;
  }

  private literal(text: string, start: number, behind: number): boolean {
    if (this.closing !== undefined) return this.lastCharacter === '`' && text[behind] === '`';
    const place = this.at + start;
    while ((this.calls[this.nextCall]?.end ?? Infinity) <= place) this.nextCall += 1;
    if ((this.calls[this.nextCall]?.start ?? Infinity) < place || this.fence) return true;
    if (this.ticks % 2 === 0) return false;
    const tick = this.next(text, '`', behind);
    return behind >= text.length || (tick < Infinity && tick < this.next(text, '\n', behind));
  }

  private next(text: string, mark: '`' | '\n', from: number): number {
    let at = this.ahead.get(mark) ?? -1;
    if (at < from) {
      at = text.indexOf(mark, from);
      if (at < 0) at = Infinity;
      this.ahead.set(mark, at);
    }
    return at;
  }

  private give(text: string, deltas: Told): void {
    if (text === '') return;
    this.follow(text);
    this.lastCharacter = text.slice(-1);
    if (this.closing !== undefined) {
      this.thought.add(text);
      deltas.add('reasoning', text);
      return;
    }
    this.spoken.add(text);
    const call = this.fence ? null : CALL.exec(text);
    const shown = this.quiet ? '' : call ? text.slice(0, call.index) : text;
    this.quiet ||= call !== null;
    deltas.add('text', shown);
  }

  /** Keeps count of backticks and fences; allocates nothing, for a model in a loop writes a hundred thousand tags. */
  private follow(text: string): void {
    let tick = text.indexOf('`');
    for (let from = 0; ;) {
      const lineEnd = text.indexOf('\n', from);
      const to = lineEnd < 0 ? text.length : lineEnd;
      for (; tick >= 0 && tick < to; tick = text.indexOf('`', tick + 1)) this.ticks += 1;
      if (this.lineStart.length < 80) this.lineStart += text.slice(from, Math.min(to, from + 80));
      if (lineEnd < 0) return;
      if (this.closing === undefined && /^\s*(?:```|~~~)/.test(this.lineStart)) this.fence = !this.fence;
      this.ticks = 0;
      this.lineStart = '';
      from = lineEnd + 1;
    }
  }
}

/** What is given out; words of one kind stay one piece, however many tags stood between them. */
class Told {
  private readonly deltas: Delta[] = [];
  private readonly words = new Pieces();
  private kind: Delta['kind'] = 'text';

  add(kind: Delta['kind'], text: string): void {
    if (text !== '' && kind !== this.kind) this.close();
    if (text !== '') this.kind = kind;
    this.words.add(text);
  }

  all(): readonly Delta[] {
    this.close();
    return this.deltas;
  }

  private close(): void {
    if (!this.words.empty) this.deltas.push({ kind: this.kind, text: this.words.take() });
  }
}

/** How much of the end may be the beginning of a mark. */
function pending(text: string): number {
  const tail = text.slice(-LONGEST).toLowerCase();
  for (let length = tail.length; length > 0; length -= 1) {
    const end = tail.slice(-length);
    if (MARKS.some((mark) => mark.length > length && mark.startsWith(end)) || CALLS.some((mark) => mark.length > length && mark.startsWith(end))) return length;
  }
  return 0;
}

export const hasTags = (content: string): boolean => content.search(ANY) >= 0;

/** `field` is the server's own reasoning field. */
export function partThinking(content: string, field: string, calls: readonly Span[] = []): Parted {
  const stream = new ThinkingStream(calls);
  stream.push(content);
  stream.end();
  const { visible, reasoning, open } = stream.parted();
  return { visible, open, reasoning: [field.trim(), reasoning].filter((part) => part !== '').join('\n') };
}

/** A text that grows by very many small pieces: a list or chain of all of them would keep the garbage collector busy for longer than reading takes. */
export class Pieces {
  /** The only piece so far; most texts have one. */
  private sole = '';
  private loose: string[] | undefined;
  private folded: string[] | undefined;

  get empty(): boolean {
    return this.sole === '' && this.loose === undefined;
  }

  add(piece: string): void {
    if (piece === '') return;
    if (this.loose === undefined && this.sole === '') {
      this.sole = piece;
      return;
    }
    this.loose ??= [this.sole];
    this.loose.push(piece);
    if (this.loose.length < 512) return;
    (this.folded ??= []).push(this.loose.join(''));
    this.loose = [];
  }

  text(): string {
    return this.loose === undefined ? this.sole : (this.folded ?? []).join('') + this.loose.join('');
  }

  /** The whole text; the next piece begins a new one. */
  take(): string {
    const text = this.text();
    this.sole = '';
    this.loose = undefined;
    this.folded = undefined;
    return text;
  }
}
