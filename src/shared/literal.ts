/** Words as a part of a regular expression, each sign of which stands for itself; right with every flag, and not inside brackets. */
export function literal(words: string): string {
  return words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
