/** Proves on real code that a symbol sent back unchanged leaves every byte as it was: `npm run roundtrip -- FOLDER... [--language L] [--dedent | --remove]`. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createCodeReader } from '../src/engine/code/createCodeReader';
import { roundTrip } from './roundTripFile';
import { languageFiles } from '../src/node/languageFiles';

const usage = 'usage: npm run roundtrip -- FOLDER... [--language ID] [--dedent | --remove] [--limit FILES]';

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { language: { type: 'string' }, remove: { type: 'boolean', default: false }, dedent: { type: 'boolean', default: false }, limit: { type: 'string' } },
  });
  if (positionals.length === 0) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const reader = await createCodeReader(languageFiles(path.resolve(__dirname, '..')), (line) => process.stderr.write(`${line}\n`));
  let [passed, failed, files] = [0, 0, 0];
  const leftOut = new Map<string, number>();
  const limit = Number(values.limit ?? Number.POSITIVE_INFINITY);
  for (const file of positionals.flatMap((folder) => [...walk(path.resolve(folder))])) {
    const language = reader.languageOf(file);
    if (language === undefined || (values.language !== undefined && language !== values.language) || files >= limit) continue;
    const bytes = readFileSync(file);
    const text = bytes.toString('utf8');
    if (text.includes('\0') || !Buffer.from(text).equals(bytes)) continue;
    files++;
    for (const result of await roundTrip(reader, file, text.replace(/^\ufeff/, ''), values.remove ? 'remove' : values.dedent ? 'dedent' : 'as-read')) {
      if (result.leftOut !== undefined) leftOut.set(result.leftOut, (leftOut.get(result.leftOut) ?? 0) + 1);
      else if (result.failure === undefined) passed++;
      else {
        failed++;
        process.stdout.write(`${file}:${result.line} ${result.name}: ${result.failure}\n`);
      }
    }
  }
  for (const [why, count] of leftOut) process.stdout.write(`${count} left out: ${why}\n`);
  process.stdout.write(`${files} files\n${passed} passed, ${failed} failed\n`);
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
