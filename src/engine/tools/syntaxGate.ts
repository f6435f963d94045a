/** Decides whether an edit may land by what a parser says of the file before and after it. */
import type { ChangedRegion } from '../../shared/changedRegion';
import type { CodeReader, SyntaxProblem, SyntaxReport } from '../code/codeReader';
import { keepingLanguage } from '../edit/symbolEdit';

/** `text`: words for the model, a refusal or an addition to the success. */
export interface GateVerdict {
  readonly ok: boolean;
  readonly text: string;
}

/** Lets an edit pass that leaves no more errors than there were; what no grammar understands passes too. */
export async function syntaxGate(reader: CodeReader, path: string, before: string, after: string, region: ChangedRegion): Promise<GateVerdict> {
  const { reader: code } = await keepingLanguage({ reader, path, text: before });
  const now = await code.check(path, after);
  if (now.state === 'unknown') return { ok: true, text: '' };
  if (now.state === 'valid') return { ok: true, text: '; syntax ok' };
  const then: SyntaxReport = before === '' ? { state: 'valid', problems: [] } : await code.check(path, before);
  if (then.state !== 'broken') return { ok: false, text: refusal(path, now.problems[0], now.repair) };
  const fresh = inside(now, region.line, region.lastLine);
  const worse = now.problems.length > then.problems.length || fresh.length > inside(then, region.line, region.lastLineBefore).length;
  if (worse) return { ok: false, text: refusal(path, fresh[0] ?? now.problems[0], now.repair === then.repair ? undefined : now.repair) };
  const first = now.problems[0];
  return { ok: true, text: first ? `; as before the file has a syntax error at line ${first.line}: ${first.message}` : '' };
}

function inside(report: SyntaxReport, from: number, to: number): readonly SyntaxProblem[] {
  return report.problems.filter((problem) => problem.line >= from && problem.line <= to);
}

function refusal(path: string, problem: SyntaxProblem | undefined, repair?: string): string {
  const where = problem ? ` at line ${problem.line}, column ${problem.column}: ${problem.message}\n${problem.line} | ${problem.text.slice(0, 200)}` : '.';
  const likely = repair === undefined ? '' : `\nMost likely ${repair}.`;
  return `Not applied, ${path} is unchanged: the edit would add a syntax error${where}${likely}\nCorrect the new code there and call again.`;
}
