/** For edits whose search text fits nowhere: what a model may correct, and the conditions under which its correction is taken. */
import { diffArrays } from 'diff';
import type { CodeSymbol } from '../code/codeReader';
import { firstNumber, withoutFence, withoutNumbers } from './copiedMarks';
import { findElision } from './elision';
import { mergeTexts } from './merge3';
import { lineLikeness, nearest } from './nearest';
import { patchText } from './patch';
import type { TextEdit } from './patch';
import { fold, lineEnds } from './view';
import { weave } from './weave';

export type Settled = { readonly ok: true; readonly text: string } | { readonly ok: false; /** Why not, for the model. */ readonly why: string };

/**
 * First step: the model gave the search text again (`anchor`), copied from the file, and nothing else. What the edit left
 * alone between its own old and new text stays as the file has it.
 */
export function withAnchor(text: string, edit: TextEdit, anchor: string): Settled {
  const [old, fresh, given] = [edit.old, edit.fresh, withoutMarks(anchor)].map((part) => fold(part, lineEnds)) as [string, string, string];
  const there = given.replace(/\n$/, '') + (old.endsWith('\n') ? '\n' : '');
  const parts = mergeTexts(old, there, fresh);
  const merged = parts?.map((part) => (part.kind === 'agreed' ? part.text : undefined));
  if (!merged || merged.includes(undefined)) return { ok: false, why: 'The text in the file differs from old_str in the very lines to be changed.' };
  const patched = patchText(text, [{ old: there, fresh: merged.join('') }]);
  return patched.ok ? { ok: true, text: patched.text } : { ok: false, why: patched.text };
}

/** A stretch of a file that a model is asked to return with the change made. */
export interface Region {
  /** UTF-16 offsets of whole lines. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Path of the symbol it is; undefined for the whole file. */
  readonly symbol?: string;
}

/** An edit that found no place, kept until the next one of its file. */
export interface MissedEdit {
  readonly edit: TextEdit;
  /** The whole text it didn't fit. */
  readonly text: string;
  /** Set once the region was shown. */
  readonly region?: Region;
}

/** Lines up to which a whole file may be asked for. */
const MOST_LINES = 120;

/** Second step: the symbol around the nearest text, else the whole file if it is short; undefined where neither helps. */
export function regionFor(text: string, symbols: readonly CodeSymbol[] | undefined, old: string): Region | undefined {
  const near = nearest(text, old);
  const symbol = near && innermost(symbols ?? [], near.from, near.to);
  if (symbol) {
    const start = text.lastIndexOf('\n', symbol.start - 1) + 1;
    const after = text.indexOf('\n', Math.max(symbol.start, symbol.end - 1));
    const end = after === -1 ? text.length : after + 1;
    return { start, end, text: text.slice(start, end), symbol: symbol.path };
  }
  return text.split('\n').length <= MOST_LINES + 1 ? { start: 0, end: text.length, text } : undefined;
}

function innermost(symbols: readonly CodeSymbol[], from: number, to: number): CodeSymbol | undefined {
  const around = symbols.find((symbol) => symbol.startLine <= from && to <= symbol.endLine);
  return around && (innermost(around.children, from, to) ?? around);
}

/**
 * Takes the region as the model returned it only if nothing is left out and every line outside the change is still there.
 * That it parses and that the file is still the same is for the caller to see to.
 */
export function withRegion(text: string, region: Region, edit: TextEdit, answer: string): Settled {
  const before = fold(region.text, lineEnds);
  const cleaned = fold(withoutMarks(answer), lineEnds).replace(/\n*$/, '');
  const after = before.endsWith('\n') ? `${cleaned}\n` : cleaned;
  const elided = findElision(before, after);
  if (elided) return { ok: false, why: `Line ${elided.line} stands for code that was left out: ${elided.text}. Return the whole text.` };
  const [old, fresh] = [edit.old, edit.fresh].map((part) => part.split(/\r?\n/).filter((line) => line.trim() !== '')) as [string[], string[]];
  const added = new Set(fresh.map((line) => line.trim()));
  let removed = 0;
  for (const change of diffArrays(before.split('\n'), after.split('\n'))) {
    const lines = change.value.filter((line) => line.trim() !== '');
    if (change.removed) removed += lines.length;
    const lost = change.removed ? lines.find((line) => !old.some((wanted) => lineLikeness(line, wanted) >= 0.5)) : undefined;
    if (lost !== undefined) return { ok: false, why: `This line has nothing to do with the change and must stay: ${lost.trim()}` };
    const foreign = change.added ? lines.find((line) => !added.has(line.trim())) : undefined;
    if (foreign !== undefined) return { ok: false, why: `This line is not part of the change: ${foreign.trim()}` };
  }
  if (removed > old.length) return { ok: false, why: `${removed} lines would go, but the change replaces only ${old.length}.` };
  if (before === after) return { ok: false, why: 'The text came back unchanged.' };
  const lineEnd = /\r\n/.test(region.text) ? '\r\n' : '\n';
  const woven = weave(region.text, before, after, { lineEnd }) ?? after;
  return { ok: true, text: text.slice(0, region.start) + woven + text.slice(region.end) };
}

function withoutMarks(answer: string): string {
  const inside = withoutFence(answer) ?? answer;
  return firstNumber(inside) === undefined ? inside : withoutNumbers(inside);
}
