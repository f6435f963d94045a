/** Which changed files parse worse than they did: what neither `finish` nor the end of a turn lets pass. */
import type { FileChange } from '../../shared/changes';
import type { CodeReader } from '../code/codeReader';

/** Each with its first error: path, line, column, what is wrong. Files no grammar reads, and those over 2 MB, are not looked at. */
export async function brokenFiles(changes: readonly FileChange[], code: CodeReader): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const { path, before, after } of changes) {
    if (after === null || code.languageOf(path) === undefined || after.length > 2_000_000) continue;
    const report = await code.check(path, new TextDecoder().decode(after));
    if (report.state !== 'broken') continue;
    const was = before === null ? undefined : await code.check(path, new TextDecoder().decode(before));
    if (was?.state === 'broken' && was.problems.length >= report.problems.length) continue;
    const [first] = report.problems;
    broken.push(first === undefined ? path : `${path} line ${String(first.line)}, column ${String(first.column)}: ${first.message}`);
  }
  return broken;
}
