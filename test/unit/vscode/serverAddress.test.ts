import assert from 'node:assert/strict';
import { english } from '../../../src/shared/words';
import { readAddress } from '../../../src/vscode/serverAddress';

describe('the address of a server as it is typed', () => {
  for (const [typed, endpoint] of [
    ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
    ['  https://models.example/v1/ ', 'https://models.example/v1'],
    ['localhost:11434', 'http://localhost:11434'],
    ['127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['HTTP://box', 'http://box'],
  ] as const) {
    it(`is taken: ${typed}`, () => assert.deepEqual(readAddress(typed, english), { ok: true, endpoint }));
  }

  for (const [typed, problem] of [
    ['', /Type an address/],
    ['   ', /Type an address/],
    ['ftp://box/v1', /Begin with http/],
    ['file:///etc/passwd', /Begin with http/],
    ['http://', /Check host and port/],
    ['http://127.0.0.1:99999', /Check host and port/],
    ['my server', /Check host and port/],
    ['http://me:secret@box/v1', /Leave them out/],
    ['http://box/v1?key=1', /Leave out/],
    ['http://box/v1?', /Leave out/],
    ['http://box/v1#', /Leave out/],
    ['http//localhost:8080', /Check host and port/],
    ['http:/box', /Check host and port/],
    ['http://https://box', /Check host and port/],
    ['8080', /Check host and port/],
  ] as const) {
    it(`is refused with what to do: "${typed}"`, () => {
      const address = readAddress(typed, english);
      assert.match(address.ok ? 'taken' : address.problem, problem);
    });
  }
});
