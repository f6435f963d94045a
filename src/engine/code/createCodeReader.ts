/** Reads source code with whatever grammars the host offers: loaded when first needed, a broken one switched off alone. */
import type { Node, Query, Tree } from 'web-tree-sitter';
import { changeBetween } from '../../shared/change';
import { oneAtATime } from '../../shared/oneAtATime';
import type { Languages } from '../ports';
import type { CodeReader, CodeSymbol, Range, SyntaxNode, SyntaxReport } from './codeReader';
import { editOf, loadGrammar, startParser } from './grammar';
import type { Grammar } from './grammar';
import { languageFinder, readLanguages } from './languages';
import type { Language, LanguageEntry } from './languages';
import { Lines } from './lines';
import { occurrencesOf } from './occurrences';
import { outlineOf } from './outline';
import type { Outline } from './outline';
import { outlineAfter, symbolsAround } from './outlineAfter';
import type { Before } from './outlineAfter';
import type { OutlineCache } from './outlineCache';
import { LARGE, onThreads } from './otherThreads';
import type { OtherThreads } from './otherThreads';
import { syntaxOf } from './syntax';

interface Parsed {
  readonly path: string;
  readonly text: string;
  readonly tree: Tree;
  readonly language: Language;
  readonly grammar: Grammar;
  readonly lines: Lines;
  outline?: Outline | undefined;
  /** What the outline can be made from while there is none: its trees live as long. */
  before?: Before | undefined;
  report?: SyntaxReport;
}

/** Trees kept for the next, incremental parse of the same path; the fewer are alive, the faster the parser finds its memory. */
const KEPT = 2;
/** Milliseconds after which an edited text is outlined as a whole for whoever asks next; the edit itself waits for none of it. */
const LATER = 50;

/** Lists the languages at once and loads nothing else; `log` gets one line for each language that had to be switched off; `outlines` spares parsing what it knows, `threads` read large files. */
export async function createCodeReader(languages: Languages, log: (line: string) => void, outlines?: OutlineCache, threads?: OtherThreads): Promise<CodeReader> {
  const { entries, problems } = readLanguages(await languages.list());
  problems.forEach(log);
  const languageFor = languageFinder(entries);
  const seeds = new Map<LanguageEntry, string>();
  const grammars = new Map<string, Promise<Grammar | string>>();
  // The newest last. In a Map, set and deleted for each file, every outgrown table would keep what it once held until the next full collection.
  let parsed: readonly Parsed[] = [];
  const parsedOf = (path: string): Parsed | undefined => parsed.find((file) => file.path === path);
  let started: Promise<void> | undefined;
  let reading = 0;

  const switchedOff = ({ id, name }: Language, fault: unknown): Promise<string> => {
    const trouble = `${name} is switched off: its grammar can't be used (${fault instanceof Error ? fault.message : String(fault)}).`;
    log(`${trouble} Reinstall Whittle to get it back; files can still be edited as text.`);
    const off = Promise.resolve(trouble);
    grammars.set(id, off);
    return off;
  };

  const grammarOf = (entry: LanguageEntry): Promise<Grammar | string> => {
    const known = grammars.get(entry.language.id);
    if (known) return known;
    started ??= startParser(languages);
    const loading = started.then(() => loadGrammar(entry)).catch((error: unknown) => switchedOff(entry.language, error));
    grammars.set(entry.language.id, loading);
    return loading;
  };

  /** A tree is never freed while another caller looks at it. */
  const next = oneAtATime();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    reading += 1;
    return next(work).finally(() => { reading -= 1; });
  };

  const withTree = <T>(path: string, text: string, use: (file: Parsed) => T | Promise<T>): Promise<T | undefined> => inTurn(async () => {
    const file = await parse(path, text);
    return file && (await use(file));
  });

  const parse = async (path: string, text: string): Promise<Parsed | undefined> => {
    const entry = languageFor(path, text);
    const grammar = entry && (await grammarOf(entry));
    if (entry === undefined || grammar === undefined || typeof grammar === 'string') return undefined;
    const old = parsedOf(path);
    parsed = parsed.filter((one) => one !== old);
    const afresh = old?.language !== entry.language;
    if (old && afresh) parsedAway(old);
    const file = old === undefined || afresh ? { path, text, language: entry.language, grammar, lines: Lines.of(text), tree: await grammar.parse(text) } : old.text === text ? old : await reparsed(old, text);
    parsed.slice(0, 1 - KEPT).forEach(parsedAway);
    parsed = [...parsed.slice(1 - KEPT), file];
    if (file !== old && file.before) setTimeout(() => { outlineLater(file); }, LATER);
    return file;
  };

  /** false where they don't fit the grammar, which then is off. */
  const scopesOf = ({ grammar, language }: Parsed): Query | undefined | false => {
    try {
      return grammar.scopes();
    } catch (error) {
      void switchedOff(language, error);
      return false;
    }
  };

  const outlineLater = (file: Parsed): void => {
    // What goes wrong here goes wrong again for whoever asks, who then hears of it.
    inTurn(async () => (parsed.includes(file) ? outlined(file) : undefined)).catch(() => undefined);
  };

  const symbols = async (path: string, text: string): Promise<readonly CodeSymbol[] | undefined> => {
    const entry = languageFor(path, text);
    // Another thread makes a large one again: hashing it, and packing its outline, would block this one.
    const kept = threads === undefined || text.length < LARGE;
    const seed = outlines && entry && kept && parsedOf(path) === undefined ? (seeds.get(entry) ?? (await seedOf(entry))) : undefined;
    if (entry && seed !== undefined) seeds.set(entry, seed);
    // What an edit leaves for a moment isn't worth keeping.
    const known = seed === undefined ? undefined : outlines?.get(seed, text);
    if (known) return known;
    const found = await onThreads(threads, { kind: 'symbols', path, text }, reading > 0 && parsedOf(path) === undefined, () => withTree(path, text, async (file) => (await outlined(file)).symbols));
    if (found && seed !== undefined) outlines?.set(seed, text, found);
    return found;
  };

  return {
    languageOf: (path) => languageFor(path)?.language.id,
    familyOf: (path) => {
      const language = languageFor(path)?.language;
      return language?.family ?? language?.id;
    },
    style: async (path, text) => {
      const entry = languageFor(path, text);
      return entry && { ...entry.language, scoped: (await entry.files.queries()).scopes !== undefined };
    },
    symbols,
    symbolsAround: (path, text, range) => (threads !== undefined && text.length >= LARGE ? symbols(path, text) : withTree(path, text, async (file) =>
      (file.before && (await symbolsAround(file.before, range, file, file.language, file.grammar.outline))) ?? (await outlined(file)).symbols)),
    check: async (path, text) => (await onThreads(threads, { kind: 'check', path, text }, false, () =>
      withTree(path, text, (file) => (file.report ??= syntaxOf(file.tree, text, file.language))))) ?? { state: 'unknown', problems: [] },
    multilineStrings: async (path, text) => (await onThreads(threads, { kind: 'multilineStrings', path, text }, false, () =>
      withTree(path, text, (file) => stringsOf(file.tree.rootNode, file.language)))) ?? [],
    occurrences: (path, text, name) => onThreads(threads, { kind: 'occurrences', path, text, name }, false, () =>
      withTree(path, text, (file) => {
        const scopes = scopesOf(file);
        return scopes === false ? undefined : occurrencesOf(file.tree, text, name, file.language, scopes);
      })),
    tree: (path, text) => inTurn(async () => {
      const entry = languageFor(path, text);
      const grammar = entry && (await grammarOf(entry));
      if (grammar === undefined || typeof grammar === 'string') return undefined;
      const tree = await grammar.parse(text);
      try {
        return plainTree(tree.rootNode);
      } finally {
        tree.delete();
      }
    }),
    trouble: async (path) => {
      const entry = languageFor(path);
      if (entry === undefined) return `Whittle knows no language for ${path}.`;
      const grammar = await grammarOf(entry);
      return typeof grammar === 'string' ? grammar : undefined;
    },
  };
}

