/** Takes secrets out of a line on its way to the log; ordinary text stays as it is. */

const MASK = '[secret]';
const SECRET_NAME = String.raw`[\w-]{0,40}(?:api[_-]?key|secret|token|passw(?:or)?d|passwd|pwd|credential|private[_-]?key|access[_-]?key|authorization|cookie)s?`;
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  // Headers and JSON: "Authorization": "Bearer x"; Authorization: Basic x.
  [/\b((?:proxy-)?authorization["']?\s*[:=]\s*["']?)(?:(bearer|basic|token)\s+)?[^\s"',;}]+/gi, `$1${MASK}`],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${MASK}`],
  [new RegExp(String.raw`(["']${SECRET_NAME}["']\s*:\s*)(["'])(?:\\.|(?!\2)[^\\])+\2`, 'gi'), `$1$2${MASK}$2`],
  [/\b((?:x-)?(?:api-key|auth-token)|(?:set-)?cookie)(\s*:\s*)[^\s"',}][^"'\n}]*/gi, `$1$2${MASK}`],
  // Assignments and options: PGPASSWORD=x, --token x, --api-key=x, ?key=x in an address.
  [new RegExp(String.raw`(^|[\s;&|"'(])(${SECRET_NAME}=)(["']?)(?!\d+\b|\w+(?:\.\w+)*\()[^\s"';&|,)]+\3`, 'gim'), `$1$2$3${MASK}$3`],
  [new RegExp(String.raw`\b(${SECRET_NAME}\s*[:=]\s*)(["'])(?:\\.|(?!\2)[^\\\n])+\2`, 'gi'), `$1$2${MASK}$2`],
  [new RegExp(String.raw`(--?${SECRET_NAME}[= ])(["']?)[^\s"'-][^\s"']*\2`, 'gi'), `$1$2${MASK}$2`],
  [/([?&](?:key|token|api_?key|access_token|sig|signature|password)=)[^&\s"'#]+/gi, `$1${MASK}`],
  [/(\b[a-z][a-z+.-]{0,30}:\/\/[^\s:/@"']*:)[^\s@/"']+(?=@)/gi, `$1${MASK}`],
  // Keys that show themselves.
  [/\b(?:sk|pk|rk)-[\w-]{12,}|\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bxox[abprs]-[\w-]{10,}|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,}|\bhf_\w{20,}|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, MASK],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, MASK],
];

/** `known`: keys from settings or secret storage, masked wherever they stand and however they are encoded in an address. */
export function redact(line: string, known: readonly string[] = []): string {
  let result = line;
  for (const secret of [...known].sort((a, b) => b.length - a.length)) {
    if (secret.length < 4) continue;
    for (const form of new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])) result = result.split(form).join(MASK);
  }
  for (const [pattern, replacement] of PATTERNS) result = result.replace(pattern, replacement);
  return result;
}
