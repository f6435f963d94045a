/** Puts each symbol below what it lies in and gives it its path: the last step of an outline, over all of its symbols. */
import type { CodeSymbol, Writable } from './codeReader';
import type { Language } from './languages';
import type { Turns } from './turns';

/** A symbol by itself: `path` is its own name, its members don't know of it yet. */
export interface Draft extends Omit<CodeSymbol, 'children'> {
  /** What the paths of its members begin with. */
  readonly prefix: string;
}

type Placed = Writable<CodeSymbol> & { children: Placed[] };

/** One that may still get members, and what their paths begin with. */
interface Open {
  readonly symbol: Placed;
  readonly prefix: string;
  /** Its last member so far. */
  last: Open | undefined;
}

/** Kinds in which a function is a method and a variable a field. */
const types = new Set(['class', 'struct', 'interface', 'trait', 'impl', 'enum', 'object', 'record', 'union', 'protocol', 'mixin']);

/** A variable directly in one of these is local, whatever condition of a preprocessor it stands in. */
const callables = new Set(['function', 'method', 'constructor']);

/** `drafts` in the order of the text, an outer one before its members. */
export async function nested(drafts: readonly Draft[], text: string, language: Language, slices: Turns): Promise<readonly CodeSymbol[]> {
  const top: Placed[] = [];
  const open: Open[] = [];
  const seen = new Map<string, number>();
  let lastOfTop: Open | undefined;
  for (const draft of drafts) {
    while (open.length > 0 && (open.at(-1)?.symbol.end ?? 0) < draft.end) open.pop();
    const parent = open.at(-1);
    if (parent && draft.kind === 'variable' && callables.has(parent.symbol.kind)) continue;
    const path = parent ? joined(parent.prefix, draft.path) : draft.path;
    const kind = parent && types.has(parent.symbol.kind) ? memberKind(draft.kind) : draft.kind;
    let here = parent ? parent.last : lastOfTop;
    if (here && continues(here.symbol, draft, path, text, language)) {
      Object.assign(here.symbol, { end: draft.end, endLine: draft.endLine, ...(here.symbol.kind === 'signature' && { kind, ...(draft.body && { body: draft.body }) }) });
    } else {
      const nth = (seen.get(path) ?? 0) + 1;
      seen.set(path, nth);
      const prefix = parent ? (draft.prefix === '' ? parent.prefix : joined(parent.prefix, draft.prefix)) : draft.prefix;
      const own = nth > 1 ? `${path}[${nth}]` : path;
      here = { symbol: placed(draft, own, kind), prefix: prefix === path ? own : prefix, last: undefined };
      (parent ? parent.symbol.children : top).push(here.symbol);
      if (parent) parent.last = here;
      else lastOfTop = here;
    }
    open.push(here);
    if (slices.over()) await slices.next();
  }
  return top;
}

/** Made in the order of its keys and without spreading: there is one of it for every symbol of a workspace. */
function placed({ name, also, start, end, declarationStart, startLine, endLine, declarationLine, head, body, node }: Draft, path: string, kind: string): Placed {
  const symbol: Placed = { name, path, kind, start, declarationStart, head, end, startLine, endLine, declarationLine, node, children: [] };
  if (also) symbol.also = also;
  if (body) symbol.body = body;
  return symbol;
}

function memberKind(kind: string): string {
  return kind === 'function' ? 'method' : kind === 'variable' ? 'field' : kind;
}

/** The next equation or clause of the same function. */
function continues(before: CodeSymbol, draft: Draft, path: string, text: string, language: Language): boolean {
  return language.joined.includes(before.node) && language.joined.includes(draft.node) && before.path.replace(/\[\d+\]$/u, '') === path
    && text.slice(before.end, draft.start).trim() === '';
}

function joined(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}.${name}`;
}
