/** A command allowed for good can be seen and taken back. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Store } from '../../src/engine/ports';
import { allowedLines, allowLine } from '../../src/engine/room/approvals';
import { createFiles } from '../../src/node/files';
import { manageAllowed } from '../../src/vscode/manageAllowed';
import { Project } from './project';

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

  /** Does what a person does with the list: some keys, then the end of it. */
  const withList = async (...keys: string[]): Promise<void> => {
    const shown = manageAllowed(project.uri, files, store, []);
    for (const key of keys) {
      await new Promise((wake) => setTimeout(wake, 700));
      await vscode.commands.executeCommand(key);
    }
    await shown;
  };

  it('takes back what was picked, and nothing of other workspaces', async () => {
    await withList('workbench.action.quickOpenSelectNext', 'workbench.action.quickPickManyToggle', 'workbench.action.acceptSelectedQuickOpenItem');
    assert.deepEqual(await allowedLines(store, project.uri.fsPath), ['make all\nmake install']);
    assert.deepEqual(await allowedLines(store, '/elsewhere'), ['npm test']);
  });

  it('takes back nothing where the list is left', async () => {
    await withList('workbench.action.quickPickManyToggle', 'workbench.action.closeQuickOpen');
    assert.equal((await allowedLines(store, project.uri.fsPath)).length, 2);
  });
});
