/** The editor's own TypeScript server says what an edit broke: the tool's answer names that, and not what was wrong before. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as vscode from 'vscode';
import type { Room } from '../../src/engine/room/room';
import { getDiagnostics } from '../../src/engine/tools/getDiagnostics';
import { patch } from '../../src/engine/tools/patch';
import type { ToolContext } from '../../src/engine/tools/tool';
import { updateSymbol } from '../../src/engine/tools/updateSymbol';
import { createFiles } from '../../src/node/files';
import { editorFiles } from '../../src/vscode/roomWriter';
import { eventually, Project } from './project';
import { roomContext } from './roomContext';

const typed = `export function total(prices: readonly number[]): number {
  return prices.reduce((sum, price) => sum + price, 0);
}

export const label: number = 'sum';

export function print(prices: readonly number[]): string {
  return \`\${label}: \${total(prices)}\`;
}
`;
const old = "cart.ts:5:14 error: Type 'string' is not assignable to type 'number'.";

describe('problems of the editor\'s TypeScript server', () => {
  let project: Project;
  let rooms: Project;
  let room: Room;
  let context: ToolContext;

  before(async function () {
    if (!vscode.extensions.getExtension('vscode.typescript-language-features')) this.skip();
    project = await Project.make();
    rooms = await Project.makeOutside();
    await project.write('cart.ts', typed);
    await project.write('other.ts', typed.replace(/export const label.*\n/, "export const label = 'sum';\n"));
    let folder = '\0';
    const disk = editorFiles(createFiles(), (path) => path.startsWith(`${folder}/`), () => undefined);
    context = await roomContext(project, rooms, disk);
    ({ room } = context);
    ({ folder } = room);
    // A server that is still starting is not waited for.
    await eventually('the server to be up', async () => (await problems()) === old, 150_000);
  });
  after(async () => {
    await project?.remove();
    await rooms?.remove();
  });

  const problems = async (path = 'cart.ts'): Promise<string> => (await getDiagnostics.run({ path }, context)).text;

  it('name what an edit broke with its line and text, and not what was wrong before', async () => {
    const { ok, text } = await patch.run({ path: 'cart.ts', old_str: '  return prices.reduce((sum, price) => sum + price, 0);', new_str: "  return 'free';" }, context);
    assert.equal(ok, true, text);
    assert.match(text, /new errors since this edit:\ncart\.ts:2:3 Type 'string' is not assignable to type 'number'\. \| return 'free';\n/);
    assert.doesNotMatch(text, /cart\.ts:5/);
  });

  it('are all listed by get_diagnostics', async () => {
    const text = await problems();
    assert.match(text, /cart\.ts:2:3 error: Type 'string' is not assignable to type 'number'\./);
    assert.ok(text.includes(old), text);
  });

  it('are gone once the next edit has mended them, and the old one is nobody\'s news', async () => {
    const { ok, text } = await updateSymbol.run({ path: 'cart.ts', name: 'total', code: 'export function total(prices: readonly number[]): number {\n  return prices.length;\n}' }, context);
    assert.equal(ok, true, text);
    assert.doesNotMatch(text, /new errors/);
    assert.equal(await problems(), old);
  });

  it('are told of the first edit of a file nobody had opened', async () => {
    const { text } = await updateSymbol.run({ path: 'other.ts', name: 'print', code: 'export function print(prices: readonly number[]): string {\n  return totals(prices);\n}' }, context);
    assert.match(text, /new errors since this edit:\nother\.ts:8:10 Cannot find name 'totals'/);
  });
});

/** The server of this window, its halves and helpers included: it can be held, as one that takes its time over a large project. */
function serverProcesses(): readonly number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n').map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row)).filter((row) => row !== null);
  return rows.filter(([, , parent, line]) => Number(parent) === process.pid && line?.includes('tsserver')).map(([, pid]) => Number(pid));
}

describe('a TypeScript server that takes long to start', () => {
  let project: Project;
  let rooms: Project;
  let context: ToolContext;
  let held: readonly number[] = [];
  const hold = (signal: 'SIGSTOP' | 'SIGCONT'): void => { for (const pid of held) process.kill(pid, signal); };

  before(async function () {
    if (!vscode.extensions.getExtension('vscode.typescript-language-features') || process.platform === 'win32') this.skip();
    project = await Project.make();
    rooms = await Project.makeOutside();
    await project.write('cart.ts', typed);
    let folder = '\0';
    const disk = editorFiles(createFiles(), (path) => path.startsWith(`${folder}/`), () => undefined);
    context = await roomContext(project, rooms, disk);
    ({ folder } = context.room);
    await vscode.commands.executeCommand('typescript.restartTsServer');
    await eventually('the new server', () => (held = serverProcesses()).length > 0);
    hold('SIGSTOP');
  });
  after(async () => {
    hold('SIGCONT');
    await project?.remove();
    await rooms?.remove();
  });

  it('holds no edit up for long, and the answer says that nothing is known yet', async () => {
    const begun = Date.now();
    const { ok, text } = await patch.run({ path: 'cart.ts', old_str: '  return prices.reduce((sum, price) => sum + price, 0);', new_str: "  return 'free';" }, context);
    const took = Date.now() - begun;
    assert.equal(ok, true, text);
    assert.match(text, /What the editor says of it is not known yet: a language server is starting or busy\./);
    assert.ok(took < 4_000, `${took} ms`);
  });

  it('holds the next one up even less', async () => {
    const begun = Date.now();
    assert.match((await getDiagnostics.run({ path: 'cart.ts' }, context)).text, /^No syntax errors\. .*not known yet/);
    const took = Date.now() - begun;
    assert.ok(took < 1_000, `${took} ms`);
  });

  it('is asked again once it is up, and the next edit tells what the first one broke', async () => {
    hold('SIGCONT');
    await eventually('the server to be up', async () => /cart\.ts:2:3 error/.test((await getDiagnostics.run({ path: 'cart.ts' }, context)).text), 150_000);
    const { text } = await patch.run({ path: 'cart.ts', old_str: '${label}: ', new_str: '${label}. ' }, context);
    assert.match(text, /new errors since the task began:\ncart\.ts:2:3 Type 'string' is not assignable to type 'number'\. \| return 'free';\nCorrect/);
    assert.doesNotMatch(text, /cart\.ts:5/);
  });
});
