/** A line of a secret file is in no output of a search or a comparison, whatever its value looks like. */
import assert from 'node:assert/strict';
import { withoutSecretLines } from '../../../../src/engine/room/secretLines';

function check(name: string, printed: string, expected: string): void {
  it(name, () => assert.equal(withoutSecretLines(printed), expected));
}

describe('withoutSecretLines', () => {
  check('of grep -r', 'src/a.py:x = 1\n.env:PASSWORD=hunter\n./api/.env.local:K=plain', 'src/a.py:x = 1\n.env:[secret]\n./api/.env.local:[secret]');
  check('of grep -rn -C1 and rg', '.env:3:PASSWORD=hunter\n.env-4-USER=ann\nsrc/a-b.py-4-y', '.env:3:[secret]\n.env-4-[secret]\nsrc/a-b.py-4-y');
  check('of git diff, up to the next file', [
    'diff --git a/.env b/.env', 'index 1..2 100644', '--- a/.env', '+++ b/.env', '@@ -1 +1 @@', '-PASSWORD=old', '+PASSWORD=hunter', ' USER=ann',
    'diff --git a/a.py b/a.py', '--- a/a.py', '+++ b/a.py', '@@ -1 +1 @@', '-x', '+y',
  ].join('\n'), [
    'diff --git a/.env b/.env', 'index 1..2 100644', '--- a/.env', '+++ b/.env', '@@ -1 +1 @@', '-[secret]', '+[secret]', ' [secret]',
    'diff --git a/a.py b/a.py', '--- a/a.py', '+++ b/a.py', '@@ -1 +1 @@', '-x', '+y',
  ].join('\n'));
  check('of git log -p, up to the next commit', 'diff --git a/id_rsa b/id_rsa\n+++ b/id_rsa\n@@ -0,0 +1 @@\n+abc\n\ncommit 0123456789\n    + kept', 'diff --git a/id_rsa b/id_rsa\n+++ b/id_rsa\n@@ -0,0 +1 @@\n+[secret]\n\ncommit 0123456789\n    + kept');
  check('but not what a program says of it', '.env: No such file or directory\ncat: .env: Permission denied\nError: src/app.py:3: bad', '.env: No such file or directory\ncat: .env: Permission denied\nError: src/app.py:3: bad');
});
