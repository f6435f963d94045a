/** Which variables of the environment hold keys, so that no command gets them and no output shows them. */
import { maskSecrets, mayBeSecret } from '../engine/room/maskSecrets';

/** No command needs these to build or to test. */
const SECRET = /(?:KEYS?|TOKENS?|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|PASSCODE|CREDENTIALS?)(?:$|_)|(?:^|_)(?:\w*PASS|PAT|PWD|AUTH|CREDS?)$/i;
/** The folder a shell is in, not a password. */
const FOLDERS = /^(?:OLD)?PWD$/i;

export const isSecretName = (name: string): boolean => SECRET.test(name) && !FOLDERS.test(name);

/** A parent's environment can be read in other ways than by being its child. */
export function withoutKeys(output: string): string {
  const values = Object.entries(process.env).filter(([name, value]) => isSecretName(name) && value !== undefined && mayBeSecret(value)).map(([, value]) => value ?? '');
  return maskSecrets(output, values);
}
