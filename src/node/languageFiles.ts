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
      const all = await Promise.all(names.map((name) => readLanguage(folder, path.join(syntaxes, name))));
      return all.filter((one) => one !== undefined);
    },
    runtime: () => grammar(folder, 'web-tree-sitter', RUNTIME),
  };
}

async function readLanguage(folder: string, language: string): Promise<LanguageFiles | undefined> {
  const source = await optional(path.join(language, 'language.json'));
  if (source === undefined) return undefined;
  const definition = parsed(source);
  const scopes = await optional(path.join(language, 'scopes.scm'));
  const wanted = (definition as { grammar?: { package?: string; file?: string } } | undefined)?.grammar;
  return {
    definition,
    outline: (await optional(path.join(language, 'outline.scm'))) ?? '',
    ...(scopes !== undefined && { scopes }),
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
  return (await exists(file)) ? readFile(file, 'utf8') : undefined;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(() => true, () => false);
}
