/** Takes keys out of text on its way to a model: those known from the room's own files, and those that show themselves. */

const MASK = '[secret]';
/** Shapes that nothing but a key has, in one line; assignments such as `token = x` are code and stay. */
const SHAPES = new RegExp(
  [
    String.raw`\bsk-(?:ant-|proj-|or-|svcacct-)?[\w-]{20,}`, String.raw`\b(?:sk|rk|pk)_(?:live|test)_\w{16,}`, String.raw`\bgh[pousr]_\w{30,}`, String.raw`\bgithub_pat_\w{30,}`,
    String.raw`\bglpat-[\w-]{20,}`, String.raw`\bxox[abeoprs]-[\w-]{10,}`, String.raw`\bxapp-\d-[\w-]{20,}`, String.raw`\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b`, String.raw`\bAIza[\w-]{35}`,
    String.raw`\bya29\.[\w-]{20,}`, String.raw`\bhf_[A-Za-z0-9]{30,}`, String.raw`\bnpm_[A-Za-z0-9]{36}`, String.raw`\bpypi-AgE[\w-]{50,}`, String.raw`\bSG\.[\w-]{16,}\.[\w-]{16,}`, String.raw`\bkey-[0-9a-f]{32}\b`,
    String.raw`\bdop_v1_[0-9a-f]{64}`, String.raw`\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}`, String.raw`\bsq0(?:atp|csp)-[\w-]{22,}`, String.raw`\bAC[0-9a-f]{32}\b`, String.raw`\bhvs\.[\w-]{24,}`,
    String.raw`\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}`, String.raw`\bAGE-SECRET-KEY-1[0-9A-Z]{58}`, String.raw`\bgsk_[A-Za-z0-9]{40,}`, String.raw`\bxai-[A-Za-z0-9]{40,}`, String.raw`\br8_[A-Za-z0-9]{30,}`,
    String.raw`\blin_api_[A-Za-z0-9]{30,}`, String.raw`\b\d{8,10}:AA[\w-]{33}\b`, String.raw`https://hooks\.slack\.com/services/[\w/]{20,}`,
  ].join('|'),
  'g',
);
/** A private key over several lines, or what there is of it. */
export const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|$)/g;
/** The password of an address; what is filled in later is none. */
const IN_ADDRESS = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@"']{1,100}:)(?!\$?\{|<|%[({sd]|\$\()[^\s@/"']{3,200}(?=@)/gi;

/** `known`: values that stand in secret files; masked wherever they stand. */
export function maskSecrets(text: string, known: readonly string[] = []): string {
  let masked = text;
  for (const secret of known.flatMap(formsOf).sort((a, b) => b.length - a.length)) masked = masked.split(secret).join(MASK);
  return replaceKeys(masked.replace(PRIVATE_KEY, MASK), () => MASK);
}

/** The text with something else in place of each key of one line that shows itself. */
export function replaceKeys(text: string, name: (key: string) => string): string {
  return text.replace(SHAPES, (key) => name(key)).replace(IN_ADDRESS, (whole: string, before: string) => before + name(whole.slice(before.length)));
}

/** A key as it stands in an address and in a text of JSON. */
function formsOf(secret: string): readonly string[] {
  return /\p{Surrogate}/u.test(secret) ? [secret] : [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
}

/** The values of a secret file (dotenv, INI, YAML, JSON, netrc) that may be keys. */
export function secretValues(text: string): readonly string[] {
  const found = [
    ...text.split('\n').map(assigned),
    ...[...text.matchAll(/"[\w.-]+"\s*:\s*"([^"\n]*)"/g)].map((match) => match[1]),
    ...[...text.matchAll(/\b(?:password|passwd|token|secret)[ \t]+(\S+)/gi)].map((match) => match[1]),
  ];
  return [...new Set(found.filter((value): value is string => value !== undefined && mayBeSecret(value)))];
}

/** The value of `NAME=value`, `name: value`, `//host/:_token=value`. By hand: such a file is anybody's, and a pattern for all of this can be made to run for hours. */
function assigned(line: string): string | undefined {
  const text = line.trim().replace(/^export[ \t]/, '').trimStart();
  const name = /^["']?[\w./:@-]+["']?/.exec(text)?.[0];
  if (name === undefined) return undefined;
  const rest = text.slice(name.length).trimStart();
  const colon = /["']$/.test(name) ? -1 : name.lastIndexOf(':');
  const value = /^[=:]/.test(rest) ? rest.slice(1) : colon > 0 ? text.slice(colon + 1) : undefined;
  const plain = value?.trim().replace(/,$/, '').trim();
  return plain === undefined || plain.length < 2 || !/^["']/.test(plain) || !plain.endsWith(plain[0] ?? '') ? plain : plain.slice(1, -1);
}

/** Short and plain values (a port, `true`, a host, a path) stand in every output. */
export function mayBeSecret(value: string): boolean {
  return value.length >= 8 && !/^(?:[a-z_-]+|[\d.]+|https?:\/\/localhost[^@]*|(?:\.{0,2}\/)?[\w/.-]*\.\w{1,4})$/i.test(value);
}
