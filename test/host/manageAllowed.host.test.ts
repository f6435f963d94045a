/** A command allowed for good can be seen and taken back. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Store } from '../../src/engine/ports';
import { allowedLines, allowLine } from '../../src/engine/room/approvals';
import { createFiles } from '../../src/node/files';
import { allowedRow, manageAllowed } from '../../src/vscode/manageAllowed';
import { eventually, Project } from './project';

describe('Manage Allowed Commands', () => {
  const files = createFiles();
  const kept = new Map<string, string>();
  const store: Store = {
    get: (key) => Promise.resolve(kept.get(key)),
    set: (key, value) => Promise.resolve(void (value === undefined ? kept.delete(key) : kept.set(key, value))),
  };
  let project: Project;
  beforeEach(async () => {
    project = await Project.make();
    kept.clear();
    await allowLine(store, project.uri.fsPath, 'npm test');
    await allowLine(store, project.uri.fsPath, 'make all\nmake install');
    await allowLine(store, '/elsewhere', 'npm test');
  });
  afterEach(() => project.remove());

  /** Does what a person does with the list: goes to its first row, unticks it, and ends it with a key. Gives back the row. */
  const withList = async (end: string): Promise<string | undefined> => {
    let focused: string | undefined = undefined;
    const shown = manageAllowed(project.uri, files, store, [], {
      showQuickPick: ((rows: readonly vscode.QuickPickItem[], options: vscode.QuickPickOptions) => vscode.window.showQuickPick(rows, {
        ...options, onDidSelectItem: (row) => { focused = typeof row === 'string' ? row : row.label; },
      })) as typeof vscode.window.showQuickPick,
    });
    // Before the list stands the key does nothing; afterwards the row is told before the command ends.
    await eventually('a row to have the focus', async () => {
      await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
      return focused !== undefined;
    });
    await vscode.commands.executeCommand('workbench.action.quickPickManyToggle');
    await vscode.commands.executeCommand(end);
    await shown;
    return focused;
  };

  it('shows all as allowed, takes back what was unticked, and nothing of other workspaces', async () => {
    assert.equal(await withList('workbench.action.acceptSelectedQuickOpenItem'), 'npm test');
    assert.deepEqual(await allowedLines(store, project.uri.fsPath), ['make all\nmake install']);
    assert.deepEqual(await allowedLines(store, '/elsewhere'), ['npm test']);
  });

  it('shows a yes to the tests as their line, and the scripts it covers beside it', () => {
    const seen = (line: string): unknown[] => [allowedRow(line).label, allowedRow(line).description, allowedRow(line).line === line];
    assert.deepEqual(seen('npm test\n{"test":"node --test"}'), ['npm test', 'as long as “test” is “node --test”', true]);
    assert.deepEqual(seen('npm test\n{"test":"a && b","pretest":"c"}'), ['npm test', 'as long as “test” is “a && b”, “pretest” is “c”', true]);
    assert.deepEqual(seen('npm test\n{no record}'), ['npm test ⏎ {no record}', undefined, true]);
    assert.equal(allowedRow('npm test').picked, true);
    assert.deepEqual(seen('pytest\n'), ['pytest', undefined, true]);
    assert.deepEqual(seen('make all\nmake install'), ['make all ⏎ make install', undefined, true]);
  });

  it('takes back nothing where the list is left', async () => {
    await withList('workbench.action.closeQuickOpen');
    assert.equal((await allowedLines(store, project.uri.fsPath)).length, 2);
  });
});
