/** A conversation as it lies on the disk: without keys, within a bound, and sealed, so that only what was written whole is believed. */
import { sha256 } from '../../node/sha256';
import { mapTexts } from '../../engine/reply/mapTexts';
import type { ToWebview } from '../../shared/protocol';

/** Raised where messages change their shape: what another version wrote is not read. */
const FORMAT = 1;
/** Characters of one text, and of all messages together. */
const LONGEST = 20_000;
const MOST = 1_000_000;

interface Head {
  readonly format: number;
  /** The window that wrote it last. */
  readonly owner: string;
  readonly sha256: string;
}

/** One message as text. */
interface Row {
  readonly message: ToWebview & { readonly id: string };
  readonly json: string;
}

export type Read = { readonly kind: 'messages'; readonly messages: readonly ToWebview[] } | { readonly kind: 'foreign' | 'damaged' };

/** Remembers what it made of each message: a conversation is written again and again, and only its end is new. */
export class ConversationWriter {
  private readonly rows = new WeakMap<ToWebview, Row>();

  /** `mask` takes keys out of a text. */
  constructor(private readonly mask: (text: string) => string) {}

  /** Undefined where there is nothing to keep. */
  write(messages: readonly ToWebview[], owner: string): string | undefined {
    const rows = bounded(messages.flatMap((message) => (isKept(message) ? [this.rowOf(message)] : [])));
    if (rows.length === 0) return undefined;
    const body = `[${rows.map(({ json }) => json).join(',\n')}]`;
    const head: Head = { format: FORMAT, owner, sha256: sha256(body) };
    return `${JSON.stringify(head)}\n${body}`;
  }

  private rowOf(message: Row['message']): Row {
    const known = this.rows.get(message);
    if (known !== undefined) return known;
    const row = { message, json: JSON.stringify(shortened(mapTexts(message, this.mask))) };
    this.rows.set(message, row);
    return row;
  }
}

export function readConversation(text: string): Read {
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  const head = headOf(text);
  if (head === undefined) return { kind: 'damaged' };
  if (head.format !== FORMAT) return { kind: 'foreign' };
  return head.sha256 === sha256(body) ? { kind: 'messages', messages: JSON.parse(body) as ToWebview[] } : { kind: 'damaged' };
}

/** Which window wrote it, from its first characters. */
export function ownerOf(text: string): string | undefined {
  return headOf(text)?.owner;
}

function headOf(text: string): Head | undefined {
  try {
    const head = JSON.parse(text.slice(0, text.indexOf('\n'))) as Partial<Head> | null;
    return typeof head?.format === 'number' && typeof head.owner === 'string' && typeof head.sha256 === 'string' ? head as Head : undefined;
  } catch {
    // No line of JSON begins it.
    return undefined;
  }
}

/** All but what a later window can do nothing with: the copying and reading of that moment, and the review, which is asked for anew. */
export function isKept(message: ToWebview): message is Row['message'] {
  switch (message.kind) {
    case 'asked':
    case 'reviewed':
      return true;
    case 'event':
      return !['preparing', 'prefill', 'changes', 'asking'].includes(message.event.kind);
    default:
      return false;
  }
}

/** Half a diff would be another one, and conflicts are those of a moment. */
function shortened(message: Row['message']): ToWebview {
  const cut = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}\n[the rest was too long to be kept]`);
  if (message.kind === 'reviewed') return { kind: message.kind, id: message.id, result: message.result, text: cut(message.text), ...(message.snapshot !== undefined && { snapshot: message.snapshot }) };
  if (message.kind === 'event' && message.event.kind === 'result' && message.event.detail.kind === 'edit') {
    const { path, line, before, after } = message.event.detail;
    if (Math.max(before.length, after.length) > LONGEST) return mapTexts({ ...message, event: { ...message.event, detail: { kind: 'file', path, line } } }, cut);
  }
  return mapTexts(message, cut);
}

/** The oldest turns go first; of a single one that is too long, what came first of its course. */
function bounded(rows: readonly Row[]): readonly Row[] {
  const last = rows.at(-1)?.message.id;
  let over = rows.reduce((sum, row) => sum + sizeOf(row), 0) - MOST;
  if (over <= 0) return rows;
  const gone = new Set<Row>();
  const drop = (row: Row): void => {
    over -= sizeOf(row);
    gone.add(row);
  };
  for (const id of new Set(rows.map(({ message }) => message.id))) {
    if (over > 0 && id !== last) rows.filter(({ message }) => message.id === id).forEach(drop);
  }
  for (const row of rows) if (over > 0 && !gone.has(row) && isCourse(row.message)) drop(row);
  return noted(rows.filter((row) => !gone.has(row)));
}

const sizeOf = ({ json }: Row): number => json.length + 2;
const isCourse = (message: Row['message']): boolean => message.kind === 'event' && !['started', 'plan', 'usage', 'finished'].includes(message.event.kind);

function noted(rows: readonly Row[]): readonly Row[] {
  const [first] = rows;
  if (first === undefined) return rows;
  const message = { kind: 'event', id: first.message.id, event: { kind: 'notice', text: 'What was said before this was too long to be kept.' } } as const;
  const at = first.message.kind === 'asked' ? 1 : 0;
  return [...rows.slice(0, at), { message, json: JSON.stringify(message) }, ...rows.slice(at)];
}
