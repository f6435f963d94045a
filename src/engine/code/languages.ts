/** What a language folder says about itself; a language is data, so this is all the engine knows of any. */
import { z } from 'zod';
import type { LanguageFiles } from '../ports';

const words = z.array(z.string()).default([]);

const pattern = z.string().transform((source) => new RegExp(source, 'u'));

const definition = z.object({
  id: z.string(),
  name: z.string(),
  /** With the dot. */
  extensions: words,
  /** Whole file names, such as `.bashrc`. */
  filenames: words,
  /** A file with one of these extensions whose code the pattern fits is one of another language; `apart` fits, one after the other, what of the text is no code. */
  rather: z.object({ id: z.string(), extensions: words, where: pattern, apart: z.array(pattern) }).optional(),
  grammar: z.object({ package: z.string(), file: z.string() }),
  /** Folders below `syntaxes/` whose queries are joined in this order; left out: the language's own. */
  queries: words,
  /** Nodes around a declaration that belong to it: `export …`, `template <…> …`. */
  wrappers: words,
  /** Declarations that stand in others, as those of a class do: nothing wraps them, and only a field of their own is their body. */
  members: words,
  /** What may hold a definition that the query calls `@outer.…` and not `@definition.…`: the file, and blocks that are no scope of their own. */
  outer: words,
  comments: words,
  /** Decorators, attributes, annotations: whether inside the declaration or before it. */
  attached: words,
  /** Only nodes of the sorts above whose text fits. */
  attachedPattern: pattern.optional(),
  /** Declarations of one name that follow each other directly are one symbol: equations, clauses. */
  joined: words,
  /** What of the text found for a name is the name: `ll` of `ll='ls -l'`. */
  namePattern: pattern.optional(),
  /** What parts a qualified name beside the dot, such as `::`. */
  separators: words,
  /** Nodes whose inner lines are data. */
  strings: words,
  /** A string directly inside one of these is documentation and moves with its code. */
  docstringParents: words,
  /** Text that stands below the line of what it belongs to, as a here document does: what announces it, and what it is. */
  below: z.object({ mark: z.string(), text: z.string() }).optional(),
  /** Strings whose indentation the language itself takes off move too. */
  looseStrings: pattern.optional(),
  /** Nodes that hold members where the grammar has no field named body. */
  bodies: words,
  /** A pattern that declares several names: nodes on the way to them, the names, and what may stand beside them (`self.x`). */
  binds: z.object({ through: words, names: words, beside: words }).prefault({}),
  /** What a name may be, where it isn't letters, digits and `_` alone. */
  names: pattern.optional(),
  /** Names the language gives a meaning of its own, such as `__init__`. */
  special: pattern.optional(),
  /** Without scopes, what tells things of one name apart: the first that fits the types of nodes around a place and its line, as in `call>identifier x |> [f](1)`; what fits none is no name. */
  sorts: z.array(pattern).default([]),
  /** Places of no sort that may yet be meant. */
  perhaps: pattern.optional(),
  /** Without scopes, how a member is told from another type's of its name; left out: not at all. */
  receivers: z.object({
    /** What stands before a member. */
    mark: pattern.prefault(String.raw`(?:(?<!\.)\.|::|->)\s*$`),
    /** In the type itself a bare name is the member too. */
    bare: z.boolean().default(false),
    /** Where a variable's type stands: before its name, after a colon, right behind it, or nowhere. */
    types: z.enum(['before', 'colon', 'behind', 'none']).default('before'),
    /** Whatever may hold members: any table, any object. */
    open: z.boolean().default(false),
  }).optional(),
  /** Without scopes, what stands before a function of another module or type: its name, by `type` or by `module`. */
  qualified: z.object({
    by: z.enum(['type', 'module']),
    /** Only such words are names of modules. */
    words: pattern.optional(),
    /** Words for the module itself. */
    own: words,
    /** Functions are called through `->` too. */
    arrow: z.boolean().default(false),
  }).optional(),
  /** A type names those above it in parentheses. */
  parentsInParentheses: z.boolean().default(false),
  /** The word without which no other file knows a declaration. */
  exportWord: z.string().optional(),
  /** What a piece of code needs before it to be read as code. */
  opening: z.string().default(''),
  /** Languages of one family use each other's names. */
  family: z.string().optional(),
  /** The language whose files of the same path it holds the interfaces of: their names are one. */
  interfaceOf: z.string().optional(),
  /** Several declarations of a name speak of one thing, as rules of a style sheet do. */
  shared: z.boolean().default(false),
  /** What says a name's sort before it and is no part of it: `.` and `#` of CSS. */
  sigils: pattern.optional(),
  terminators: words,
  /** What belongs to a declaration on the lines below it; where a group 1 is its white space, that must be the declaration's. */
  endMarker: pattern.optional(),
  joiners: words,
  /** Declarations that words join: what fits the line before such a declaration, and the words its code may begin with. */
  group: z.object({ head: pattern, opening: pattern }).optional(),
  keywords: words,
  layout: z.boolean().default(false),
  /** Nodes with a statement each at least, all of theirs at one column; the file's own stand at column 0. */
  blocks: words,
  /** Several definitions of one name are usual: overloads, pairs of get and set. */
  overloads: z.boolean().default(false),
  emptyBlock: z.string().optional(),
  /** `A=` is a whole statement. */
  emptyValues: z.boolean().default(false),
  /** What stays last in a file, by the group `last`: a new symbol without a place goes before it. */
  ending: pattern.optional(),
  blankLines: z.number().default(1),
  /** Marks of strings that span lines, where the same mark opens and closes. */
  longStrings: words,
  /** A line that `pattern` fits opens a block and must hold `mark`. */
  block: z.object({ pattern, mark: z.string() }).optional(),
  /** Lines the grammar fails on though they may be right: an error there is no proof. */
  unsure: z.array(pattern).default([]),
  /** So many lines above an error count too: what a macro stands for is known to the preprocessor alone. */
  unsureAbove: z.number().default(0),
});

