/** Which file names may hold passwords or keys, so that no line of them is shown without a yes. */

const NAMES = new RegExp(
  '^(?:' +
    [
      '\\.env(?:[._-].+)?', '.+\\.env', '\\.envrc', '\\.dev\\.vars',
      '\\.netrc', '_netrc', '\\.npmrc', '\\.yarnrc\\.yml', '\\.pypirc', '\\.pgpass', '\\.my\\.cnf', '\\.git-credentials', '\\.htpasswd',
      '\\.vault[-_](?:token|pass(?:word)?)(?:\\..+)?', '\\.dockercfg', '\\.dockerconfigjson', 'kubeconfig', '.+\\.kubeconfig',
      'id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[._-](?!pub$).+)?', '.+\\.(?:pem|key|ppk|p12|pfx|pk8|jks|keystore|kdbx?|agekey|asc\\.key)',
      'credentials(?:\\.(?:json|ya?ml|toml|ini|csv))?', 'client_secret.*\\.json', 'service[-_]?account.*\\.json',
      '\\.?secrets?(?:\\.(?:json|ya?ml|toml|ini|env|txt|enc))?', 'local\\.settings\\.json', 'master\\.key',
      '.+\\.tfstate(?:\\.backup)?', '.+\\.tfvars(?:\\.json)?', 'auth\\.json', 'wp-config\\.php', '\\.s3cfg', '\\.boto',
    ].join('|') +
    ')$',
);
/** Examples that are made to be shown. */
const EXAMPLES = /^(?:\.env|.+\.env|.+)\.(?:example|sample|template|dist|defaults?|schema|md|pub)$|^example\.env$|^sample\.env$/;
const ENV_EXAMPLES = /^\.env[._-](?:example|sample|template|dist|defaults?|schema)$/;
/** What editors and careful people add to a name: a copy holds what the file holds. */
const COPY = /(?:~|\.(?:bak|backup|old|orig|save|sw[a-p]|\d+)|[_-](?:bak|backup|old|orig|copy))+$/;
const FOLDERS = new Set(['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker', '.password-store']);

/** By the name alone, in any case: on some disks `.ENV` is `.env`. A folder named `secret` or `credentials` is not one. */
export function isSecretPath(path: string): boolean {
  const segments = path.toLowerCase().split(/[/\\]/);
  const name = (segments.pop() ?? '').replace(/[. ]+$/, '');
  if (segments.some((segment) => FOLDERS.has(segment))) return !name.endsWith('.pub');
  return (NAMES.test(name) || NAMES.test(name.replace(COPY, ''))) && !EXAMPLES.test(name) && !ENV_EXAMPLES.test(name);
}
