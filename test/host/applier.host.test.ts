/** Apply writes all of a change set or nothing, byte for byte, in one undo step. */
import assert from 'node:assert/strict';
import { chmod, mkdir, rm, stat, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { listSnapshots } from '../../src/engine/snapshot/snapshots';
import { createFiles } from '../../src/node/files';
import type { FileChange } from '../../src/shared/changes';
import { applyChanges, type Applied } from '../../src/vscode/applier';
import { AppliedSince } from '../../src/vscode/appliedSince';
import { Conflicts } from '../../src/vscode/conflicts';
import { UnsavedTexts } from '../../src/vscode/unsavedTexts';
import { VirtualTexts } from '../../src/vscode/virtualTexts';
import { memoryStore } from '../support/memoryStore';
import { change, eventually, Project } from './project';

describe('apply', () => {
  let project: Project;
  beforeEach(async () => { project = await Project.make(); });
  afterEach(() => project.remove());

  const apply = (...files: FileChange[]): Promise<Told> => applyWith(files);
  /** Without what was written, which has a test of its own. */
  type Told = Extract<Applied, { kind: 'refused' }> | Omit<Extract<Applied, { kind: 'applied' }>, 'written' | 'snapshot'>;
  const applyWith = async (files: FileChange[], unsaved?: UnsavedTexts): Promise<Told> => {
    const result = await applyWhole(files, unsaved);
    if (result.kind === 'refused') return result;
    const { written: _written, snapshot: _snapshot, ...told } = result;
    return told;
  };
  const applyWhole = (files: FileChange[], unsaved?: UnsavedTexts): Promise<Applied> => applyChanges({
    workspace: project.uri, files: createFiles(), store: memoryStore(), changes: { files }, title: 'fix it', ...(unsaved && { unsaved: (path: string) => unsaved.baseOf(path) }),
  });
  const refused = async (pattern: RegExp, ...files: FileChange[]): Promise<void> => {
    const result = await apply(...files);
    assert.equal(result.kind, 'refused');
    assert.match(result.kind === 'refused' ? result.text : '', pattern);
  };
  const undo = async (name: string): Promise<void> => {
    await vscode.window.showTextDocument(project.file(name), { preview: false });
    await vscode.commands.executeCommand('undo');
  };
  const textOf = async (name: string): Promise<string> => (await vscode.workspace.openTextDocument(project.file(name))).getText();

  it('changes one file on disk, and one undo brings the text back', async () => {
    await project.write('a.py', 'one\ntwo\nthree\n');
    assert.deepEqual(await apply(change('a.py', 'one\ntwo\nthree\n', 'one\n2\nthree\nfour\n')), { kind: 'applied', files: 1, notes: [] });
    assert.equal(await project.read('a.py'), 'one\n2\nthree\nfour\n');
    await undo('a.py');
    assert.equal(await textOf('a.py'), 'one\ntwo\nthree\n');
  });

  it('is known to be taken back by an undo, file by file, and to be there again by a redo', async () => {
    await project.write('a.py', 'a = 1\n');
    await project.write('b.py', 'b = 1\nx\ny\nmine = 1\n');
    const heard: string[] = [];
    const since = new AppliedSince(() => project.uri, createFiles(), (paths) => { heard.push([...paths].sort().join()); });
    const result = await applyWhole([change('a.py', 'a = 1\n', 'a = 2\n'), change('b.py', 'b = 1\nx\ny\n', 'b = 2\nx\ny\n')]);
    assert.ok(result.kind === 'applied');
    assert.deepEqual(result.written.map(({ path, merged }) => [path, merged]), [['a.py', false], ['b.py', true]]);
    since.set(result.written);
    await undo('a.py');
    await eventually('both to be as before', () => heard.at(-1) === 'a.py,b.py');
    await vscode.commands.executeCommand('redo');
    await eventually('none to be', () => heard.at(-1) === '');
    await project.write('b.py', 'b = 1\nx\ny\nmine = 1\n');
    await eventually('the editor to see it', async () => (await textOf('b.py')) === 'b = 1\nx\ny\nmine = 1\n');
    await since.look();
    assert.equal(heard.at(-1), 'b.py');
    since.dispose();
  });

  it('stays taken back while the person types and undoes that, and is there again only with what was applied', async () => {
    await project.write('a.py', 'a = 1\nx\ny\n');
    await project.write('b.py', 'b = 1\nx\ny\n');
    const heard: string[] = [];
    const since = new AppliedSince(() => project.uri, createFiles(), (paths) => { heard.push([...paths].sort().join()); });
    const result = await applyWhole([change('a.py', 'a = 1\nx\ny\n', 'a = 2\nx\ny\n'), change('b.py', 'b = 1\nx\ny\n', 'b = 2\nx\ny\n')]);
    assert.ok(result.kind === 'applied');
    since.set(result.written);
    await undo('a.py');
    await eventually('both to be as before', () => heard.at(-1) === 'a.py,b.py');
    const editor = await vscode.window.showTextDocument(project.file('a.py'), { preview: false });
    const type = async (at: vscode.Position, text: string): Promise<void> => { assert.ok(await editor.edit((edit) => { edit.insert(at, text); })); };
    await type(new vscode.Position(0, 5), ' my');
    await type(new vscode.Position(3, 0), 'words');
    const looks = heard.length;
    await vscode.commands.executeCommand('undo');
    await eventually('a look', () => heard.length > looks);
    assert.equal(await textOf('a.py'), 'a = 1 my\nx\ny\n');
    assert.equal(heard.at(-1), 'a.py,b.py');
    assert.ok(await editor.edit((edit) => { edit.replace(new vscode.Range(0, 0, 0, 8), 'a = 2'); }));
    await editor.document.save();
    await eventually('it to be there again', () => heard.at(-1) === 'b.py');
    since.dispose();
  });

  it('changes two texts, and one undo takes both back', async () => {
    await project.write('a.py', 'a = 1\n');
    await project.write('b.py', 'b = 1\n');
    await apply(change('a.py', 'a = 1\n', 'a = 2\n'), change('b.py', 'b = 1\n', 'b = 2\n'));
    await undo('a.py');
    assert.equal(await textOf('a.py'), 'a = 1\n');
    assert.equal(await textOf('b.py'), 'b = 1\n');
  });

  it('changes two files, adds one and removes one, and one undo takes all of it back', async () => {
    await project.write('a.py', 'a = 1\n');
    await project.write('b.py', 'b = 1\n');
    await project.write('old.py', 'old\n');
    const result = await apply(change('a.py', 'a = 1\n', 'a = 2\n'), change('b.py', 'b = 1\n', 'b = 2\n'), change('sub/new.py', null, 'new\n'), change('old.py', 'old\n', null));
    assert.deepEqual(result, { kind: 'applied', files: 4, notes: [] });
    assert.equal(await project.read('a.py'), 'a = 2\n');
    assert.equal(await project.read('b.py'), 'b = 2\n');
    assert.equal(await project.read('sub/new.py'), 'new\n');
    assert.equal(existsSync(project.path('old.py')), false);
    await undo('a.py');
    await eventually('the other file to be back', async () => (await textOf('b.py')) === 'b = 1\n');
    assert.equal(await textOf('a.py'), 'a = 1\n');
    await eventually('the removed file to be back', () => existsSync(project.path('old.py')));
    await eventually('the added file to be gone', () => !existsSync(project.path('sub/new.py')));
  });

  it('keeps line ends, byte order marks and a missing last newline', async () => {
    await project.write('crlf.py', 'a\r\nb\r\nc');
    await project.write('bom.py', Buffer.from('\u00ef\u00bb\u00bfa\nb\n', 'latin1'));
    const result = await apply(change('crlf.py', 'a\r\nb\r\nc', 'a\r\nB\r\nc'), change('bom.py', '\u00ef\u00bb\u00bfa\nb\n', '\u00ef\u00bb\u00bfa\nB\n'));
    assert.deepEqual(result, { kind: 'applied', files: 2, notes: [] });
    assert.equal(await project.read('crlf.py'), 'a\r\nB\r\nc');
    assert.equal(await project.read('bom.py'), '\u00ef\u00bb\u00bfa\nB\n');
  });

  it('writes what the text model would change as bytes, and undo restores the bytes', async () => {
    const mixed = 'a\r\nb\nc\r\n';
    const latin = 'caf\u00e9\n';
    const binary = 'PNG\0\0\u0001';
    await project.write('mixed.txt', Buffer.from(mixed, 'latin1'));
    await project.write('latin.txt', Buffer.from(latin, 'latin1'));
    await project.write('data.bin', Buffer.from(binary, 'latin1'));
    const result = await apply(change('mixed.txt', mixed, 'a\r\nB\nc\r\n'), change('latin.txt', latin, 'the caf\u00e9\n'), change('data.bin', binary, 'PNG\0\0\u0002'));
    assert.deepEqual(result, { kind: 'applied', files: 3, notes: [] });
    assert.equal(await project.read('mixed.txt'), 'a\r\nB\nc\r\n');
    assert.equal(await project.read('latin.txt'), 'the caf\u00e9\n');
    assert.equal(await project.read('data.bin'), 'PNG\0\0\u0002');
    await undo('mixed.txt');
    await eventually('the old bytes to be back', async () => existsSync(project.path('mixed.txt')) && (await project.read('mixed.txt')) === mixed);
  });

  it('writes nothing at all where one file changed on disk', async () => {
    await project.write('a.py', 'a\n');
    await project.write('b.py', 'someone else was here\n');
    await refused(/b\.py has changed meanwhile/, change('a.py', 'a\n', 'A\n'), change('b.py', 'b\n', 'B\n'));
    assert.equal(await project.read('a.py'), 'a\n');
    assert.equal(await project.read('b.py'), 'someone else was here\n');
  });

  it('writes nothing over what was typed and not saved', async () => {
    await project.write('a.py', 'a\n');
    const editor = await vscode.window.showTextDocument(project.file('a.py'));
    await editor.edit((edit) => { edit.insert(new vscode.Position(0, 0), 'typed '); });
    await refused(/a\.py has unsaved changes in the same lines/, change('a.py', 'a\n', 'A\n'));
    assert.equal(editor.document.getText(), 'typed a\n');
    assert.equal(await project.read('a.py'), 'a\n');
  });

  it('applies what stands on typed and unsaved text, which undo brings back', async () => {
    await project.write('a.py', 'a\nb\n');
    const editor = await vscode.window.showTextDocument(project.file('a.py'));
    await editor.edit((edit) => { edit.insert(new vscode.Position(0, 0), 'typed '); });
    const unsaved = new UnsavedTexts(() => project.uri, createFiles());
    assert.equal(await unsaved.textOf(project.path('a.py')), 'typed a\nb\n');
    unsaved.written('a.py');
    const typed = change('a.py', 'a\nb\n', 'typed a\nB\n');
    assert.deepEqual(await applyWith([typed], unsaved), { kind: 'applied', files: 1, notes: [] });
    assert.equal(await project.read('a.py'), 'typed a\nB\n');
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), 'typed a\nb\n');
  });

  it('refuses where more was typed after that', async () => {
    await project.write('a.py', 'a\n');
    const editor = await vscode.window.showTextDocument(project.file('a.py'));
    await editor.edit((edit) => { edit.insert(new vscode.Position(0, 0), 'typed '); });
    const unsaved = new UnsavedTexts(() => project.uri, createFiles());
    await unsaved.textOf(project.path('a.py'));
    unsaved.written('a.py');
    await editor.edit((edit) => { edit.insert(new vscode.Position(0, 0), 'more '); });
    await unsaved.textOf(project.path('a.py'));
    unsaved.written('a.py');
    const result = await applyWith([change('a.py', 'a\n', 'typed A\n')], unsaved);
    assert.equal(result.kind, 'refused');
    assert.equal(editor.document.getText(), 'more typed a\n');
  });

  it('merges with what was changed on disk in other lines, says so, and one undo takes only its own part back', async () => {
    await project.write('a.py', 'mine\nb\nc\nd\n');
    assert.deepEqual(await apply(change('a.py', 'a\nb\nc\nd\n', 'a\nb\nc\nD\n')), { kind: 'applied', files: 1, notes: ['a.py was merged with your own changes.'] });
    assert.equal(await project.read('a.py'), 'mine\nb\nc\nD\n');
    await undo('a.py');
    assert.equal(await textOf('a.py'), 'mine\nb\nc\nd\n');
  });

  it('merges into an open editor that has just begun to lag behind its file', async () => {
    await project.write('a.py', 'a\nb\nc\nd\n');
    const editor = await vscode.window.showTextDocument(project.file('a.py'));
    await project.write('a.py', 'mine\nb\nc\nd\n');
    const result = await apply(change('a.py', 'a\nb\nc\nd\n', 'a\nb\nc\nD\n'));
    assert.equal(result.kind, 'applied');
    assert.equal(await project.read('a.py'), 'mine\nb\nc\nD\n');
    await eventually('the editor to show it', () => editor.document.getText() === 'mine\nb\nc\nD\n');
  });

  it('merges into unsaved text of other lines, and leaves saving to the person', async () => {
    await project.write('a.py', 'a\nb\nc\nd\n');
    const editor = await vscode.window.showTextDocument(project.file('a.py'));
    await editor.edit((edit) => { edit.insert(new vscode.Position(0, 0), 'typed '); });
    const result = await apply(change('a.py', 'a\nb\nc\nd\n', 'a\nb\nc\nD\n'));
    assert.match(result.kind === 'applied' ? result.notes.join(' ') : '', /merged with your own changes.*unsaved changes: the change is in the editor/);
    assert.equal(editor.document.getText(), 'typed a\nb\nc\nD\n');
    assert.equal(editor.document.isDirty, true);
    assert.equal(await project.read('a.py'), 'a\nb\nc\nd\n');
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), 'typed a\nb\nc\nd\n');
  });

  it('keeps what was there before in a snapshot with closed books', async () => {
    await project.write('a.py', 'a\n');
    await apply(change('a.py', 'a\n', 'A\n'), change('new.py', null, 'n\n'));
    const [manifest, ...more] = await listSnapshots(createFiles(), project.uri.fsPath);
    assert.equal(more.length, 0);
    assert.deepEqual([manifest?.title, manifest?.state, manifest?.files.map((file) => file.path)], ['fix it', 'applied', ['a.py', 'new.py']]);
    assert.equal(await project.read(`.agent/snapshots/${manifest?.id ?? ''}/before/0`), 'a\n');
    assert.equal(await project.read('.agent/.gitignore'), '*\n');
  });

  it('keeps no snapshot of what it refused', async () => {
    await project.write('a.py', 'mine\n');
    await refused(/a\.py has changed meanwhile in the same lines/, change('a.py', 'a\n', 'A\n'));
    assert.deepEqual(await listSnapshots(createFiles(), project.uri.fsPath), []);
  });

  it('shows the conflicts with markers beside the person\'s own file', async () => {
    await project.write('a.py', 'mine\nb\n');
    const result = await apply(change('a.py', 'a\nb\n', 'A\nb\n'));
    const texts = new VirtualTexts();
    const conflicts = new Conflicts(texts, () => project.uri, createFiles());
    await conflicts.set(result.kind === 'refused' ? result.conflicts : [], { files: [change('a.py', 'a\nb\n', 'A\nb\n')] });
    await conflicts.show();
    await eventually('the diff', () => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff);
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.equal(input.modified.toString(), project.file('a.py').toString());
    assert.equal((await vscode.workspace.openTextDocument(input.original)).getText(), '<<<<<<< your file\nmine\n=======\nA\n>>>>>>> Whittle\nb\n');
    await conflicts.set([], { files: [] });
    texts.dispose();
  });

  const sidesOf = async (given: FileChange): Promise<readonly [left: string, right: string, title: string]> => {
    const result = await apply(given);
    const texts = new VirtualTexts();
    const conflicts = new Conflicts(texts, () => project.uri, createFiles());
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await conflicts.set(result.kind === 'refused' ? result.conflicts : [], { files: [given] });
    await conflicts.show();
    await eventually('the diff', () => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff);
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    assert.ok(tab?.input instanceof vscode.TabInputTextDiff);
    const [left, right] = await Promise.all([tab.input.original, tab.input.modified].map(async (uri) => `${uri.scheme === 'file' ? 'own: ' : ''}${(await vscode.workspace.openTextDocument(uri)).getText()}`));
    texts.dispose();
    const unwrapped = (text = ''): string => (text.split('\n').length > 2 ? text.replace(/\s+/g, ' ') : text);
    return [unwrapped(left), unwrapped(right), tab.label];
  };

  it('shows a file that one side removed as the version there is, beside words that say what to do', async () => {
    await project.write('there.py', 'x\n');
    const [changed, gone, title] = await sidesOf(change('sub/gone.py', 'x\n', 'y\n'));
    assert.equal(changed, 'y\n');
    assert.match(gone, /^You have removed sub\/gone\.py while Whittle changed it[^]*create the file again[^]*discard these changes/);
    assert.equal(title, 'gone.py: changed by Whittle, removed by you');
    const [removed, mine] = await sidesOf(change('there.py', 'z\n', null));
    assert.match(removed, /^Whittle removes there\.py\.[^]*your version is at the right[^]*delete the file yourself and apply again/);
    assert.equal(mine, 'own: x\n');
  });

  it('shows two new files of one name as two versions', async () => {
    await project.write('there.py', 'x\n');
    assert.deepEqual(await sidesOf(change('there.py', null, 'y\n')), ['y\n', 'own: x\n', 'there.py: created by Whittle (left) and by you (right)']);
  });

  it('tells what stands where a file was', async () => {
    await mkdir(project.path('folder.py'));
    const [text, words] = await sidesOf(change('folder.py', 'x\n', 'y\n'));
    assert.equal(text, 'y\n');
    assert.match(words, /^folder\.py can't be written: there is a folder in its place now/);
    await project.write('b.bin', new Uint8Array([0, 255, 1, 2]));
    const bytes = (...all: number[]): Uint8Array => new Uint8Array([0, 255, ...all]);
    const [binary, own] = await sidesOf({ path: 'b.bin', before: bytes(), after: bytes(7, 7, 7) });
    assert.match(binary, /^b\.bin is no text[^]*Whittle's version has 5 bytes/);
    assert.match(own, /^Your version of b\.bin/);
  });

  it('shows several conflicts in one view', async () => {
    await project.write('there.py', 'x\n');
    const files = [change('there.py', null, 'y\n'), change('gone.py', 'x\n', 'y\n')];
    const result = await apply(...files);
    assert.deepEqual(result.kind === 'refused' ? result.conflicts.map(({ text }) => text) : [], ['there.py has been created meanwhile', 'gone.py has been removed meanwhile']);
    const texts = new VirtualTexts();
    const conflicts = new Conflicts(texts, () => project.uri, createFiles());
    await conflicts.set(result.kind === 'refused' ? result.conflicts : [], { files });
    await conflicts.show();
    await eventually('the view', () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith('Whittle: conflicts') === true);
    texts.dispose();
  });

  it('names what else stands in the way', async () => {
    await project.write('there.py', 'x\n');
    await project.write('locked.py', 'x\n');
    await chmod(project.path('locked.py'), 0o444);
    await mkdir(project.path('folder.py'));
    await refused(/there\.py has been created meanwhile/, change('there.py', null, 'y\n'));
    await refused(/gone\.py has been removed meanwhile/, change('gone.py', 'x\n', 'y\n'));
    await refused(/there\.py is to be removed, but has changed meanwhile/, change('there.py', 'z\n', null));
    await refused(/folder\.py is no longer a plain file/, change('folder.py', 'x\n', 'y\n'));
    await refused(/locked\.py is read-only/, change('locked.py', 'x\n', 'y\n'));
  });

  it('does not follow a link out of the workspace', async () => {
    const outside = await Project.makeOutside();
    await symlink(outside.uri.fsPath, project.path('link'));
    await refused(/leads out of the workspace/, change('link/new.py', null, 'x\n'));
    assert.equal(existsSync(outside.path('new.py')), false);
    await rm(outside.uri.fsPath, { recursive: true });
  });

  it('sets the permissions a change brings', async () => {
    await project.write('run.sh', 'echo\n');
    await apply({ ...change('run.sh', 'echo\n', 'echo 1\n'), mode: 0o755 });
    assert.equal((await stat(project.path('run.sh'))).mode & 0o777, 0o755);
  });
});