export type Language = z.infer<typeof definition>;

export interface LanguageEntry {
  readonly language: Language;
  readonly files: LanguageFiles;
}

/** Reads all definitions; one that can't be read is left out and named in `problems`. */
export function readLanguages(all: readonly LanguageFiles[]): { readonly entries: readonly LanguageEntry[]; readonly problems: readonly string[] } {
  const entries: LanguageEntry[] = [];
  const problems: string[] = [];
  for (const files of all) {
    const parsed = definition.safeParse(files.definition);
    if (parsed.success) entries.push({ language: parsed.data, files });
    else problems.push(`A language folder is left out: ${parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`);
  }
  return { entries, problems };
}

/** Characters by which a text shows what it is: a longer one would hold the thread each time it is asked for. */
const SIGNS = 100_000;

/** Finds by whole name first, then by the longest extension; the first language that claims one has it, unless the text is rather another's. */
export function languageFinder(entries: readonly LanguageEntry[]): (path: string, text?: string) => LanguageEntry | undefined {
  const byPath = pathFinder(entries);
  return (path, text) => {
    const found = byPath(path);
    const { rather } = found?.language ?? {};
    const signs = text?.slice(0, SIGNS);
    if (!rather || signs === undefined || !rather.extensions.some((one) => path.toLowerCase().endsWith(one)) || !rather.where.test(signs)) return found;
    const code = rather.apart.reduce((left, one) => left.replace(new RegExp(one, 'gu'), ' '), signs);
    return (rather.where.test(code) ? entries.find(({ language }) => language.id === rather.id) : undefined) ?? found;
  };
}

function pathFinder(entries: readonly LanguageEntry[]): (path: string) => LanguageEntry | undefined {
  const [names, extensions] = [new Map<string, LanguageEntry>(), new Map<string, LanguageEntry>()];
  for (const entry of entries) {
    for (const name of entry.language.filenames) if (!names.has(name)) names.set(name, entry);
    for (const extension of entry.language.extensions) if (!extensions.has(extension)) extensions.set(extension, entry);
  }
  return (path) => {
    const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    const named = names.get(name);
    if (named) return named;
    const lower = name.toLowerCase();
    for (let dot = lower.indexOf('.'); dot !== -1; dot = lower.indexOf('.', dot + 1)) {
      const found = extensions.get(lower.slice(dot));
      if (found) return found;
    }
    return undefined;
  };
}
