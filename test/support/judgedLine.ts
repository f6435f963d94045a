/** One test for one command line: what the policy says of it, by the rules of its file. */
import assert from 'node:assert/strict';
import { type CommandRules, judgeCommand, type readLine } from '../../src/engine/room/commandPolicy';

type Line = Awaited<ReturnType<typeof readLine>>;
/** A decision, or what the risks of a line that asks must say. */
export type CheckLine = (line: string, expected: 'auto' | 'deny' | RegExp, changes?: Partial<CommandRules>) => void;

/** `read`: the line as the shell of these rules understands it. */
export function judgedLine(rules: CommandRules, read: (line: string, shell: CommandRules['shell']) => Line | Promise<Line>): CheckLine {
  return (line, expected, changes = {}) => {
    it(`${JSON.stringify(line)} → ${String(expected)}`, async () => {
      const all = { ...rules, ...changes };
      const verdict = judgeCommand(await read(line, all.shell), all);
      if (expected instanceof RegExp) {
        assert.equal(verdict.decision, 'ask');
        assert.match(verdict.risks.join('; '), expected);
      } else assert.equal(verdict.decision, expected, verdict.risks.join('; '));
    });
  };
}
