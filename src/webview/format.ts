/** Numbers as people read them. */
import { language } from './words';

/** `40 ms`, `3.2 s`, `2 min 5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${decimal(milliseconds / 1000, 1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `940`, `3.1k`, `128k`. */
export function tokens(count: number): string {
  if (count < 1000) return String(Math.round(count));
  const thousands = count / 1000;
  return `${thousands < 9.95 ? decimal(thousands) : Math.round(thousands)}k`;
}

export function percent(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(100, Math.max(0, Math.round((part / whole) * 100)));
}

/** One place behind the point, and at least `least`. */
function decimal(value: number, least = 0): string {
  return value.toLocaleString(language, { minimumFractionDigits: least, maximumFractionDigits: 1 });
}
