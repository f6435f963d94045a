/** Runs a `sandbox` case through a real room, the tools and the apply step; maps refusal codes to the cases' words, and nothing more. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Platform } from '../../../src/engine/ports';
import { createRoom } from '../../../src/engine/room/createRoom';
import { parsePath } from '../../../src/engine/room/paths';
import { applyChanges, restoreSnapshot } from '../../../src/engine/snapshot/applyChanges';
import { patch } from '../../../src/engine/tools/patch';
import { search } from '../../../src/engine/tools/search';
import { createFiles } from '../../../src/node/files';
import { emptyContext } from '../diskContext';
import { harvest, inTemporaryFolder, plant, type Tree } from '../temporary';
import type { Actual, CaseFile, Judge } from './caseFile';
import { memoryStore } from '../memoryStore';

const REASONS: Readonly<Record<string, string>> = { 'bad-path': 'bad_path', git: 'protected', loop: 'unreadable', missing: 'missing', disk: 'unreadable' };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
type Texts = Readonly<Record<string, string>>;

export function runSandbox(input: CaseFile['input']): Promise<Actual> {
  if (input['op'] === 'apply_back') return inTemporaryFolder((folder) => applyBack(folder, input as unknown as ApplyBack));
  if (input['op'] === 'rollback') return inTemporaryFolder((folder) => rollback(folder, input as unknown as Rollback));
  if (input['platform'] === 'win32') return Promise.resolve(onWindows((input['request'] as Request).path));
  return inTemporaryFolder((folder) => inRoom(folder, input));
}

interface Request {
  readonly op: string;
  readonly path: string;
}

/** No Windows disk is at hand: the path policy alone. */
function onWindows(path: string): Actual {
  const parsed = parsePath({ platform: 'win32', roots: ['C:/rooms/r/ws', 'C:/w/ws'] }, path.replaceAll('{ROOT}', 'C:\\w\\ws'));
  if (!parsed.ok) return { decision: 'refused', reason: REASONS[parsed.refusal.code] ?? parsed.refusal.code };
  return { decision: 'allowed', resolved: `ws/${parsed.path}`, resolved_ignoring_case: `ws/${parsed.path}`.toLowerCase() };
}

async function inRoom(folder: string, input: CaseFile['input']): Promise<Actual> {
  const root = String(input['root']);
  await plant(folder, input['tree'] as Tree);
  const before = await harvest(folder);
  const platform: Platform = input['platform'] === 'darwin' ? 'darwin' : 'linux';
  const files = { ...createFiles(), platform };
  const asked: string[] = [];
  const mayShow = (path: string): Promise<boolean> => Promise.resolve(asked.push(path) === 0);
  const workspace = join(folder, root);
  const room = await createRoom({ files, roomsFolder: join(folder, '.rooms'), workspace, id: 'case', signal: new AbortController().signal, mayShow });
  const request = input['request'] as Request;
  const path = request.path.replaceAll('{ROOT}', workspace);
  const done = async (): Promise<Actual> => {
    if (request.op === 'search') {
      const result = await search.run({ pattern: path }, await emptyContext(room, files));
      const rows = result.detail.kind === 'list' ? result.detail.items : [];
      return { decision: 'allowed', match_files: [...new Set(rows.map((row) => `${root}/${row.split(':')[0] ?? ''}`))].sort(), shown: result.text };
    }
    if (request.op === 'scratch_copy') {
      const copied = await harvest(room.folder);
      return { decision: 'allowed', copied_files: Object.keys(copied).sort(), shown: JSON.stringify(copied) };
    }
    if (request.op === 'patch_miss') {
      const result = await patch.run({ path, old_str: 'no such text in any file', new_str: 'x' }, await emptyContext(room, files));
      return { decision: asked.length > 0 ? 'ask' : 'refused', shown: result.text };
    }
    const use = request.op === 'write' ? await room.write(path, bytes('written by a case\n')) : request.op === 'list' ? await room.list(path) : await room.read(path);
    if (use.ok) return { decision: 'allowed', resolved: `${root}/${use.path}`, resolved_ignoring_case: `${root}/${use.path}`.toLowerCase() };
    const secret = use.refusal.code === 'secret';
    return { decision: secret ? 'ask' : 'refused', reason: REASONS[use.refusal.code] ?? use.refusal.code, shown: use.refusal.text };
  };
  const actual = await done();
  await room.discard();
  const after = await harvest(folder);
  return { ...actual, touched: [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])) };
}

interface ApplyBack {
  readonly base: Texts;
  readonly scratch: Texts;
  readonly workspace: Texts;
}

/** The tree as the cases see it: without what belongs to Whittle. */
async function ownTree(folder: string): Promise<Tree> {
  return Object.fromEntries(Object.entries(await harvest(folder)).filter(([path]) => !path.startsWith('.agent/')));
}

async function applyBack(folder: string, { base, scratch, workspace }: ApplyBack): Promise<Actual> {
  const ws = join(folder, 'ws');
  await mkdir(ws);
  await plant(ws, base);
  const files = createFiles();
  const room = await createRoom({ files, roomsFolder: join(folder, 'rooms'), workspace: ws, id: 'case', signal: new AbortController().signal });
  for (const path of Object.keys(base)) if (scratch[path] === undefined) await files.remove(join(room.folder, path));
  await plant(room.folder, scratch);
  for (const path of Object.keys(base)) if (workspace[path] === undefined) await files.remove(join(ws, path));
  await plant(ws, workspace);
  const result = await applyChanges({ files, store: memoryStore(), workspace: ws, changes: await room.changes(), id: 's', title: 'case', now: 0 });
  return {
    decision: result.kind, workspace_after: await ownTree(ws),
    ...(result.kind === 'conflict' ? { files: result.conflicts.map((conflict) => conflict.path) } : {}),
  };
}

interface Rollback {
  readonly before: Texts;
  readonly agent: readonly Step[];
  readonly others: readonly Step[];
}

interface Step {
  readonly write?: string;
  readonly delete?: string;
  readonly remove?: string;
  readonly text?: string;
}

async function rollback(folder: string, { before, agent, others }: Rollback): Promise<Actual> {
  await plant(folder, before);
  const files = createFiles();
  const wanted = new Map<string, string | undefined>();
  for (const step of agent) wanted.set(step.write ?? step.delete ?? step.remove ?? '', step.text);
  const changes = [...wanted].map(([path, text]) => ({
    path, before: before[path] === undefined ? null : bytes(before[path]), after: text === undefined ? null : bytes(text),
  }));
  await applyChanges({ files, store: memoryStore(), workspace: folder, changes: { files: changes }, id: 's', title: 'case', now: 0 });
  for (const step of others) {
    if (step.write === undefined) await files.remove(join(folder, step.delete ?? step.remove ?? ''));
    else await plant(folder, { [step.write]: step.text ?? '' });
  }
  const result = await restoreSnapshot(files, folder, 's', memoryStore());
  const conflicts = result.conflicts.map((conflict) => conflict.path);
  return { decision: conflicts.length > 0 ? 'conflict' : 'rolled_back', after: await ownTree(folder), files: conflicts };
}

export const judgeSandbox: Judge = (key, wanted, actual) => {
  const touched = (actual['touched'] ?? []) as readonly string[];
  if (key === 'must_not_touch') return !touched.includes(String(wanted));
  if (key === 'must_not_show' || key === 'must_not_contain_text') {
    return (Array.isArray(wanted) ? wanted : [wanted]).every((text) => !String(actual['shown'] ?? '').includes(String(text)));
  }
  return undefined;
};
