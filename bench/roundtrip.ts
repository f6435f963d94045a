/** Proves on real code that a symbol sent back unchanged leaves every byte as it was: `npm run roundtrip -- FOLDER... [--language L] [--as-read] [--dedent] [--remove] [--forget]`. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createCodeReader } from '../src/engine/code/createCodeReader';
import { roundTrip } from './roundTripFile';
import type { Way } from './roundTripFile';
import { languageFiles } from '../src/node/languageFiles';

const usage = 'usage: npm run roundtrip -- FOLDER... [--language ID] [--as-read] [--dedent] [--remove] [--forget] [--limit FILES] [--why]';

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { language: { type: 'string' }, why: { type: 'boolean', default: false }, limit: { type: 'string' }, 'as-read': { type: 'boolean' }, dedent: { type: 'boolean' }, remove: { type: 'boolean' }, forget: { type: 'boolean' } },
  });
  if (positionals.length === 0) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const reader = await createCodeReader(languageFiles(path.resolve(__dirname, '..')), (line) => process.stderr.write(`${line}\n`));
  const asked = (['as-read', 'dedent', 'remove', 'forget'] as const).filter((way) => values[way]);
  const counts = (asked.length > 0 ? asked : ['as-read' as const]).map((way: Way) => ({ way, passed: 0, failed: 0, refused: 0 }));
  let files = 0;
  const limit = Number(values.limit ?? Number.POSITIVE_INFINITY);
  for (const file of positionals.flatMap((folder) => [...walk(path.resolve(folder))])) {
    const language = reader.languageOf(file);
    if (language === undefined || (values.language !== undefined && language !== values.language) || files >= limit) continue;
    const bytes = readFileSync(file);
    const text = bytes.toString('utf8');
    if (text.includes('\0') || !Buffer.from(text).equals(bytes)) continue;
    files++;
    for (const count of counts) {
      for (const { line, name, refused, failure } of await roundTrip(reader, file, text.replace(/^\ufeff/, ''), count.way)) {
        count[refused !== undefined ? 'refused' : failure === undefined ? 'passed' : 'failed']++;
        if (failure !== undefined || (refused !== undefined && values.why)) process.stdout.write(`${file}:${line} ${name}: ${failure ?? `refused: ${refused ?? ''}`}\n`);
      }
    }
  }
  process.stdout.write(`${files} files\n`);
  for (const { way, passed, failed, refused } of counts) {
    if (refused > 0) process.stdout.write(`remove_symbol refused ${refused} symbols as parts of a larger statement (--why lists them)\n`);
    process.stdout.write(`${counts.length > 1 ? `${way}: ` : ''}${passed} passed, ${failed} failed\n`);
  }
  return counts.some(({ failed }) => failed > 0) ? 1 : 0;
}

const skipped = new Set(['.git', 'dist', 'out', '.vscode-test', '__pycache__']);
const LARGEST = 400_000;

function* walk(place: string): Generator<string> {
  const stat = statSync(place, { throwIfNoEntry: false });
  if (stat?.isFile()) {
    if (stat.size <= LARGEST) yield place;
    return;
  }
  if (!stat?.isDirectory()) return;
  for (const entry of readdirSync(place, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!entry.isSymbolicLink() && !skipped.has(entry.name)) yield* walk(path.join(place, entry.name));
  }
}

main().then((code) => { process.exitCode = code; }, (error: unknown) => {
  process.stderr.write(`${String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
});
