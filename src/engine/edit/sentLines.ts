/** Lines of a rewritten symbol that it had before stand as they stood, at whatever indentation the code was sent. */
import { leading } from './indent';

/**
 * `old`: the symbol's text; `code`: as it was sent; `moved`: the same lines as placed by their indentation alone.
 * Code at column 0 is told from code whose first line alone lost its indentation by which of the old lines it holds.
 */
export function withOldLines(old: string, target: string, code: string, moved: string): string {
  const [sent, placed] = [code.split('\n'), moved.split('\n')];
  if (target === '' || leading(code) !== '' || placed.length !== sent.length) return moved;
  const own = old.replaceAll('\r\n', '\n').split('\n');
  const dedent = (line: string): string => (line.startsWith(target) ? line.slice(target.length) : line);
  if (own.length === sent.length && sent.every((line, index) => line === (index === 0 ? own[0] : dedent(own[index] ?? '')))) return own.join('\n');
  const lines = own.slice(1).filter((line) => line !== '');
  const asIs = new Set(lines.filter((line) => line.startsWith(target)));
  // Labels, directives and the like: no deeper than the symbol, they never move.
  const still = new Set(lines.filter((line) => !line.startsWith(target)));
  const shifted = new Set([...asIs].map(dedent).filter((line) => line !== ''));
  const rest = sent.slice(1);
  const count = (set: ReadonlySet<string>, other: ReadonlySet<string>): number => rest.filter((line) => set.has(line) && !other.has(line) && !still.has(line)).length;
  const [kept, dedented] = [count(asIs, shifted), count(shifted, asIs)];
  if (kept === 0 && dedented === 0) return moved;
  const restored = rest.map((line, index) => {
    const plain = placed[index + 1] ?? line;
    if (kept > dedented) return asIs.has(line) || still.has(line) ? line : plain;
    if (shifted.has(line)) return target + line;
    return still.has(line) ? line : plain;
  });
  return [placed[0], ...restored].join('\n');
}
