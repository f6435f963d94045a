/** The path policy as text: what is refused and what a path means, on each platform. */
import assert from 'node:assert/strict';
import type { Platform } from '../../../../src/engine/ports';
import { parsePath } from '../../../../src/engine/room/paths';

const roots: Record<Platform, readonly string[]> = {
  linux: ['/rooms/r1/ws', '/home/ann/ws'],
  darwin: ['/rooms/r1/ws', '/Users/ann/ws'],
  win32: ['C:/rooms/r1/ws', 'C:/w/ws'],
};

function check(platform: Platform, written: string, expected: string): void {
  it(`${platform}: ${JSON.stringify(written)} is ${expected}`, () => {
    const parsed = parsePath({ platform, roots: roots[platform] }, written);
    assert.equal(parsed.ok ? parsed.path : `refused: ${parsed.refusal.code}`, expected);
  });
}

describe('parsePath', () => {
  check('linux', 'src/app.py', 'src/app.py');
  check('linux', './src/../src//app.py', 'src/app.py');
  check('linux', '', '.');
  check('linux', '.', '.');
  check('linux', 'src\\app.py', 'src/app.py');
  check('linux', 'a:b?.txt', 'a:b?.txt');
  check('linux', '..a/...', '..a/...');
  check('linux', '../ws-evil/a', 'refused: outside');
  check('linux', 'src/../../x', 'refused: outside');
  check('linux', '..\\..\\evil.txt', 'refused: outside');
  check('linux', '/etc/passwd', 'refused: outside');
  check('linux', '/home/ann/ws/src/a.py', 'src/a.py');
  check('linux', '/home/ann/ws', '.');
  check('linux', '/home/ann/ws-evil/a', 'refused: outside');
  check('linux', '/home/ann/ws/../x', 'refused: outside');
  check('linux', '/rooms/r1/ws/a/../b', 'b');
  check('linux', '/HOME/ann/ws/a', 'refused: outside');
  check('linux', '~', 'refused: outside');
  check('linux', '~root/x', 'refused: outside');
  check('linux', '~/.ssh/id_rsa', 'refused: outside');
  check('linux', 'file:///etc/passwd', 'refused: outside');
  check('linux', 'FILE:x', 'refused: outside');
  check('linux', 'https://x.test/a', 'refused: outside');
  check('linux', 'a\0b', 'refused: bad-path');
  check('linux', 'a\nb', 'refused: bad-path');
  check('linux', 'a\ud800b', 'refused: bad-path');
  check('linux', `${'n'.repeat(256)}/a`, 'refused: bad-path');
  check('linux', '.git/config', 'refused: git');
  check('linux', 'sub/.git', 'refused: git');
  check('linux', '.agent/snapshots/x/manifest.json', 'refused: git');
  check('linux', 'sub/.Agent', 'refused: git');
  check('linux', '.gitignore', '.gitignore');
  check('linux', '.github/ci.yml', '.github/ci.yml');
  check('darwin', '.GIT/hooks/x', 'refused: git');
  check('darwin', '.g\u200cit/config', 'refused: git');
  check('darwin', '/users/ANN/WS/a.py', 'a.py');
  check('win32', 'src\\app.py', 'src/app.py');
  check('win32', 'SRC\\App.PY', 'SRC/App.PY');
  check('win32', 'c:\\W\\WS\\src\\a.py', 'src/a.py');
  check('win32', 'D:\\data\\x.txt', 'refused: outside');
  check('win32', 'C:secret.txt', 'refused: outside');
  check('win32', '\\secret.txt', 'refused: outside');
  check('win32', '\\\\host\\share\\x.txt', 'refused: outside');
  check('win32', '\\\\?\\C:\\w\\ws\\a', 'refused: outside');
  check('win32', '\\\\.\\PhysicalDrive0', 'refused: outside');
  check('win32', 'src\\app.py:hidden', 'refused: bad-path');
  check('win32', '.git::$INDEX_ALLOCATION', 'refused: git');
  check('win32', '.git.', 'refused: git');
  check('win32', '.git ', 'refused: git');
  check('win32', 'GIT~1/config', 'refused: git');
  check('win32', 'con', 'refused: bad-path');
  check('win32', 'src/NUL.txt', 'refused: bad-path');
  check('win32', 'console.txt', 'console.txt');
  check('win32', '.env.', 'refused: bad-path');
  check('win32', 'a?.txt', 'refused: bad-path');
});
