/** The arguments of a call as text: strict first, repaired only in ways that leave one reading. */
import { jsonrepair } from 'jsonrepair';
import { literal } from '../../shared/literal';
import type { ToolSpec } from '../ports';
import { isRecord, readLoose, readStrict, strings } from './looseJson';

export type ArgumentsRead =
  | {
      readonly kind: 'read';
      /** One per object; two where a server merged two calls. */
      readonly values: readonly Record<string, unknown>[];
      /** The text was an object by strict JSON. */
      readonly strict: boolean;
      /** False where closing brackets are missing. */
      readonly closed: boolean;
    }
  | { readonly kind: 'cut' }
  | { readonly kind: 'bad'; readonly why: string };

const bad = (why: string): ArgumentsRead => ({ kind: 'bad', why });
const read = (values: readonly Record<string, unknown>[], strict: boolean, closed = true): ArgumentsRead => ({ kind: 'read', values, strict, closed });

/** `decoded`: how often a string that holds the object was opened already. */
export function readArguments(text: string, spec: ToolSpec, decoded = 0): ArgumentsRead {
  const trimmed = text.replace(/^\ufeff/, '').trim();
  if (trimmed === '' || trimmed === 'null' || trimmed === 'None') return read([{}], false);
  const value = readStrict(trimmed);
  if (typeof value === 'string' && decoded < 3) return readArguments(value, spec, decoded + 1);
  if (isRecord(value)) {
    const duplicate = readLoose(trimmed)?.duplicate;
    return duplicate === undefined ? read([value], decoded === 0) : bad(`"${duplicate}" is given twice with different values.`);
  }
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : undefined;
  if (isRecord(only)) return read([only], false);
  if (value !== undefined) return bad('The arguments must be one JSON object.');
  return readSequence(trimmed, spec, decoded) ?? readBySchema(trimmed, spec) ?? readRepaired(trimmed, spec) ?? bad('The arguments are not valid JSON; a quote, backslash or comma is wrong.');
}

/** Objects one after the other, with nothing but closers, fences and quoteless words around them. */
function readSequence(text: string, spec: ToolSpec, decoded: number): ArgumentsRead | undefined {
  const start = text.search(/[{["']/);
  if (start < 0) return bad('The arguments must be one JSON object.');
  const values: Record<string, unknown>[] = [];
  let at = start;
  let closed = true;
  while (at < text.length) {
    const loose = readLoose(text, at);
    if (!loose) return undefined;
    if (loose.state === 'cut') return { kind: 'cut' };
    if (loose.duplicate !== undefined) return bad(`"${loose.duplicate}" is given twice with different values.`);
    if (typeof loose.value === 'string' && decoded < 3 && text.slice(loose.end).trim() === '') return readArguments(loose.value, spec, decoded + 1);
    const single: unknown = Array.isArray(loose.value) && loose.value.length === 1 ? loose.value[0] : loose.value;
    if (!isRecord(single)) return undefined;
    closed = loose.state === 'closed';
    values.push(single);
    const gap = /^[\s,;\]})]*/.exec(text.slice(loose.end))?.[0].length ?? 0;
    at = loose.end + gap;
    if (at < text.length && text[at] !== '{') {
      // Words behind the object are chatter; a quote or bracket means that the object's end was misread.
      if (/["'{}[\]]/.test(text.slice(at))) return undefined;
      break;
    }
  }
  const filled = values.filter((value) => Object.keys(value).length > 0);
  const distinct = [...new Map(filled.map((value) => [JSON.stringify(value), value])).values()];
  return read(distinct.length > 0 ? distinct : [{}], false, closed);
}

/**
 * Unescaped quotes: the schema's own keys mark where a value starts, the last quote before the next key where it ends.
 * Taken only where every key stands once, so that there is one reading.
 */
function readBySchema(text: string, spec: ToolSpec): ArgumentsRead | undefined {
  const keys = Object.keys(spec.parameters.properties).map(literal);
  if (keys.length === 0) return undefined;
  const marks = [...text.matchAll(new RegExp(`(^\\s*\\{|,)\\s*(["'])(${keys.join('|')})\\2\\s*:\\s*`, 'g'))];
  if (marks.length === 0 || marks[0]?.index !== 0) return undefined;
  if (!/["'\w\]}]\s*\}[\s\]}]*$/.test(text)) return { kind: 'cut' };
  const result: Record<string, unknown> = {};
  for (const [index, mark] of marks.entries()) {
    const key = mark[3] ?? '';
    if (key in result) return bad(`Quotes inside the value of "${key}" must be written as \\".`);
    const from = mark.index + mark[0].length;
    const next = marks[index + 1];
    const piece = next ? text.slice(from, next.index) : text.slice(from).replace(/\s*\}[\s\]}]*$/, '');
    const value = markedValue(piece.trim());
    if (value === undefined) return undefined;
    result[key] = value;
  }
  return read([result], false);
}

function markedValue(piece: string): unknown {
  const quote = piece[0] ?? '';
  if (quote !== '"' && quote !== "'") {
    const loose = readLoose(piece);
    return loose?.state === 'closed' && loose.end === piece.length ? loose.value : undefined;
  }
  if (piece.length < 2 || !piece.endsWith(quote)) return undefined;
  // Escape what the model left bare, then read the string as always.
  const inner = piece.slice(1, -1).replace(/\\[\s\S]|["']/g, (found) => (found === quote ? `\\${quote}` : found));
  const loose = readLoose(`${quote}${inner}${quote}`);
  return loose?.state === 'closed' && loose.end === inner.length + 2 ? loose.value : undefined;
}

/** The library's repair of structure (commas, bare words), kept only if it invented no text and closed nothing that was open. */
function readRepaired(text: string, spec: ToolSpec): ArgumentsRead | undefined {
  if (!/\}\s*(?:```)?\s*$/.test(text)) return { kind: 'cut' };
  let value: unknown;
  try {
    value = JSON.parse(jsonrepair(text.slice(Math.max(0, text.indexOf('{'))))) as unknown;
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const known = Object.keys(value).every((key) => key in spec.parameters.properties);
  return known && strings(value).every((part) => text.includes(part) && !/["'\\]/.test(part)) ? read([value], false) : undefined;
}
