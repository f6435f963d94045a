/** A key has a name for the model, the same each time, and comes back where the model writes that name into a file. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createKeyVault } from '../../../../src/engine/room/keyVault';

// Put together here so that no scanner takes this file for a leak.
const aws = ['AKIA', 'ABCDEFGHIJKLMNOP'].join('');
const github = ['ghp', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'].join('_');
const lines = ['MIIEowIBAAKCAQEAxxxxxxxx', 'yyyyyyyyyyyyyyyyyyyyyyyy', 'zzzzzzzzzzzzzzzzzzzz=='];
const pem = (end: string): string => ['-----BEGIN RSA ', `PRIVATE KEY-----${end}`, lines.join(end), end, '-----END RSA ', 'PRIVATE KEY-----'].join('');

describe('a key vault', () => {
  it('names each key, the same one alike', () => {
    const { hide } = createKeyVault('t');
    assert.equal(hide(`a = "${aws}"\nb = "${github}"\nc = "${aws}"`), 'a = "[secret-t-1]"\nb = "[secret-t-2]"\nc = "[secret-t-1]"');
    assert.equal(hide(github), '[secret-t-2]');
    assert.equal(hide('postgres://app:hunter22@db/x'), 'postgres://app:[secret-t-3]@db/x');
    assert.equal(hide('f"postgres://app:{password}@db/x" `https://u:${p}@h`'), 'f"postgres://app:{password}@db/x" `https://u:${p}@h`');
  });

  it('leaves the frame of a private key, whatever stands before its lines, and knows them alone later', () => {
    for (const text of [pem('\n'), pem('\n').replaceAll('\n', '\n 7 | '), pem('\\n'), pem('" +\n  "')]) {
      const { hide, show } = createKeyVault('t');
      const hidden = hide(text);
      for (const line of lines) assert.ok(!hidden.includes(line), hidden);
      assert.match(hidden, /^-----BEGIN RSA PRIVATE KEY-----[^]*-----END RSA PRIVATE KEY-----$/u);
      assert.equal(show(hidden), text);
    }
    const { learn, hide } = createKeyVault('t');
    learn(pem('\n'));
    assert.equal(hide(`12 | ${lines[1]}`), '12 | [secret-t-1]');
  });

  it('gives keys back at any depth, and nothing for a name that is not its own', () => {
    const { hide, show } = createKeyVault('t');
    hide(aws);
    assert.deepEqual(show({ a: ['x [secret-t-1] y', 1], b: '[secret-t-9] [secret-u-1] [secret]' }), { a: [`x ${aws} y`, 1], b: '[secret-t-9] [secret-u-1] [secret]' });
  });

  it('loses nothing on the way there and back, and hides what is hidden no further', () => {
    const part = fc.oneof(fc.string(), fc.constantFrom(aws, github, pem('\n'), pem('\\n'), 'redis://x:p4ssw0rd@h', lines[0] ?? '', '-----BEGIN PRIVATE KEY-----', '\n'));
    fc.assert(fc.property(fc.array(part).map((parts) => parts.join(' ')), (text) => {
      const { hide, show } = createKeyVault('t');
      const hidden = hide(text);
      assert.equal(show(hidden), text);
      assert.equal(hide(hidden), hidden);
      assert.ok(!hidden.includes(aws) && !hidden.includes(github));
    }));
  });
});
