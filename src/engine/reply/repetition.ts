/** Notices a model that says the same words over and over: not an answer, though it isn't empty. */

const TAIL = 4000;

/** Whether the end of the text is one piece (at most 500 characters, with letters in it) at least eight times in a row and most of what was said. */
export function isRepetition(text: string): boolean {
  const tail = text.trimEnd().slice(-TAIL);
  if (tail.length < 160) return false;
  // The prefix function of the reversed tail gives, for each length, the shortest period of that much of the end.
  const reversed = [...tail].reverse();
  const border = new Array<number>(reversed.length).fill(0);
  let best = 0;
  for (let at = 1; at < reversed.length; at += 1) {
    let length = border[at - 1] ?? 0;
    while (length > 0 && reversed[at] !== reversed[length]) length = border[length - 1] ?? 0;
    if (reversed[at] === reversed[length]) length += 1;
    border[at] = length;
    const period = at + 1 - length;
    if (period <= 500 && at + 1 >= 8 * period) best = at + 1;
  }
  if (best < 160) return false;
  const period = best - (border[best - 1] ?? 0);
  const words = new Set(reversed.slice(0, period).join('').match(/\p{L}/gu)).size;
  return words >= 3 && best >= Math.min(text.length, TAIL) / 2;
}
