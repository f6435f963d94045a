/** A case as data, and the one way to compare what happened with what was expected. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

export interface CaseFile {
  readonly id: string;
  readonly area: string;
  readonly kind: string;
  readonly why: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expect: Readonly<Record<string, unknown>>;
}

/** What an area's adapter gives back: one value, or one judgement, per key an expectation may name. */
export type Actual = Readonly<Record<string, unknown>>;
/** Runs the product's own code on an input. Has no logic of its own. */
export type Adapter = (input: CaseFile['input']) => Promise<Actual> | Actual;
/** Judges one key in its own way; undefined leaves it to plain equality. */
export type Judge = (key: string, wanted: unknown, actual: Actual) => boolean | undefined;

export function loadCases(folder: string): readonly CaseFile[] {
  return readdirSync(folder).filter((name) => name.endsWith('.json')).sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CaseFile);
}

/** Undefined where the case passes, else expected and actual in words. */
export function differences(expect: CaseFile['expect'], actual: Actual, judge: Judge = () => undefined): string | undefined {
  const alternatives = Array.isArray(expect['one_of']) ? (expect['one_of'] as CaseFile['expect'][]) : [expect];
  const passes = (wanted: CaseFile['expect']): boolean =>
    Object.entries(wanted).every(([key, value]) => judge(key, value, actual) ?? isDeepStrictEqual(actual[key], value));
  return alternatives.some(passes) ? undefined : `expected ${JSON.stringify(expect)}\n  actual ${JSON.stringify(actual)}`;
}
