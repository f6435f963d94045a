/** The shell's word rules: judged by bash itself wherever the parser claims to be certain. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { parseShellLine } from '../../../../src/engine/room/shellLine';
import { inTemporaryFolder } from '../../../support/temporary';

function check(line: string, words: readonly (readonly string[])[], doubt?: RegExp): void {
  it(JSON.stringify(line), () => {
    const parsed = parseShellLine(line);
    assert.deepEqual(parsed.commands.map((command) => command.words.map((word) => word.text)), words);
    if (doubt === undefined) assert.deepEqual(parsed.doubts, []);
    else assert.match(parsed.doubts.join('; '), doubt);
  });
}

const part = fc.constantFrom(
  'a', 'b c', "'", '"', '\\', ' ', '  ', '#', '=', '~x', 'xy', '$', '{', '}', ',', '-n', ';', '&', '|', '\n', '(', ')', '>', '2', '`', '\t', '€', '..', 'a%', '&&', '! ',
);

describe('parseShellLine', () => {
  check('git log -3 "a b"\'c\'d\\ e', [['git', 'log', '-3', 'a bcd e']]);
  check('a && b || c; d | e |& f & g\nh', [['a'], ['b'], ['c'], ['d'], ['e'], ['f'], ['g'], ['h']]);
  check('echo a#b # c; d', [['echo', 'a#b']]);
  check("r\\m 'x'", [['rm', 'x']]);
  check('a |\n b', [['a'], ['b']]);
  check('pytest -q 2>&1 | head >/dev/null 2>&-', [['pytest', '-q'], ['head']]);
  check('echo "$(rm -rf "$(ls)")" `id`', [['echo', '', ''], ['rm', '-rf', ''], ['ls'], ['id']], /inside \$\( \).*variable|inside/);
  check('echo ${x:-$(id)}', [['echo', ''], [''], ['id']], /variable/);
  check('cat <(curl x)', [['cat', ''], ['curl', 'x']], /inside <\( \)/);
  check("bash <<'EOF'\nrm -rf src\nEOF\nls", [['bash'], ['ls'], ['rm', '-rf', 'src']], /here-document/);
  check('if a; then b; fi', [['a'], ['b']], /control structure/);
  check('(cd x && ls)', [['cd', 'x'], ['ls']], /groups/);
  check('f() { ls; }', [], /function/);
  check("ls $'\\x3b'", [], /escapes/);
  check('{ls,-la}', [['{ls,-la}']], /braces/);
  check('echo hi!!', [['echo', 'hi!!']], /earlier command/);
  check('ls "abc', [], /quote is not closed/);
  check('ls &&', [['ls']], /ends in the middle/);
  check('&& ls', [['ls']], /no command before/);

  it('lists assignments, redirections and input apart', () => {
    const [command] = parseShellLine('A=1 B=2 sort <in >>out 2>err &>both >&2out').commands;
    assert.deepEqual(command, { words: [{ text: 'sort', raw: 'sort' }], assignments: ['A=1', 'B=2'], writes: ['out', 'err', 'both', '2out'], reads: ['in'], input: 'file' });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.array(part).map((parts) => parts.join(''))), (line) => void parseShellLine(line)), { numRuns: 2000 });
  });

  it('reads the same words as bash whenever it has no doubt', function () {
    if (!existsSync('/bin/bash')) this.skip();
    this.timeout(60_000);
    return inTemporaryFolder(async (cwd) => {
      await Promise.resolve();
      const report = 'command_not_found_handle() { printf "%s\\001" "$@"; printf "\\002"; }\nw() { command_not_found_handle w "$@"; }\n';
      fc.assert(
        fc.property(fc.array(part, { maxLength: 10 }), (parts) => {
          const line = `w ${parts.join('')}`;
          const parsed = parseShellLine(line);
          const plain = parsed.commands.every((command) => command.writes.length + command.assignments.length === 0 && command.words.every((word) => !word.raw.includes('~')));
          if (parsed.doubts.length > 0 || !plain || /[&|]/.test(line.replace(/'[^']*'|"[^"]*"|\\./g, ''))) return;
          const printed = execFileSync('/bin/bash', ['-c', `${report}${line}\ntrue`], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], cwd, env: { PATH: '/none' } });
          const seen = printed.split('\x02').slice(0, -1).map((words) => words.split('\x01').slice(0, -1));
          assert.deepEqual(parsed.commands.map((command) => command.words.map((word) => word.text)), seen, line);
        }),
        { numRuns: 250 },
      );
    });
  });
});
