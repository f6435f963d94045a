/** Whether two contents are the same, a missing file being one too: the one comparison of bytes. */

/** null and undefined both mean that nothing is there. */
export function sameBytes(one: Uint8Array | null | undefined, other: Uint8Array | null | undefined): boolean {
  if (!one || !other) return (one ?? undefined) === (other ?? undefined);
  if (one.length !== other.length) return false;
  // Four bytes at a time; where they lie in memory doesn't matter to a view.
  const [first, second] = [new DataView(one.buffer, one.byteOffset, one.length), new DataView(other.buffer, other.byteOffset, other.length)];
  const full = one.length - (one.length % 4);
  for (let at = 0; at < full; at += 4) if (first.getUint32(at) !== second.getUint32(at)) return false;
  for (let at = full; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
