/** What a tool for code says of a file that is text: why, and one next move. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { createCodeReader } from '../../../../src/engine/code/createCodeReader';
import { addSymbol } from '../../../../src/engine/tools/addSymbol';
import { checkSyntax } from '../../../../src/engine/tools/checkSyntax';
import { findReferences } from '../../../../src/engine/tools/findReferences';
import { listSymbols } from '../../../../src/engine/tools/listSymbols';
import { readSymbol } from '../../../../src/engine/tools/readSymbol';
import { removeSymbol } from '../../../../src/engine/tools/removeSymbol';
import { renameSymbol } from '../../../../src/engine/tools/renameSymbol';
import type { ToolContext, ToolResult } from '../../../../src/engine/tools/tool';
import { updateSymbol } from '../../../../src/engine/tools/updateSymbol';
import { languageFiles } from '../../../../src/node/languageFiles';
import { memoryContext } from '../../../support/memoryContext';

const tools: Readonly<Record<string, (context: ToolContext, path: string) => Promise<ToolResult>>> = {
  list_symbols: (context, file) => listSymbols.run({ path: file }, context),
  read_symbol: (context, file) => readSymbol.run({ path: file, name: 'a' }, context),
  update_symbol: (context, file) => updateSymbol.run({ path: file, name: 'a', code: 'b' }, context),
  add_symbol: (context, file) => addSymbol.run({ path: file, code: 'b' }, context),
  remove_symbol: (context, file) => removeSymbol.run({ path: file, name: 'a' }, context),
  rename_symbol: (context, file) => renameSymbol.run({ path: file, name: 'a', new_name: 'b' }, context),
  find_references: (context, file) => findReferences.run({ path: file, name: 'a' }, context),
  check_syntax: (context, file) => checkSyntax.run({ path: file }, context),
};

describe('a file without a language', () => {
  for (const [name, run] of Object.entries(tools)) {
    it(`${name} says so, and one next move`, async () => {
      const languages = languageFiles(path.join(import.meta.dirname, '../../../..'));
      const broken = { ...languages, list: async () => (await languages.list()).map((files) => ({ ...files, grammar: () => Promise.reject(new Error('no such file')) })) };
      const context = await memoryContext({ files: { 'notes.txt': 'a\nb\n', 'a.py': 'a = 1\n' }, code: await createCodeReader(broken, () => undefined) });
      for (const [file, why] of [['notes.txt', 'Whittle knows no language for notes.txt.'], ['a.py', "Python is switched off: its grammar can't be used (no such file)."]] as const) {
        const { ok, text } = await run(context, file);
        assert.equal(ok, false);
        assert.ok(text.startsWith(`${why} `), text);
        assert.match(text.slice(why.length), /^ (?:Use|Run) [^.]+\.$/);
      }
    });
  }
});
