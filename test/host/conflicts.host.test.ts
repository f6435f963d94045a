/** Whatever stands against an apply has its name and a view of its own, and nothing of the person's is touched. */
import assert from 'node:assert/strict';
import { chmod, rename, rm, symlink } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Conflict } from '../../src/engine/snapshot/planWrites';
import { createCodeReader } from '../../src/engine/code/createCodeReader';
import { createFiles } from '../../src/node/files';
import { languageFiles } from '../../src/node/languageFiles';
import type { FileChange } from '../../src/shared/changes';
import { applyChanges, type Applied } from '../../src/vscode/applier';
import { applyAsChosen } from '../../src/vscode/applyAsChosen';
import { Conflicts } from '../../src/vscode/conflicts';
import { conflictView } from '../../src/vscode/conflictView';
import { conflictWords } from '../../src/vscode/conflictWords';
import { VirtualTexts } from '../../src/vscode/virtualTexts';
import { memoryStore } from '../support/memoryStore';
import { change, eventually, Project } from './project';

interface Shown {
  readonly reasons: readonly string[];
  readonly told: string;
  readonly title: string;
  readonly left: string;
  readonly right: string;
}

describe('a conflict of an apply', () => {
  let project: Project;
  beforeEach(async () => { project = await Project.make(); });
  afterEach(() => project.remove());

  const shownOf = async (given: FileChange): Promise<Shown> => {
    const result = await applyChanges({ workspace: project.uri, files: createFiles(), store: memoryStore(), changes: { files: [given] }, title: 'fix it' });
    assert.ok(result.kind === 'refused');
    const texts = new VirtualTexts();
    const conflicts = new Conflicts(texts, () => project.uri, createFiles());
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await conflicts.set(result.conflicts, { files: [given] });
    await conflicts.show();
    await eventually('the diff', () => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff);
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    assert.ok(tab?.input instanceof vscode.TabInputTextDiff);
    const read = async (uri: vscode.Uri): Promise<string> => `${uri.scheme === 'file' ? 'own: ' : ''}${(await vscode.workspace.openTextDocument(uri)).getText()}`.replace(/\s+/g, ' ').trim();
    const [left, right] = [await read(tab.input.original), await read(tab.input.modified)];
    texts.dispose();
    conflicts.dispose();
    await conflicts.set([], { files: [] });
    return { reasons: result.conflicts.map(({ reason }) => reason), told: result.text, title: tab.label, left, right };
  };

  it('with a link in the file\'s place tells where it leads and what to do', async () => {
    await project.write('real.py', 'x\n');
    await symlink('real.py', project.path('a.py'));
    const shown = await shownOf(change('a.py', 'x\n', 'y\n'));
    assert.deepEqual([shown.reasons, shown.title, shown.left], [['link'], 'a.py: no file of this folder', 'y']);
    assert.match(shown.told, /a\.py is a link now/);
    assert.match(shown.right, /^a\.py leads to another place through a link.*remove the link and apply again/);
    assert.equal(await project.read('real.py'), 'x\n');
  });

  it('with a folder that leads out of the workspace says the same', async () => {
    const outside = await Project.makeOutside();
    await symlink(outside.uri.fsPath, project.path('sub'));
    const shown = await shownOf(change('sub/new.py', null, 'y\n'));
    assert.deepEqual([shown.reasons, shown.title, shown.left], [['outside'], 'new.py: no file of this folder', 'y']);
    assert.match(shown.right, /through a link/);
    await rm(outside.uri.fsPath, { recursive: true });
  });

  it('with a file in another encoding shows both', async () => {
    await project.write('a.txt', Buffer.from('caf\u00e9\nmine\n', 'latin1'));
    const shown = await shownOf({ path: 'a.txt', before: Buffer.from('caf\u00e9\n'), after: Buffer.from('the caf\u00e9\n') });
    assert.deepEqual([shown.reasons, shown.title, shown.left], [['encoding'], 'a.txt: Whittle\'s version (left), and yours in another encoding (right)', 'the caf\u00e9']);
    assert.match(shown.told, /a\.txt has changed meanwhile in its encoding/);
    assert.match(shown.right, /^own: caf. mine$/);
  });

  it('with a read-only file shows both', async () => {
    await project.write('a.py', 'x\n');
    await chmod(project.path('a.py'), 0o444);
    const shown = await shownOf(change('a.py', 'x\n', 'y\n'));
    assert.deepEqual([shown.reasons, shown.title, shown.left, shown.right], [['readonly'], 'a.py: Whittle\'s version (left), and yours, read-only (right)', 'y', 'own: x']);
    assert.match(shown.told, /a\.py is read-only/);
  });

  it('with a file that was renamed says how its new one gets the change', async () => {
    await project.write('old.py', 'x\n');
    await rename(project.path('old.py'), project.path('new.py'));
    const shown = await shownOf(change('old.py', 'x\n', 'y\n'));
    assert.deepEqual([shown.reasons, shown.title, shown.left], [['removed-and-changed'], 'old.py: changed by Whittle, removed by you', 'y']);
    assert.match(shown.right, /If you have renamed or moved it, copy what you want from the left into the file under its new name/);
    assert.equal(await project.read('new.py'), 'x\n');
  });

  it('with a file in place of the folder says what to move', async () => {
    await project.write('sub', 'x\n');
    const shown = await shownOf(change('sub/a.py', null, 'y\n'));
    assert.deepEqual([shown.reasons, shown.title, shown.left], [['folder'], 'a.py: no longer a plain file', 'y']);
    assert.match(shown.right, /a file in place of its folder.*move that out of the way and apply again/);
  });

  it('in the same lines calls the person\'s own side the current one, as VS Code does the first', async () => {
    await project.write('a.py', 'mine\n');
    const shown = await shownOf(change('a.py', 'x\n', 'y\n'));
    assert.deepEqual([shown.reasons, shown.left, shown.right], [['lines'], '<<<<<<< your file mine ======= y >>>>>>> Whittle', 'own: mine']);
  });

  /** `later`: what the person makes of the file before Apply, `meanwhile` before the choice. */
  const taken = async (side: 'mine' | 'whittle' | 'both', own: string | null, given: FileChange, { meanwhile, later, now = given }: { meanwhile?: string; later?: string; now?: FileChange } = {}): Promise<string | null> => {
    await rm(project.path('a.py'), { force: true });
    if (own !== null) await project.write('a.py', own);
    const texts = new VirtualTexts();
    const conflicts = new Conflicts(texts, () => project.uri, createFiles());
    const apply = async (file: FileChange): ReturnType<typeof applyChanges> => applyChanges({ workspace: project.uri, files: createFiles(), store: memoryStore(), ...(await conflicts.applied({ files: [file] })), title: 'fix it' });
    const refused = await apply(given);
    assert.ok(refused.kind === 'refused');
    await conflicts.set(refused.conflicts, { files: [given] });
    await conflicts.show();
    const shows = (): boolean => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff;
    await eventually('the diff', shows);
    if (meanwhile !== undefined) await project.write('a.py', meanwhile);
    const done = await conflicts.take(side);
    if (done) {
      assert.equal(conflicts.any, false);
      await eventually('the diff to be closed', () => !shows());
      if (later !== undefined) await project.write('a.py', later);
      const result = await apply(now);
      if (result.kind === 'refused') return `refused: ${await project.read('a.py')}`;
      assert.deepEqual(result.notes.filter((note) => !note.includes('was merged')), []);
    }
    await conflicts.set([], { files: [] });
    conflicts.dispose();
    texts.dispose();
    const held = await project.read('a.py').catch(() => null);
    return done ? held : `not settled: ${String(held)}`;
  };

  it('is settled by taking either side or both, and the rest of the change goes in', async () => {
    const given = change('a.py', 'top\nsep\nx\nmid\nend\n', 'top\nsep\ny\nmid\nEND\n');
    const own = 'TOP\nsep\nmine\nmid\nend\n';
    assert.equal(await taken('mine', own, given), 'TOP\nsep\nmine\nmid\nEND\n');
    assert.equal(await taken('whittle', own, given), 'TOP\nsep\ny\nmid\nEND\n');
    assert.equal(await taken('both', own, given), 'TOP\nsep\nmine\ny\nmid\nEND\n');
  });

  it('is told of once it is settled, with the counts of what went in, and nothing that no longer parses goes in unasked', async () => {
    const code = createCodeReader(languageFiles(vscode.Uri.joinPath(vscode.Uri.file(vscode.extensions.getExtension('whittle.whittle')?.extensionPath ?? ''), 'dist').fsPath), () => undefined);
    const given = change('a.js', 'a();\n1;\n2;\n3;\nz();\n', 'if (x) {\n1;\n2;\n3;\n}\n');
    const own = 'if (y) {\n1;\n2;\n3;\n}\n';
    await project.write('a.js', own);
    const texts = new VirtualTexts();
    const conflicts = new Conflicts(texts, () => project.uri, createFiles());
    const asked: string[] = [];
    const apply = async (answer: string | undefined, file = given): Promise<Applied> => applyAsChosen(
      { workspace: project.uri, files: createFiles(), store: memoryStore(), changes: { files: [file] }, title: 'fix it' },
      { conflicts, code: () => code, ask: (message, detail) => { asked.push(`${message} ${detail}`); return Promise.resolve(answer); } },
    );
    const settle = async (side: 'mine' | 'whittle' | 'both'): Promise<void> => {
      const refused = await apply(undefined);
      assert.ok(refused.kind === 'refused' && refused.conflicts.length === 1, JSON.stringify(refused));
      await conflicts.set(refused.conflicts, { files: [given] });
      assert.equal(await conflicts.take(side), true);
    };
    await settle('both');
    assert.deepEqual(asked, []);
    const declined = await apply(undefined);
    assert.match(asked.join(), /^Apply with a syntax error\? a\.js line \d+, column \d+: /);
    assert.match(declined.kind === 'refused' ? declined.text : '', /^Nothing was applied: a\.js would not parse\. .*apply again; a conflict there is asked about anew\.$/);
    assert.equal(await project.read('a.js'), own);
    await settle('both');
    const done = await apply('Apply Anyway');
    assert.equal(await project.read('a.js'), 'if (y) {\nif (x) {\n1;\n2;\n3;\n}\n');
    assert.ok(done.kind === 'applied');
    assert.deepEqual([done.files, done.settled, done.notes], [1, ['a.js'], ['a.js holds what you chose where both had changed it (+1 −0); no tests were run on that.']]);
    await conflicts.set([], { files: [] });
    asked.length = 0;
    await project.write('a.js', own);
    await settle('mine');
    assert.deepEqual((await conflicts.asChosen({ files: [given] })).files.map(({ before, after }) => [String(before && Buffer.from(before)), String(after && Buffer.from(after))]), [[own, own]]);
    const kept = await apply(undefined);
    assert.ok(kept.kind === 'applied');
    assert.deepEqual([kept.files, kept.settled, kept.notes, kept.written, asked], [0, ['a.js'], [], [], []]);
    await conflicts.set([], { files: [] });
    // Two edits that meet in no line, and fit each other no more for all that.
    await project.write('a.js', '{\na();\nb();\n}\n{\nc();\n}\n');
    const merged = await apply(undefined, change('a.js', '{\na();\nb();\nc();\n}\n', 'a();\nb();\nc();\n'));
    assert.ok(merged.kind === 'refused' && merged.conflicts.length === 0);
    assert.match(asked.join(), /a\.js line 3/);
    conflicts.dispose();
    texts.dispose();
  });

  it('is settled in what the file holds then, whatever the person wrote since', async () => {
    const given = change('a.py', 'top\nx\nmid\nend\n', 'top\ny\nmid\nend\n');
    const own = 'top\nmine\nmid\nend\n';
    for (const [side, lines] of [['mine', 'mine\n'], ['whittle', 'y\n'], ['both', 'mine\ny\n']] as const) {
      assert.equal(await taken(side, own, given, { meanwhile: `${own}precious\n` }), `top\n${lines}mid\nend\nprecious\n`, side);
      assert.equal(await taken(side, own, given, { later: `${own}precious\n` }), `top\n${lines}mid\nend\nprecious\n`, side);
      assert.equal(await taken(side, own, given, { later: 'top\nother\nmid\nend\n' }), 'refused: top\nother\nmid\nend\n', `${side}: the lines it was about are others now`);
    }
    assert.equal(await taken('whittle', own, given, { meanwhile: 'top\nx\nmid\nend\n' }), 'top\ny\nmid\nend\n', 'settled by hand');
    assert.equal(await taken('whittle', 'mine\n', change('a.py', null, 'y\n'), { later: 'mine\nmore\n' }), 'refused: mine\nmore\n');
  });

  it('never brings back what was taken back since the choice', async () => {
    const given = change('a.py', '1\n2\n3\n4\n5\n', '1\nW2\n3\n4\nW5\n');
    const own = '1\n2\n3\n4\nmine\n';
    assert.equal(await taken('whittle', own, given, { now: change('a.py', '1\n2\n3\n4\n5\n', '1\n2\n3\n4\nW5\n') }), '1\n2\n3\n4\nW5\n');
  });

  it('keeps the file\'s line ends, and adds none for lines that are gone', async () => {
    assert.equal(await taken('both', 'a\r\nM', change('a.py', 'a\r\nx', 'a\r\nW')), 'a\r\nM\r\nW');
    assert.equal(await taken('both', 'm3', change('a.py', 'b0', '')), 'm3');
  });

  it('is settled as a whole where there are no lines to choose between', async () => {
    assert.equal(await taken('whittle', null, change('a.py', 'x\n', 'y\n')), 'y\n');
    assert.equal(await taken('mine', null, change('a.py', 'x\n', 'y\n')), null);
    assert.equal(await taken('whittle', 'mine\n', change('a.py', 'x\n', null)), null);
    assert.equal(await taken('mine', 'mine\n', change('a.py', null, 'y\n')), 'mine\n');
    assert.equal(await taken('both', 'mine\n', change('a.py', null, 'y\n')), 'not settled: mine\n');
  });

  it('names every reason there is, and shows Whittle\'s version or says why it can\'t', async () => {
    const every: Record<Conflict['reason'], true> = { lines: true, 'both-added': true, 'removed-and-changed': true, binary: true, encoding: true, 'too-large': true, folder: true, link: true, readonly: true, outside: true, unsaved: true };
    const titles = new Set<string>();
    for (const reason of Object.keys(every) as Conflict['reason'][]) {
      const conflict: Conflict = { path: 'sub/a.py', reason, parts: reason === 'lines' ? [{ kind: 'conflict', base: 'a', ours: 'y', theirs: 'c' }] : [] };
      const view = await conflictView(conflict, change('sub/a.py', 'x\n', 'y\n'), (bytes) => Promise.resolve(new TextDecoder().decode(bytes)));
      assert.match(conflictWords(conflict), /^sub\/a\.py /, reason);
      assert.match(view.title, /^a\.py: /, reason);
      assert.ok(view.left.kind === 'text' ? view.left.text.includes('y') : view.left.kind === 'words' && view.left.text.replace(/\s+/g, ' ').includes('can\'t be merged'), reason);
      assert.ok(view.right.kind === 'own' || (view.right.kind === 'words' && view.right.text.includes('sub/a.py')), reason);
      titles.add(view.title);
    }
    // A link, and a folder that leads elsewhere, are one thing to the person.
    assert.equal(titles.size, Object.keys(every).length - 1);
  });
});
