/** Scratch copies are listed with what is known of them, and those that were picked are removed. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import type * as vscode from 'vscode';
import { createFiles } from '../../src/node/files';
import { manageRooms, roomRow } from '../../src/vscode/manageRooms';
import { Project } from './project';

describe('Manage Scratch Copies', () => {
  const files = createFiles();
  let project: Project;
  beforeEach(async () => { project = await Project.make(); });
  afterEach(() => project.remove());

  it('says of which project each is, when it was made and how large it is', () => {
    const row = roomRow({ id: 'r1', workspace: '/home/me/shop', folder: '/rooms/r1/shop', created: new Date(2026, 10, 30, 9, 5).getTime(), size: 12_345_678 });
    assert.equal(row.label, 'shop');
    assert.match(row.description ?? '', /2026.+12[.,]3 MB$/u);
    assert.match(row.detail ?? '', /^of \/home\/me\/shop/u);
    assert.match(roomRow({ id: 'r2', workspace: '', folder: '', created: 0 }).description ?? '', /unknown age/u);
  });

  it('offers all but those in use here, and removes what is picked', async () => {
    for (const id of ['one', 'two', 'used']) await project.write(`${id}/room.json`, JSON.stringify({ id, workspace: '/w', folder: `/x/${id}/w`, created: 1, size: 5 }));
    const offered: string[][] = [];
    const pick = (wanted: string | undefined) => ({
      showQuickPick: ((rows: readonly (vscode.QuickPickItem & { readonly id: string })[]) => {
        offered.push(rows.map(({ id }) => id));
        return Promise.resolve(wanted === undefined ? undefined : rows.filter(({ id }) => id === wanted));
      }) as unknown as typeof vscode.window.showQuickPick,
    });
    await manageRooms(files, project.uri.fsPath, new Set(['used']), pick(undefined));
    await manageRooms(files, project.uri.fsPath, new Set(['used']), pick('two'));
    assert.deepEqual(offered.map((ids) => ids.toSorted()), [['one', 'two'], ['one', 'two']]);
    assert.deepEqual(['one', 'two', 'used'].map((id) => existsSync(project.path(id))), [true, false, true]);
  });
});
