/** The rules of docs/ARCHITECTURE.md as data: who may import whom, and how large things may grow. */
import { readdirSync } from 'node:fs';
import path from 'node:path';

export interface Layer {
  /** Path prefix of its files. */
  readonly folder: string;
  /** The other layers (or single files) it may import. */
  readonly layers: readonly string[];
  /** Packages it may import anywhere. */
  readonly packages: readonly string[];
  /** Packages that only some of its folders may import. */
  readonly packagesIn?: Readonly<Record<string, readonly string[]>>;
  /** Whether it may import Node's own modules. */
  readonly node: boolean;
}

/** Longest prefix wins; a file under src/ that no layer claims is itself a violation. */
export const layers: readonly Layer[] = [
  { folder: 'src/shared/', layers: [], packages: [], node: false },
  {
    folder: 'src/engine/',
    layers: ['src/shared/'],
    packages: ['zod', 'jsonrepair', 'diff'],
    packagesIn: {
      'src/engine/models/': ['openai', '@anthropic-ai/sdk'],
      'src/engine/code/': ['web-tree-sitter'],
      'src/engine/room/': ['ignore', 'picomatch'],
      // A model's pattern must not be able to hang the host: re2js has no backtracking.
      'src/engine/tools/': ['ignore', 'picomatch', 're2js'],
    },
    node: false,
  },
  { folder: 'src/node/', layers: ['src/shared/', 'src/engine/', 'package.json'], packages: [], node: true },
  // What comes from the webview is checked by a schema before anything acts on it.
  { folder: 'src/vscode/', layers: ['src/shared/', 'src/engine/', 'src/node/', 'package.json'], packages: ['vscode', 'zod'], node: true },
  { folder: 'src/webview/', layers: ['src/shared/'], packages: ['marked', 'dompurify', 'diff'], node: false },
];

/** The one file that loads modules at run time; the editor's start waits for nothing behind it. */
export const later = 'src/vscode/later.ts';

/** What the start of the editor may not wait for: large packages, behind `later`. */
export const start = { entry: 'src/vscode/extension.ts', later: ['openai', 'zod', 're2js', 'web-tree-sitter', 'picomatch', 'jsonrepair'] } as const;

/** Only these see the editor itself. */
export const editorFolders: readonly string[] = ['src/vscode/', 'test/host/'];

/** Inside the engine, a file imports its own place and places to the left of it. A place is a folder or a file of the root. */
export const engineOrder: readonly string[] = [
  'ports', 'errors', 'code', 'edit', 'reply', 'plan', 'models', 'memory', 'snapshot', 'room', 'tools', 'prompt', 'route', 'loop', 'agents', 'engine',
];

/** Names only Node knows: an engine that uses one runs nowhere else. */
export const nodeGlobals: readonly string[] = ['Buffer', 'process', 'global', '__dirname', '__filename', 'require', 'setImmediate'];

/** A language is a folder: what reads and edits code calls none by its name. */
export const nameless = { folders: ['src/engine/code/', 'src/engine/edit/'], names: readdirSync(path.resolve(__dirname, '../../syntaxes')) } as const;

/** `new` at a module's top level is shared state, but for these, which are data when they are given their contents. */
export const dataClasses: readonly string[] = ['Set', 'Map', 'RegExp', 'URL', 'TextEncoder', 'TextDecoder', 'Intl.Collator', 'Intl.Segmenter', 'Marked'];

/** The webview's program: nobody imports it, so what it keeps is the page's state and shared with no one. */
export const programs: readonly string[] = ['src/webview/main.ts'];

/** Words that name no job. */
export const emptyNames = /(Manager|Service|Helpers?|Utils?)$/i;

export const limits = {
  linesPerFile: 300,
  engine: { files: 180, lines: 17_000, medianLines: 90 },
} as const;
