import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { roomsFolderFor } from '../../../src/node/roomsFolder';

describe('roomsFolderFor', () => {
  it('is the cache of the person', () => {
    assert.equal(roomsFolderFor('/home/a/project', { XDG_CACHE_HOME: '/home/a/.cache' }), '/home/a/.cache/whittle/rooms');
    assert.equal(roomsFolderFor('/home/a/.cache2', { XDG_CACHE_HOME: '/home/a/.cache' }), '/home/a/.cache/whittle/rooms');
  });

  it('is never inside the project', () => {
    for (const project of ['/home/a', '/', '/home/a/.cache', '/home/a/.cache/whittle/rooms']) {
      assert.ok(roomsFolderFor(project, { XDG_CACHE_HOME: '/home/a/.cache' }).startsWith(tmpdir()), project);
    }
  });
});
