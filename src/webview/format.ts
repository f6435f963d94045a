/** Numbers as people read them. */

/** `40 ms`, `3.2 s`, `2 min 5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `940`, `3.1k`, `128k`. */
export function tokens(count: number): string {
  if (count < 1000) return String(Math.round(count));
  const thousands = count / 1000;
  return `${thousands < 9.95 ? thousands.toFixed(1).replace(/\.0$/, '') : Math.round(thousands)}k`;
}

export function percent(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(100, Math.max(0, Math.round((part / whole) * 100)));
}

export function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