/** The whole outline, made once. */
async function outlined(file: Parsed): Promise<Outline> {
  const { before, language, grammar } = file;
  file.outline ??= (before && (await outlineAfter(before, file, language, grammar.outline))) ?? (await outlineOf(file, language, grammar.outline));
  release(file);
  return file.outline;
}

function parsedAway(file: Parsed): void {
  file.tree.delete();
  release(file);
}

function release(file: Parsed): void {
  file.before?.edited.delete();
  file.before = undefined;
}

/** The same file with another text; the old tree is used up. */
async function reparsed(old: Parsed, text: string): Promise<Parsed> {
  const { path, language, grammar } = old;
  const edited = old.tree;
  try {
    const outline = old.before ? await outlined(old) : old.outline;
    const change = changeBetween(old.text, text);
    const lines = old.lines.after(change, text);
    edited.edit(editOf(change, old.lines, lines));
    const file: Parsed = { path, text, language, grammar, lines, tree: await grammar.parse(text, edited) };
    if (outline) file.before = { lines: old.lines, edited, outline, change };
    else edited.delete();
    return file;
  } catch (fault) {
    release(old);
    edited.delete();
    throw fault;
  }
}

/** What an outline depends on beside the text. */
async function seedOf({ files }: LanguageEntry): Promise<string> {
  return `${JSON.stringify(files.definition)}\0${(await files.queries()).outline}`;
}

function plainTree(node: Node): SyntaxNode {
  return { type: node.type, text: node.text, start: node.startIndex, end: node.endIndex, broken: node.hasError || node.isMissing, children: node.children.map(plainTree) };
}

function stringsOf(root: Node, language: Language): Range[] {
  if (language.strings.length === 0) return [];
  return root.descendantsOfType([...language.strings])
    .filter((node) => node.startPosition.row < node.endPosition.row)
    .filter((node) => !(node.parent && language.docstringParents.includes(node.parent.type)) && !language.looseStrings?.test(node.text))
    .map((node) => ({ start: node.startIndex, end: node.endIndex }));
}
