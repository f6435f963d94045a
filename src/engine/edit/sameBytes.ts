/** Whether two contents are the same, a missing file being one too: the one comparison of bytes. */

/** null and undefined both mean that nothing is there. */
export function sameBytes(one: Uint8Array | null | undefined, other: Uint8Array | null | undefined): boolean {
  if (!one || !other) return (one ?? undefined) === (other ?? undefined);
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}
