/** An apply can be taken back later, without touching what the person did since; one that was interrupted is ended. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { corrections } from '../../src/engine/prompt/corrections';
import { beginSnapshot, planRestore, realWorkspace } from '../../src/engine/snapshot/applyChanges';
import { planWrites } from '../../src/engine/snapshot/planWrites';
import { listSnapshots, type Manifest } from '../../src/engine/snapshot/snapshots';
import { createFiles } from '../../src/node/files';
import type { FileChange } from '../../src/shared/changes';
import { applyChanges } from '../../src/vscode/applier';
import { closePlan, planWords, recoverInterrupted, showPlan, snapshotRow, takeBack } from '../../src/vscode/restoreSnapshot';
import { compareSnapshot, SnapshotsTree } from '../../src/vscode/snapshotsTree';
import { VirtualTexts } from '../../src/vscode/virtualTexts';
import { memoryStore } from '../support/memoryStore';
import { change, Project } from './project';

describe('a snapshot', () => {
  const files = createFiles();
  const store = memoryStore();
  let project: Project;
  beforeEach(async () => { project = await Project.make(); });
  afterEach(() => project.remove());

  const apply = async (...changed: FileChange[]): Promise<Manifest> => {
    const result = await applyChanges({ workspace: project.uri, files, store, changes: { files: changed }, title: 'Make it loud\nplease' });
    assert.equal(result.kind, 'applied');
    const [manifest] = await listSnapshots(files, project.uri.fsPath);
    assert.ok(manifest);
    return manifest;
  };
  const words = async ({ id }: Manifest): Promise<string> => {
    const { manifest, plan } = await planRestore(files, project.uri.fsPath, id);
    return planWords(manifest, plan);
  };

  it('is listed by what was asked and the files', async () => {
    await project.write('a.py', 'a\n');
    const row = snapshotRow(await apply(change('a.py', 'a\n', 'A\n'), change('new.py', null, 'n\n')));
    assert.equal(row.label, 'Make it loud');
    assert.match(row.description ?? '', /20\d\d.*:\d\d:\d\d.*2 files/);
    assert.equal(snapshotRow({ ...row.manifest, title: corrections.goOn('Make it loud') }).label, 'Make it loud', 'of a task that was gone on with');
    assert.equal(row.detail, 'a.py, new.py');
  });

  it('stands in the tree with its time and its files, newest first, and a file compares as it was with what it became', async () => {
    await project.write('sub/a.py', 'a\n');
    await apply(change('sub/a.py', 'a\n', 'A\n'));
    const manifest = await apply(change('sub/a.py', 'A\n', 'AA\n'), change('new.py', null, 'n\n'));
    const tree = new SnapshotsTree(files, () => project.uri);
    const rows = await tree.getChildren();
    const [first] = rows;
    assert.ok(first && rows.length === 2);
    assert.equal(first.manifest.id, manifest.id);
    const item = tree.getTreeItem(first);
    const labels = rows.map((row) => String(tree.getTreeItem(row).label));
    assert.match(labels.join('; '), /\d:\d\d:\d\d[^;]*, 2 files; [^;]*\d:\d\d:\d\d[^;]*, 1 file$/);
    assert.deepEqual([item.description, item.contextValue], ['Make it loud', 'snapshot.applied']);
    assert.match(String(item.tooltip), /^Make it loud\n.*20\d\d.*2 files\nsub\/a\.py\nnew\.py$/);
    const below = await tree.getChildren(first);
    assert.deepEqual(below.map((row) => tree.getTreeItem(row)).map(({ label, description }) => [label, description]), [['a.py', 'sub'], ['new.py', 'new']]);
    const texts = new VirtualTexts();
    try {
      for (const [at, expected] of [[0, ['A\n', 'AA\n']], [1, ['', 'n\n']]] as const) {
        await compareSnapshot(below[at] ?? first, files, project.uri, texts);
        const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        assert.ok(input instanceof vscode.TabInputTextDiff);
        assert.deepEqual(await Promise.all([input.original, input.modified].map(async (uri) => (await vscode.workspace.openTextDocument(uri)).getText())), expected);
      }
    } finally {
      texts.dispose();
    }
    await takeBack(project.uri, files, store, manifest);
    assert.equal(tree.getTreeItem((await tree.getChildren())[0] ?? first).contextValue, 'snapshot.undone');
  });

  it('gives back what was there, removes what was made, and keeps what the person changed since', async () => {
    await project.write('a.py', 'a\nb\nc\nd\n');
    await project.write('b.py', 'b\n');
    const manifest = await apply(change('a.py', 'a\nb\nc\nd\n', 'a\nb\nc\nD\n'), change('b.py', 'b\n', null), change('sub/new.py', null, 'n\n'));
    await project.write('a.py', 'since\nb\nc\nD\n');
    assert.equal(await words(manifest), 'a.py will be restored, and keeps what you changed since\nb.py will be restored\nsub/new.py will be removed');
    await takeBack(project.uri, files, store, manifest);
    assert.equal(await project.read('a.py'), 'since\nb\nc\nd\n');
    assert.equal(await project.read('b.py'), 'b\n');
    assert.equal(existsSync(project.path('sub')), false);
    assert.match(snapshotRow((await listSnapshots(files, project.uri.fsPath))[0] ?? manifest).description ?? '', /taken back/);
  });

  it('leaves and names a file whose lines the person changed, or that has unsaved text', async () => {
    await project.write('a.py', 'a\n');
    await project.write('b.py', 'b\n');
    const manifest = await apply(change('a.py', 'a\n', 'A\n'), change('b.py', 'b\n', 'B\n'));
    await project.write('a.py', 'since\n');
    assert.match(await words(manifest), /a\.py has changed meanwhile in the same lines: it stays as it is/);
    const editor = await vscode.window.showTextDocument(project.file('b.py'));
    await editor.edit((edit) => { edit.insert(new vscode.Position(0, 0), 'typed '); });
    await takeBack(project.uri, files, store, manifest);
    assert.equal(await project.read('a.py'), 'since\n');
    assert.equal(editor.document.getText(), 'typed B\n');
    assert.equal(await project.read('b.py'), 'B\n');
  });

  it('shows what restoring would change, and nothing of it once that is decided', async () => {
    await project.write('a.py', 'a\n');
    const { id } = await apply(change('a.py', 'a\n', 'A\n'));
    const previews = (): readonly vscode.Tab[] => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ label }) => label.includes('restoring'));
    const texts = new VirtualTexts();
    try {
      await showPlan(project.uri, (await planRestore(files, project.uri.fsPath, id)).plan, texts);
      for (let wait = 0; previews().length === 0 && wait < 100; wait++) await new Promise((wake) => setTimeout(wake, 50));
      assert.equal(previews().length, 1);
      await closePlan();
      assert.equal(previews().length, 0);
    } finally {
      texts.dispose();
    }
  });

  it('knows what a formatter made of the file when it was saved', async () => {
    const editorConfig = vscode.workspace.getConfiguration('files');
    await editorConfig.update('trimTrailingWhitespace', true, vscode.ConfigurationTarget.Global);
    try {
      await project.write('a.py', 'a\n');
      const manifest = await apply(change('a.py', 'a\n', 'A   \n'));
      assert.equal(await project.read('a.py'), 'A\n');
      await takeBack(project.uri, files, store, manifest);
      assert.equal(await project.read('a.py'), 'a\n');
    } finally {
      await editorConfig.update('trimTrailingWhitespace', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('of an interrupted apply is finished, and then closed', async () => {
    await project.write('a.py', 'a\n');
    await project.write('b.py', 'b\n');
    const folder = await realWorkspace(files, project.uri.fsPath);
    const { writes } = await planWrites({ files, folder, changes: [change('a.py', 'a\n', 'A\n'), change('b.py', 'b\n', 'B\n')] });
    await beginSnapshot(files, folder, writes, { id: 'cut-short', title: 'half', now: Date.now() }, store);
    await project.write('a.py', 'A\n');
    const log: string[] = [];
    void recoverInterrupted(project.uri, files, store, (line) => { log.push(line); });
    for (let wait = 0; log.length === 0 && wait < 100; wait++) await new Promise((wake) => setTimeout(wake, 50));
    assert.deepEqual(log, ['finished after an interruption: cut-short']);
    assert.equal(await project.read('b.py'), 'B\n');
    assert.equal((await listSnapshots(files, folder))[0]?.state, 'applied');
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('needs no folder for it to be looked for', async () => {
    await rm(project.path('.agent'), { recursive: true, force: true });
    await recoverInterrupted(project.uri, files, store, () => assert.fail('nothing to end'));
  });
});
