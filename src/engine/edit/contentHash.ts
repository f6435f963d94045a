/** Tells two contents apart, to notice that a file changed since it was read; no protection against forgery. */

/** Fixed-length text; two FNV-1a lanes of 32 bits and the length. */
export function contentHash(bytes: Uint8Array): string {
  let first = 0x811c9dc5;
  let second = 0x01234567;
  for (const byte of bytes) {
    first = Math.imul(first ^ byte, 0x01000193);
    second = Math.imul(second ^ byte, 0x5bd1e995) ^ (second >>> 15);
  }
  return [first, second, bytes.length].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}
