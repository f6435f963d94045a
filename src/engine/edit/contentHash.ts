/** Tells two contents apart, to notice that a file changed since it was read; no protection against forgery. */

/** Fixed-length text; two FNV-1a lanes of 32 bits over four bytes at a time, and the length. */
export function contentHash(bytes: Uint8Array): string {
  let first = 0x811c9dc5;
  let second = 0x01234567;
  const { buffer, byteOffset, length } = bytes;
  const view = new DataView(buffer, byteOffset, length);
  const full = length - (length % 4);
  for (let at = 0; at < full; at += 4) {
    const word = view.getUint32(at, true);
    // A lane of its own order of steps each: what one takes for equal the other tells apart.
    first = Math.imul(first ^ word, 0x01000193);
    first ^= first >>> 15;
    second = Math.imul(second ^ word, 0x5bd1e995) ^ (second >>> 15);
  }
  for (const byte of bytes.subarray(full)) {
    first = Math.imul(first ^ byte, 0x01000193);
    second = Math.imul(second ^ byte, 0x5bd1e995) ^ (second >>> 15);
  }
  return [first, second, length].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}
