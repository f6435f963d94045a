/** Proves on real code that a symbol sent back unchanged leaves every byte as it was: `npm run roundtrip -- FOLDER... [--language L] [--dedent | --remove | --forget]`. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createCodeReader } from '../src/engine/code/createCodeReader';
import { roundTrip } from './roundTripFile';
import { languageFiles } from '../src/node/languageFiles';

const usage = 'usage: npm run roundtrip -- FOLDER... [--language ID] [--dedent | --remove | --forget] [--limit FILES] [--why]';

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { language: { type: 'string' }, remove: { type: 'boolean', default: false }, forget: { type: 'boolean', default: false }, why: { type: 'boolean', default: false }, dedent: { type: 'boolean', default: false }, limit: { type: 'string' } },
  });
  if (positionals.length === 0) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const reader = await createCodeReader(languageFiles(path.resolve(__dirname, '..')), (line) => process.stderr.write(`${line}\n`));
  let [passed, failed, files, refused] = [0, 0, 0, 0];
  const limit = Number(values.limit ?? Number.POSITIVE_INFINITY);
  for (const file of positionals.flatMap((folder) => [...walk(path.resolve(folder))])) {
    const language = reader.languageOf(file);
    if (language === undefined || (values.language !== undefined && language !== values.language) || files >= limit) continue;
    const bytes = readFileSync(file);
    const text = bytes.toString('utf8');
    if (text.includes('\0') || !Buffer.from(text).equals(bytes)) continue;
    files++;
    for (const result of await roundTrip(reader, file, text.replace(/^\ufeff/, ''), values.remove ? 'remove' : values.forget ? 'forget' : values.dedent ? 'dedent' : 'as-read')) {
      if (result.refused !== undefined) {
        refused++;
        if (values.why) process.stdout.write(`${file}:${result.line} ${result.name}: refused: ${result.refused}\n`);
      } else if (result.failure === undefined) passed++;
      else {
        failed++;
        process.stdout.write(`${file}:${result.line} ${result.name}: ${result.failure}\n`);
      }
    }
  }
  process.stdout.write(`${files} files${refused === 0 ? '' : `; remove_symbol refused ${refused} symbols as parts of a larger statement (--why lists them)`}\n${passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
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
