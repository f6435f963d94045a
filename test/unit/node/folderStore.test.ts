/** A store in a folder: each key on its own, on the disk when it is set, forgotten when it is taken back. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createFiles } from '../../../src/node/files';
import { createFolderStore } from '../../../src/node/folderStore';
import { inTemporaryFolder } from '../../support/temporary';

describe('a store in a folder', () => {
  it('keeps, gives back and forgets, for several owners at once', () =>
    inTemporaryFolder(async (outer) => {
      const folder = join(outer, 'journal');
      const [one, other] = [createFolderStore(createFiles(), folder), createFolderStore(createFiles(), folder)];
      assert.equal(await one.get('journal:/a/../b:1'), undefined);
      await Promise.all([one.set('journal:/a/../b:1', 'x'), other.set('journal:/c:2', 'y\n')]);
      assert.deepEqual([await other.get('journal:/a/../b:1'), await one.get('journal:/c:2')], ['x', 'y\n']);
      await other.set('journal:/a/../b:1', undefined);
      assert.equal(await one.get('journal:/a/../b:1'), undefined);
      assert.equal((await readdir(folder)).length, 1);
    }));
});
