/** `npm run cases -- FOLDER...`: every case file below the folders, through the product's own code. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { differences, type Actual, type CaseFile, type Judge } from './caseFile';
import { judgeCommandCase, runCommandCase } from './command';
import { runPatchCase, type PatchCase } from './patch';
import { judgePlanCase, runPlanCase } from './plan';
import { judgeSandbox, runSandbox } from './sandbox';
import { judgeStream, runStream } from './stream';
import { runSymbolCase, type SymbolCase } from './symbol';
import { judgeText, runText } from './text';
import { judgeToolcall, runToolcall } from './toolcall';

type Area = (one: CaseFile) => Promise<string | undefined> | string | undefined;

const compared = (run: (input: CaseFile['input']) => Promise<Actual> | Actual, judge: Judge): Area =>
  async (one) => differences(one.expect, await run(one.input), judge);

const judged = async (outcome: Promise<{ passed: boolean; actual: unknown }>, one: CaseFile): Promise<string | undefined> => {
  const { passed, actual } = await outcome;
  return passed ? undefined : `expected ${JSON.stringify(one.expect)}\nactual   ${JSON.stringify(actual)}`;
};

const areas: Readonly<Record<string, Area>> = {
  command: compared(runCommandCase, judgeCommandCase),
  patch: (one) => judged(runPatchCase(one as unknown as PatchCase), one),
  plan: compared(runPlanCase, judgePlanCase),
  sandbox: compared(runSandbox, judgeSandbox),
  stream: compared(runStream, judgeStream),
  symbol: (one) => judged(runSymbolCase(one as unknown as SymbolCase), one),
  text: compared(runText, judgeText),
  toolcall: compared(runToolcall, judgeToolcall),
};

/** Throws where a folder or a file can't be read: a broken case must not count as none. */
function caseFiles(path: string): readonly string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new Error(`There is no ${path}. Name a folder of cases or a case file.`);
  if (found.isFile()) return [path];
  return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1)).flatMap((entry) => {
    const below = join(path, entry.name);
    return entry.isDirectory() ? caseFiles(below) : entry.name.endsWith('.json') ? [below] : [];
  });
}

function readCase(file: string): CaseFile {
  const value = parsed(file) as Partial<CaseFile> | null;
  for (const key of ['id', 'area', 'input', 'expect'] as const) {
    if (value === null || typeof value !== 'object' || value[key] === undefined) throw new Error(`${file} is no case: it has no "${key}".`);
  }
  return value as CaseFile;
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch (error) {
    throw new Error(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function main(folders: readonly string[]): Promise<number> {
  if (folders.length === 0) throw new Error('Name at least one folder of cases: npm run cases -- FOLDER...');
  const files = folders.flatMap(caseFiles);
  if (files.length === 0) throw new Error(`No case file below ${folders.join(', ')}.`);
  let failed = 0;
  for (const file of files) {
    const one = readCase(file);
    const area = areas[one.area];
    if (area === undefined) throw new Error(`${file}: the area "${one.area}" is unknown. Known: ${Object.keys(areas).join(', ')}.`);
    let fault: string | undefined;
    try {
      fault = await area(one);
    } catch (error) {
      fault = error instanceof Error ? error.stack ?? error.message : String(error);
    }
    if (fault === undefined) continue;
    failed += 1;
    console.log(`✗ ${one.id}: ${one.why}\n${fault.replace(/^/gmu, '    ')}\n`);
  }
  console.log(`${files.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
}, (error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});
