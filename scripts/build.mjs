/** Builds dist/ (what ships) and, with --tests, out/host (the suite that runs inside VS Code). `--release` is what the VSIX gets. */
import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { inRoot, root } from './lib/paths.mjs';
import { fail, Plain, say } from './lib/say.mjs';

const release = process.argv.includes('--release');
const begun = Date.now();

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: release,
  legalComments: 'none',
  logLevel: 'warning',
  // A release's maps stay beside the build for reading stack traces; the VSIX leaves them out.
  sourcemap: release ? 'external' : 'linked',
};
const onNode = {
  ...common, platform: 'node', format: 'cjs', target: 'node22',
  // Its ES module asks for import.meta, which a CommonJS bundle doesn't have.
  alias: { 'web-tree-sitter': inRoot('node_modules', 'web-tree-sitter', 'web-tree-sitter.cjs') },
};

async function main() {
  if (process.argv.includes('--tests')) return buildHostSuite();
  await rm(inRoot('dist'), { recursive: true, force: true });
  await Promise.all([
    bundleExtension(),
    bundle('src/node/cli.ts', 'dist/cli.js', { ...onNode, banner: { js: '#!/usr/bin/env node' } }),
    bundle('src/node/parserThread.ts', 'dist/parserThread.js', onNode),
    bundle('src/node/copyThread.ts', 'dist/copyThread.js', onNode),
    bundle('src/webview/main.ts', 'dist/webview/main.js', { ...common, platform: 'browser', format: 'iife', target: 'chrome120' }),
    copyStyles(),
    copyLanguages(),
  ]);
  await chmod(inRoot('dist', 'cli.js'), 0o755);
  say(`  built dist/ in ${Date.now() - begun} ms`);
}

async function bundle(entry, outfile, options) {
  await build({ ...options, entryPoints: [entry], ...(outfile !== undefined && { outfile }) }).catch(() => {
    // esbuild has shown where and why.
    throw new Plain(`${entry} could not be built`);
  });
}

/**
 * dist/extension.js, and dist/chunks with what it loads later (the imports in src/vscode/later.ts): the editor waits while
 * it reads the first, so that one is small. esbuild splits ES modules only, so those are made first, then turned into CommonJS.
 */
async function bundleExtension() {
  const modules = inRoot('out', 'modules');
  await rm(modules, { recursive: true, force: true });
  await bundle('src/vscode/extension.ts', undefined, {
    ...onNode, format: 'esm', splitting: true, outdir: modules, chunkNames: 'chunks/[name]-[hash]', external: ['vscode'], sourcemap: 'linked',
  });
  const files = (await readdir(modules, { recursive: true })).filter(name => name.endsWith('.js')).map(name => path.join(modules, name));
  await build({ ...onNode, bundle: false, alias: {}, entryPoints: files, outbase: modules, outdir: 'dist', supported: { 'dynamic-import': false } }).catch(() => {
    throw new Plain('the chunks of src/vscode/extension.ts could not be turned into CommonJS');
  });
}

/** The chat's style sheet and the icons it uses lie together in dist/webview, the one folder a webview may read. */
async function copyStyles() {
  const target = inRoot('dist', 'webview');
  await mkdir(target, { recursive: true });
  const icons = ['codicon.css', 'codicon.ttf'].map(name => inRoot('node_modules', '@vscode', 'codicons', 'dist', name));
  for (const file of [inRoot('media', 'chat.css'), ...icons]) {
    await copyFile(file, path.join(target, path.basename(file)));
  }
}

/** A language is a folder of data; its parser is the .wasm file of the grammar package its language.json names. */
async function copyLanguages() {
  await mkdir(inRoot('dist', 'grammars'), { recursive: true });
  await compress(inRoot('node_modules', 'web-tree-sitter', 'web-tree-sitter.wasm'));
  const folders = (await readdir(inRoot('syntaxes'), { withFileTypes: true })).filter(each => each.isDirectory());
  await Promise.all(folders.map(async ({ name: language }) => {
    await cp(inRoot('syntaxes', language), inRoot('dist', 'syntaxes', language), { recursive: true });
    await copyGrammar(language);
  }));
}

async function copyGrammar(language) {
  const { grammar } = JSON.parse(await readFile(inRoot('syntaxes', language, 'language.json'), 'utf8'));
  if (typeof grammar?.package !== 'string' || typeof grammar?.file !== 'string') {
    throw new Plain(`syntaxes/${language}/language.json names no grammar: it needs "grammar": { "package": …, "file": … }.`);
  }
  const from = inRoot('node_modules', grammar.package, grammar.file);
  if (!existsSync(from)) throw new Plain(`syntaxes/${language}/language.json wants ${grammar.file} from the package ${grammar.package}, and it isn't there: add the package to devDependencies.`);
  await compress(from);
}

/** Thirty parsers are 45 MB; the packing of a VSIX leaves 4.3 of it, brotli 3.1. Higher qualities take minutes for little. */
async function compress(wasm) {
  const bytes = await promisify(brotliCompress)(await readFile(wasm), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
  await writeFile(inRoot('dist', 'grammars', `${path.basename(wasm)}.br`), bytes);
}

/** Each test file becomes a bundle of its own, loaded by mocha inside the extension host. */
async function buildHostSuite() {
  const outdir = inRoot('out', 'host');
  await rm(outdir, { recursive: true, force: true });
  const folder = inRoot('test', 'host');
  const tests = existsSync(folder) ? (await readdir(folder)).filter(name => name.endsWith('.host.test.ts')) : [];
  await build({
    ...onNode,
    minify: false,
    sourcemap: 'inline',
    entryPoints: [
      { in: inRoot('test', 'support', 'hostRun.ts'), out: 'index' },
      ...tests.map(name => ({ in: path.join(folder, name), out: name.replace(/\.ts$/, '') })),
    ],
    outdir,
    external: ['vscode', 'mocha'],
  });
  say(`  built out/host (${tests.length} test files) in ${Date.now() - begun} ms`);
}

main().catch(fail);
