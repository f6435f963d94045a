/** The address of a model server as a person types it. */
import type { Translate } from '../shared/words';

export type Address = { readonly ok: true; readonly endpoint: string } | { readonly ok: false; /** Ends with the next move. */ readonly problem: string };

/** Takes what is meant where it is clear: `localhost:8080` is one, and a slash at its end is none of it. */
export function readAddress(typed: string, t: Translate): Address {
  const text = typed.trim();
  const no = (problem: string): Address => ({ ok: false, problem });
  if (text === '') return no(t('Type an address, for example http://127.0.0.1:8080/v1.'));
  const whole = text.includes('://') ? text : `http://${text}`;
  if (!/^https?:\/\//iu.test(whole)) return no(t('That is no web address. Begin with http:// or https://.'));
  if (/\s/u.test(whole) || !URL.canParse(whole)) return no(t('That is no address. Check host and port, for example http://127.0.0.1:8080/v1.'));
  const { username, password, hostname } = new URL(whole);
  // A scheme written wrongly is taken for a host, and a port alone for the number of one.
  if (/^https?$/u.test(hostname) || /^\d+$/u.test(text)) return no(t('That is no address. Check host and port, for example http://127.0.0.1:8080/v1.'));
  if (username + password !== '') return no(t('An address with a name or a password in it would be kept in your settings. Leave them out.'));
  if (/[?#]/u.test(whole)) return no(t('Leave out what stands behind ? or #: the address ends before it.'));
  return { ok: true, endpoint: whole.replace(/\/+$/u, '').replace(/^\w+/u, (scheme) => scheme.toLowerCase()) };
}
