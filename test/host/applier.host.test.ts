/** Apply writes all of a change set or nothing, byte for byte, in one undo step. */
import assert from 'node:assert/strict';
import { chmod, mkdir, rm, stat, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { createFiles } from '../../src/node/files';
import type { FileChange } from '../../src/shared/changes';
import { applyChanges, type Applied } from '../../src/vscode/applier';
import { UnsavedTexts } from '../../src/vscode/unsavedTexts';
import { change, eventually, Project } from './project';

describe('apply', () => {
  let project: Project;
  beforeEach(async () => { project = await Project.make(); });
  afterEach(() => project.remove());

  const apply = (...files: FileChange[]): Promise<Applied> => applyChanges(project.uri, { files }, createFiles());
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
    await refused(/a\.py has unsaved changes/, change('a.py', 'a\n', 'A\n'));
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
    assert.deepEqual(await applyChanges(project.uri, { files: [typed] }, createFiles(), (path) => unsaved.baseOf(path)), { kind: 'applied', files: 1, notes: [] });
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
    const result = await applyChanges(project.uri, { files: [change('a.py', 'a\n', 'typed A\n')] }, createFiles(), (path) => unsaved.baseOf(path));
    assert.equal(result.kind, 'refused');
    assert.equal(editor.document.getText(), 'more typed a\n');
  });

  it('names what else stands in the way', async () => {
    await project.write('there.py', 'x\n');
    await project.write('locked.py', 'x\n');
    await chmod(project.path('locked.py'), 0o444);
    await mkdir(project.path('folder.py'));
    await refused(/there\.py has been created meanwhile/, change('there.py', null, 'y\n'));
    await refused(/gone\.py has been removed meanwhile/, change('gone.py', 'x\n', 'y\n'));
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
