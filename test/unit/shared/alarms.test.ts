/** Files that somebody's program runs by itself are named before they are applied; ordinary ones are not. */
import assert from 'node:assert/strict';
import { alarmOf } from '../../../src/shared/alarms';
import { summarise } from '../../../src/engine/edit/summarise';
import type { FileChange } from '../../../src/shared/changes';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const added = (path: string, rest: Partial<FileChange> = {}): FileChange => ({ path, before: null, after: bytes('{}'), ...rest });

const ALARMING: Readonly<Record<string, RegExp>> = {
  '.vscode/settings.json': /editor/, '.vscode/tasks.json': /editor/, '.VSCode/launch.json': /editor/, 'api/.vscode/extensions.json': /editor/, 'x.code-workspace': /editor/, '.devcontainer/devcontainer.json': /editor/, '.idea/workspace.xml': /editor/,
  '.envrc': /shell/, 'sub/.envrc': /shell/, '.mise.toml': /shell/,
  '.husky/pre-commit': /Git/, '.githooks/post-checkout': /Git/, 'lefthook.yml': /Git/, '.pre-commit-config.yaml': /Git/, '.gitmodules': /Git/,
  '.github/workflows/ci.yml': /build server/, '.gitlab-ci.yml': /build server/, 'Jenkinsfile': /build server/, '.circleci/config.yml': /build server/,
  '.npmrc': /packages/, '.cargo/config.toml': /packages/, '.yarnrc.yml': /packages/, 'lib/site.pth': /packages/, '.mvn/jvm.config': /packages/,
  '.mcp.json': /agent/, '.claude/settings.json': /agent/, 'AGENTS.md': /agents/, '.cursorrules': /agents/,
};
const ORDINARY = ['src/app.py', 'package.json', 'README.md', 'vscode/settings.json', 'src/settings.json', '.gitignore', '.editorconfig', 'docs/agents.txt', 'tests/test_husky.py', 'husky/x.js', 'Makefile', '.github/README.md', '.prettierrc'];

describe('files that run by themselves', () => {
  for (const [path, said] of Object.entries(ALARMING)) it(path, () => assert.match(alarmOf(added(path)) ?? '', said));
  for (const path of ORDINARY) it(`${path} is none`, () => assert.equal(alarmOf(added(path)), undefined));

  it('a script that runs with an installation, where it is new or another', () => {
    const scripts = (value: Readonly<Record<string, string>>): Uint8Array => bytes(JSON.stringify({ scripts: value }));
    const change = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string | undefined => alarmOf({ path: 'web/package.json', before: scripts(before), after: scripts(after) });
    assert.match(change({}, { postinstall: 'node x.js' }) ?? '', /postinstall runs with the next installation/);
    assert.match(change({ prepare: 'husky' }, { prepare: 'sh x' }) ?? '', /prepare/);
    assert.equal(change({ postinstall: 'a' }, { postinstall: 'a', test: 'b' }), undefined);
    assert.equal(alarmOf({ path: 'package.json', before: null, after: bytes('no json') }), undefined);
  });

  it('one that becomes a program, and none that goes away', () => {
    assert.match(alarmOf(added('run', { mode: 0o755 })) ?? '', /executable/);
    assert.equal(alarmOf(added('run', { mode: 0o644 })), undefined);
    assert.equal(alarmOf({ path: '.vscode/tasks.json', before: bytes('{}'), after: null }), undefined);
  });

  it('stands in the summary that every face shows', () => {
    const [row, other] = summarise({ files: [added('.vscode/tasks.json'), added('a.py')] });
    assert.match(row?.alarm ?? '', /editor/);
    assert.ok(other !== undefined && !('alarm' in other));
  });
});
