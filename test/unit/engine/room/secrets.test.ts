/** Names that may hold keys, and shapes of keys: found where they are, left alone where they only sound like it. */
import assert from 'node:assert/strict';
import { maskSecrets, secretValues } from '../../../../src/engine/room/maskSecrets';
import { isSecretPath } from '../../../../src/engine/room/secretNames';

describe('isSecretPath', () => {
  const secret = [
    '.env', '.ENV', 'a/.env', '.env.local', '.env.production', 'prod.env', '.envrc', '.npmrc', '.pypirc', '.netrc', '_netrc', '.git-credentials', '.htpasswd', '.pgpass', '.dockercfg',
    'id_rsa', 'id_ed25519', 'keys/id_ecdsa', 'server.pem', 'server.key', 'x.p12', 'x.pfx', 'x.jks', 'x.keystore', 'x.kdbx', 'x.ppk', '.ssh/config', '.aws/credentials', '.kube/config', '.gnupg/x',
    'credentials.json', 'service-account.json', 'service_account_prod.json', 'client_secret_1.json', 'secrets.yml', 'secrets.toml', '.secrets', 'terraform.tfstate', 'prod.tfvars', 'local.settings.json', 'config/master.key', '.env.', '.env ', '.env~', '.env-prod', '.env_local', 'server/.env', '.env.bak', '.npmrc~', 'id_rsa.old', 'credentials.json.bak', '.env.example.bak',
  ];
  const open = [
    'env', 'env.py', 'environment.ts', '.env.example', '.env.sample', '.env.template', 'example.env', 'id_rsa.pub', '.ssh/id_ed25519.pub', 'keyboard.ts', 'key.py', 'keys.ts', 'secret.py', 'secrets.py', 'credentials.ts',
    'src/secret/app.py', 'tokens.css', 'password.rb', 'monkey.js', 'README.md', 'package.json', '.gitignore', 'secrets.example.yml.md', '.env-example', '.env_sample', 'app.py~', 'notes.old', 'tsconfig.json',
  ];
  for (const path of secret) it(`${path} may hold keys`, () => assert.ok(isSecretPath(path)));
  for (const path of open) it(`${path} is shown`, () => assert.ok(!isSecretPath(path)));
});

describe('maskSecrets', () => {
  const x = (length: number): string => 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7dE9fG1hJ3kL5mN7pQ9rS1tU3vW5xY7z'.slice(0, length);
  // Put together here so that no scanner takes this file for a leak.
  const keys = [
    ['sk', `proj-${x(40)}`], ['sk', `ant-api03-${x(40)}`], ['sk', x(48)], ['ghp', x(36)], ['github_pat', x(60)], ['glpat', x(20)], ['xoxb', `12345-${x(24)}`], ['AKIA', 'ABCDEFGHIJKLMNOP'], ['AIza', x(35)],
    ['hf', x(34)], ['npm', x(36)], ['sk_live', x(24)], ['gsk', x(50)], ['hvs.', x(30)], ['eyJhbGciOiJIUzI1NiJ9', `.eyJzdWIiOiIxMjM0In0.${x(30)}`], ['ya29.', x(40)],
  ].map(([head = '', tail = '']) => head + (/^(?:sk|glpat|xoxb)$/.test(head) ? '-' : /[.]$|^(?:AKIA|AIza|eyJ.*)$/.test(head) ? '' : '_') + tail);
  for (const key of keys) it(`masks ${key.slice(0, 8)}…`, () => assert.equal(maskSecrets(`a = "${key}"\n`), 'a = "[secret]"\n'));

  it('masks private keys as a whole, and passwords in addresses', () => {
    const pem = ['-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIE\nabc\n-----END RSA ', 'PRIVATE KEY-----'].join('');
    assert.equal(maskSecrets(`x\n${pem}\ny`), 'x\n[secret]\ny');
    assert.equal(maskSecrets('postgres://app:hunter22@db:5432/x'), 'postgres://app:[secret]@db:5432/x');
  });

  it('leaves code and ordinary output alone', () => {
    const text = 'token = get_token()\npassword: str\nsk-learn 1.2\ncommit 3f786850e387550fdab836ed7e6dc881de23001b\nhttp://localhost:3000/a@b\nGET /x?key=1\nsha512-abcdefghijklmnopqrstuvwxyz0123456789==\n';
    assert.equal(maskSecrets(text), text);
  });

  it('takes values from JSON, YAML and netrc', () =>
    assert.deepEqual(secretValues('{"a":"p4ss-one-11","b":"p4ss-two-22"}\n  key: p4ss-three-33\nmachine x login me password p4ss-four-44\n'), ['p4ss-three-33', 'p4ss-one-11', 'p4ss-two-22', 'p4ss-four-44']));

  it('takes values from dotenv files, but not plain ones', () => {
    const values = secretValues('A=short\nPORT=3000\nexport B="p4ss-word-long"\n# C=commented-out-99\nD=\'qu0ted value 1\'\nDEBUG=development\nURL=http://localhost:8080/x\nFILE=./data/base.db\n');
    assert.deepEqual(values, ['p4ss-word-long', 'qu0ted value 1']);
    assert.equal(maskSecrets('got p4ss-word-long!', values), 'got [secret]!');
  });

  it('takes the same values of names with a host, quotes, colons and a comma', () => {
    assert.deepEqual(secretValues('//registry.example/:_authToken=p4ss-npm-0001\n"quoted name": x\n\'k\': "p4ss-two-0002",\na:b: p4ss-three-03\nURL=postgres://u:p4ss-four-04@h/x\n- item\nexport\tC = p4ss-five-05\r\n'),
      ['p4ss-npm-0001', 'p4ss-two-0002', 'p4ss-three-03', 'postgres://u:p4ss-four-04@h/x', 'p4ss-five-05']);
  });

  it('masks a known key as it stands in an address and in JSON', () => {
    assert.equal(maskSecrets('?k=p4ss%2Fword%3D1 {"k":"p4ss\\"x\\n12"}', ['p4ss/word=1', 'p4ss"x\n12']), '?k=[secret] {"k":"[secret]"}');
  });
});
