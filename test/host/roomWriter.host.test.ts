/** Writes to a room go through the editor, exactly, and reach nothing else. */
import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { createFiles } from '../../src/node/files';
import { editorFiles } from '../../src/vscode/roomWriter';
import { Project } from './project';

describe('writing to a room', () => {
  let room: Project;
  let workspace: Project;
  const logged: string[] = [];
  beforeEach(async () => {
    room = await Project.makeOutside();
    workspace = await Project.make();
    logged.length = 0;
  });
  afterEach(async () => {
    await room.remove();
    await workspace.remove();
  });

  const write = async (name: string, text: string): Promise<void> => {
    const files = editorFiles(createFiles(), (path) => path.startsWith(room.uri.fsPath), (line) => { logged.push(line); });
    await files.write(room.path(name), new Uint8Array(Buffer.from(text, 'latin1')));
    assert.equal(await room.read(name), text);
  };

  it('an open document shows the edit, it is saved, and undo takes it back', async () => {
    await room.write('a.py', 'one\ntwo\n');
    await workspace.write('a.py', 'one\ntwo\n');
    const editor = await vscode.window.showTextDocument(room.file('a.py'));
    await write('a.py', 'one\n2\n');
    assert.equal(editor.document.getText(), 'one\n2\n');
    assert.equal(editor.document.isDirty, false);
    assert.equal(await workspace.read('a.py'), 'one\ntwo\n');
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), 'one\ntwo\n');
    assert.deepEqual(logged, []);
  });

  it('waits for the last look, asks for it once, and changes nothing where it says no', async () => {
    const files = editorFiles(createFiles(), (path) => path.startsWith(room.uri.fsPath), (line) => { logged.push(line); });
    await room.write('a.bin', Buffer.from([0xff, 0x00, 0x80]));
    const folder = { folder: room.uri.fsPath, identity: (await createFiles().stat(room.uri.fsPath))?.identity ?? '', aside: dirname(room.uri.fsPath) };
    const fresh = Buffer.from([0xff, 0x00, 0x81]);
    await assert.rejects(files.write(room.path('a.bin'), fresh, undefined, { ...folder, ready: () => Promise.reject(new Error('it changed')) }), /it changed/);
    assert.equal(await room.read('a.bin'), '\u00ff\u0000\u0080');
    const seen: string[] = [];
    await files.write(room.path('a.bin'), fresh, undefined, { ...folder, ready: async () => { seen.push(await room.read('a.bin')); } });
    assert.deepEqual([seen, await room.read('a.bin')], [['\u00ff\u0000\u0080'], '\u00ff\u0000\u0081']);
  });

  it('a new file in a new folder is made', async () => {
    await write('deep/er/new.py', 'x = 1\n');
    assert.deepEqual(logged, []);
  });

  for (const [name, before, after] of [
    ['mixed line ends', 'a\r\nb\nc', 'a\r\nB\nc'],
    ['bytes that are no UTF-8', 'caf\u00e9\n', 'the caf\u00e9\n'],
    ['a byte order mark', '\u00ef\u00bb\u00bfa\r\n', '\u00ef\u00bb\u00bfb\r\n'],
    ['other line ends than before', 'a\nb\n', 'a\r\nb\r\n'],
    ['nothing left', 'a\n', ''],
  ] as const) {
    it(`is exact with ${name}`, async () => {
      await room.write('a.txt', Buffer.from(before, 'latin1'));
      await write('a.txt', after);
    });
  }

  it('is exact where the person has files tidied up on save', async () => {
    const editor = vscode.workspace.getConfiguration('files');
    await editor.update('trimTrailingWhitespace', true, vscode.ConfigurationTarget.Global);
    await editor.update('insertFinalNewline', true, vscode.ConfigurationTarget.Global);
    try {
      await room.write('a.md', 'a  \nb');
      await write('a.md', 'a  \nB  ');
    } finally {
      await editor.update('trimTrailingWhitespace', undefined, vscode.ConfigurationTarget.Global);
      await editor.update('insertFinalNewline', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
