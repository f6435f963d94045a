/** The architecture holds in every source file, and each of its rules is able to fail. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { violationsIn, type Violation } from './support/architecture';
import { limits } from './support/architectureRules';

const root = path.resolve(__dirname, '..');

describe('architecture', () => {
  it('holds in the whole tree', function () {
    // It reads some hundred files with the compiler: seconds, and many of them on a busy machine.
    this.timeout(120_000);
    const files = ['src', 'test', 'bench'].filter(each => existsSync(path.join(root, each)))
      .flatMap(folder => readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(each => `${folder}/${each.split(path.sep).join('/')}`))
      .filter(each => each.endsWith('.ts') && !/\/files\/|^test\/(cases|recorded)\//.test(each));
    assert.ok(files.filter(each => each.startsWith('src/')).length > 50, 'the tree was found');
    const found = violationsIn(new Map(files.map(each => [each, readFileSync(path.join(root, each), 'utf8')])));
    assert.deepEqual(found.map(({ rule, file, text }) => `${file} (${rule}): ${text}`), []);
  });
});

/** A little tree for each way to break a rule; a text gets its opening sentence unless the case is about that. */
const cases: readonly { readonly name: string; readonly rule?: Violation['rule']; readonly tree: Readonly<Record<string, string>>; readonly bare?: true }[] = [
  { name: 'shared imports the engine', rule: 'layer', tree: { 'src/shared/a.ts': 'import { x } from \'../engine/ports\'' } },
  { name: 'shared imports a package', rule: 'package', tree: { 'src/shared/a.ts': 'import { z } from \'zod\'' } },
  { name: 'the engine imports Node', rule: 'package', tree: { 'src/engine/edit/a.ts': 'import { readFileSync } from \'node:fs\'' } },
  { name: 'the engine imports Node by its old name', rule: 'package', tree: { 'src/engine/edit/a.ts': 'import fs from \'fs\'' } },
  { name: 'the engine imports the editor', rule: 'editor', tree: { 'src/engine/a/a.ts': 'import type { Uri } from \'vscode\'' } },
  { name: 'the engine imports the editor for a type in place', rule: 'editor', tree: { 'src/engine/edit/a.ts': 'export type A = import(\'vscode\').Uri' } },
  { name: 'the engine imports a face', rule: 'layer', tree: { 'src/engine/edit/a.ts': 'import type { A } from \'../../node/files\'' } },
  { name: 'the engine uses a global of Node', rule: 'global', tree: { 'src/engine/edit/a.ts': 'export const a = () => Buffer.from(\'\')' } },
  { name: 'openai outside models', rule: 'package', tree: { 'src/engine/loop.ts': 'import OpenAI from \'openai\'' } },
  { name: 'a part of openai outside models', rule: 'package', tree: { 'src/engine/loop.ts': 'import { x } from \'openai/resources\'' } },
  { name: 'web-tree-sitter outside code', rule: 'package', tree: { 'src/engine/edit/a.ts': 'import { Parser } from \'web-tree-sitter\'' } },
  { name: 'the engine imports to its right', rule: 'order', tree: { 'src/engine/code/a.ts': 'import type { A } from \'../edit/a\'' } },
  { name: 'a root file of the engine imports to its right', rule: 'order', tree: { 'src/engine/ports.ts': 'import type { A } from \'./errors\'' } },
  { name: 'the engine has a folder nobody planned', rule: 'order', tree: { 'src/engine/misc/a.ts': 'import type { A } from \'../ports\'' } },
  { name: 'the terminal face imports the editor face', rule: 'layer', tree: { 'src/node/a.ts': 'import { x } from \'../vscode/a\'' } },
  { name: 'the webview imports the engine', rule: 'layer', tree: { 'src/webview/a.ts': 'import { x } from \'../engine/loop\'' } },
  { name: 'the webview imports Node', rule: 'package', tree: { 'src/webview/a.ts': 'import path from \'node:path\'' } },
  { name: 'the product imports a test', rule: 'layer', tree: { 'src/node/a.ts': 'import { x } from \'../../test/support/a\'' } },
  { name: 'a unit test imports the editor', rule: 'editor', tree: { 'test/unit/a.test.ts': 'import * as vscode from \'vscode\'' } },
  { name: 'the bench imports the editor', rule: 'editor', tree: { 'bench/run.ts': 'import * as vscode from \'vscode\'' } },
  { name: 'a folder that is no layer', rule: 'layer', tree: { 'src/core/a.ts': 'export const a = 1' } },
  { name: 'a circle of two', rule: 'cycle', tree: { 'src/node/a.ts': 'import { b } from \'./b\'', 'src/node/b.ts': 'import type { a } from \'./a\'' } },
  { name: 'a circle of three', rule: 'cycle', tree: { 'src/node/a.ts': 'import \'./b\'', 'src/node/b.ts': 'import \'./c\'', 'src/node/c.ts': 'import \'./a\'' } },
  { name: 'a barrel', rule: 'barrel', tree: { 'src/node/all.ts': 'export * from \'./files\'' } },
  { name: 'a re-export by name', rule: 'barrel', tree: { 'src/node/all.ts': 'export { a } from \'./files\'' } },
  { name: 'an index file', rule: 'barrel', tree: { 'src/node/index.ts': 'export const a = 1' } },
  { name: 'a dynamic import', rule: 'dynamic', tree: { 'src/node/a.ts': 'export const a = () => import(\'./files\')' } },
  {
    name: 'a heavy package at the start', rule: 'start',
    tree: { 'src/vscode/extension.ts': 'import { a } from \'./a\'', 'src/vscode/a.ts': 'import type { b } from \'./b\'\nimport { type c, d } from \'./d\'', 'src/vscode/d.ts': 'import { z } from \'zod\'' },
  },
  { name: 'a require', rule: 'dynamic', tree: { 'src/vscode/a.ts': 'export const a = require(\'vscode\')' } },
  { name: 'a variable of the module', rule: 'singleton', tree: { 'src/node/a.ts': 'let current = 0\nexport const a = () => current++' } },
  { name: 'an instance of the module', rule: 'singleton', tree: { 'src/node/a.ts': 'export const registry = new Registry()' } },
  { name: 'an empty map of the module', rule: 'singleton', tree: { 'src/node/a.ts': 'const cache = new Map<string, string>()' } },
  { name: 'a file name without a job', rule: 'name', tree: { 'src/node/fileUtils.ts': 'export const a = 1' } },
  { name: 'a class name without a job', rule: 'name', tree: { 'src/node/a.ts': 'export class RoomManager {}' } },
  { name: 'a language by its name', rule: 'language', tree: { 'src/engine/edit/a.ts': 'export const a = (language: string) => language === \'go\'' } },
  { name: 'no opening sentence', rule: 'opening', tree: { 'src/node/a.ts': 'export const a = 1' }, bare: true },
  { name: 'a file too long', rule: 'size', tree: { 'src/node/a.ts': '\n'.repeat(limits.linesPerFile + 1) } },
  { name: 'too many engine files', rule: 'budget', tree: manyFiles(limits.engine.files + 1, 1) },
  { name: 'too many engine lines', rule: 'budget', tree: manyFiles(limits.engine.files, Math.ceil(limits.engine.lines / limits.engine.files)) },
  { name: 'engine files too long at the median', rule: 'budget', tree: manyFiles(3, limits.engine.medianLines + 1) },
  {
    name: 'nothing: all that is allowed',
    tree: {
      'src/shared/a.ts': 'export interface A { readonly process: string }',
      'src/vscode/extension.ts': 'import { a } from \'./later\'\nimport type { b } from \'./b\'',
      'src/vscode/later.ts': 'export const a = () => import(\'./b\')',
      'src/vscode/b.ts': 'import { z } from \'zod\'\nexport const b = z',
      'src/engine/ports.ts': 'import type { A } from \'../shared/a\'\nexport type B = A',
      'src/engine/code/a.ts': 'import { Parser } from \'web-tree-sitter\'\nimport type { B } from \'../ports\'\nimport { b } from \'./b\'',
      'src/engine/code/b.ts': 'export const names = new Set([\'a\'])\nexport const b = (x: { process: number }) => x.process',
      'src/engine/models/a.ts': 'import OpenAI from \'openai\'\nimport { z } from \'zod\'',
      'src/engine/room/a.ts': 'import ignore from \'ignore\'\nimport picomatch from \'picomatch\'',
      'src/engine/engine.ts': 'import { a } from \'./models/a\'',
      'src/node/a.ts': 'import fs from \'node:fs\'\nimport { b } from \'../engine/code/b\'',
      'src/vscode/a.ts': 'import * as vscode from \'vscode\'\nimport { a } from \'../node/a\'',
      'src/webview/a.ts': 'import { marked } from \'marked\'\nimport type { A } from \'../shared/a\'',
      'test/host/a.host.test.ts': 'import * as vscode from \'vscode\'',
    },
  },
];

describe('the architecture test itself', () => {
  for (const { name, rule, tree, bare } of cases) {
    it(`reports ${name}`, () => {
      const sources = new Map(Object.entries(tree).map(([file, text]) => [file, bare ? text : `/** Why. */ ${text}`]));
      const rules = new Set(violationsIn(sources).map(each => each.rule));
      if (rule === undefined) assert.deepEqual([...rules], []);
      else assert.ok(rules.has(rule), `expected ${rule}, found ${[...rules].join(', ') || 'nothing'}`);
    });
  }
});

function manyFiles(count: number, lines: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`src/engine/edit/f${index}.ts`, '\n'.repeat(lines)]));
}
