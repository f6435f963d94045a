/** The review shows the workspace's version beside the room's own files and leaves no editor behind. */
import assert from 'node:assert/strict';
import os from 'node:os';
import * as vscode from 'vscode';
import { Review } from '../../src/vscode/review';
import { change, eventually, Project } from './project';

describe('the review', () => {
  let room: Project;
  // Its scheme belongs to the active extension; this one only answers when asked directly.
  const review = new Review(vscode.Uri.file(os.tmpdir()));
  const tabs = (): readonly vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  beforeEach(async () => { room = await Project.makeOutside(); });
  afterEach(() => room.remove());
  after(() => { review.dispose(); });

  it('opens all files in one editor, and closes it when the review ends', async () => {
    await room.write('src/a.py', 'new\n');
    await room.write('b.py', 'added\n');
    await review.set(room.uri.fsPath, { files: [change('src/a.py', 'old\n', 'new\n'), change('b.py', null, 'added\n'), change('c.py', 'gone\n', null)] });
    assert.equal(review.pending, true);
    await review.open();
    await eventually('the multi-file diff', () => tabs().some((tab) => tab.label.startsWith('Whittle: review changes (3 files)')));
    await eventually('the review in front', () => review.inFront);
    await vscode.commands.executeCommand('vscode.changes', 'Somebody else', [[room.uri.with({ path: room.path('b.py') }), undefined, vscode.Uri.file(room.path('b.py'))]]);
    await eventually('another such editor in front', () => tabs().some((tab) => tab.isActive && tab.label.startsWith('Somebody else')));
    assert.equal(review.inFront, false);
    await review.set(undefined, { files: [] });
    assert.equal(review.pending, false);
    await eventually('the diff to be closed', () => !tabs().some((tab) => tab.label.startsWith('Whittle:')));
  });

  it('compares one file, the person\'s version on the left', async () => {
    await room.write('src/a.py', 'new\n');
    await review.set(room.uri.fsPath, { files: [change('src/a.py', 'old\n', 'new\n')] });
    await review.openFile('src/a.py');
    await eventually('the diff', () => tabs().some((tab) => tab.input instanceof vscode.TabInputTextDiff));
    const input = tabs().map((tab) => tab.input).find((each) => each instanceof vscode.TabInputTextDiff);
    assert.equal(input?.modified.fsPath, room.path('src/a.py'));
    assert.equal(await review.provideTextDocumentContent(input?.original ?? vscode.Uri.file('/')), 'old\n');
    await review.openFile('not/there.py');
    await review.set(undefined, { files: [] });
    await eventually('the diff to be closed', () => tabs().length === 0);
  });
});
