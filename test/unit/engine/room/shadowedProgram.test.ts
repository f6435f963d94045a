/** A program that the project brings under the name of another is found before cmd would run it. */
import assert from 'node:assert/strict';
import { parseCmdLine } from '../../../../src/engine/room/cmdLine';
import { shadowedProgram } from '../../../../src/engine/room/shadowedProgram';

function check(line: string, files: readonly string[], expected: string | undefined): void {
  it(`${line} beside ${files.join(', ')}`, async () => assert.equal(await shadowedProgram(parseCmdLine(line), async (path) => files.includes(path)), expected));
}

describe('shadowedProgram', () => {
  check('git status', ['git.exe'], 'git.exe');
  check('npm test', ['src/npm.cmd', 'npm.cmd'], 'npm.cmd');
  check('dir & git status', ['git.bat'], 'git.bat');
  check('cd sub && git status', ['sub/git.com'], 'sub/git.com');
  check('git status', ['sub/git.exe', 'git.md'], undefined);
  check('.\\gradlew test', ['gradlew.bat'], undefined);
});
