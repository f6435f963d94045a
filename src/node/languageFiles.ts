/** Reads the language folders from disk: beside the bundle when installed, from the sources and node_modules in development. */
import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { LanguageFiles, Languages } from '../engine/ports';

const RUNTIME = 'web-tree-sitter.wasm';

/**
 * `folder` holds `syntaxes/`, and either `grammars/` (all .wasm files together, as built: brotli-compressed, `.wasm.br`) or `node_modules/`.
 * A folder without a readable language.json is left out.
 */
export function languageFiles(folder: string): Languages {
  const syntaxes = path.join(folder, 'syntaxes');
  return {
    list: async () => {
      const names = (await readdir(syntaxes, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort();
      const all = await Promise.all(names.map((name) => readLanguage(folder, name)));
      return all.filter((one) => one !== undefined);
    },
    runtime: () => grammar(folder, 'web-tree-sitter', RUNTIME),
  };
}

async function readLanguage(folder: string, name: string): Promise<LanguageFiles | undefined> {
  const syntaxes = path.join(folder, 'syntaxes');
  const source = await optional(path.join(syntaxes, name, 'language.json'));
  if (source === undefined) return undefined;
  const definition = parsed(source);
  const { grammar: wanted, queries = [name] } = (definition ?? {}) as { grammar?: { package?: string; file?: string }; queries?: readonly string[] };
  const query = async (file: string): Promise<string | undefined> => {
    const parts = (await Promise.all(queries.map((from) => optional(path.join(syntaxes, from, file))))).filter((one) => one !== undefined);
    return parts.length === 0 ? undefined : parts.join('\n');
  };
  const both = async (): Promise<{ outline: string; scopes: string | undefined }> => {
    const [outline = '', scopes] = await Promise.all([query('outline.scm'), query('scopes.scm')]);
    return { outline, scopes };
  };
  let read: ReturnType<typeof both> | undefined;
  return {
    definition,
    queries: () => (read ??= both()),
    grammar: () => grammar(folder, wanted?.package ?? '', wanted?.file ?? ''),
  };
}

/** Undefined for what is no JSON: the engine then leaves the language out and says so. */
function parsed(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

async function grammar(folder: string, from: string, file: string): Promise<Uint8Array> {
  const built = path.join(folder, 'grammars', `${file}.br`);
  if (await exists(built)) return promisify(brotliDecompress)(await readFile(built));
  return readFile(path.join(folder, 'node_modules', from, file));
}

async function optional(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(() => true, () => false);
}
