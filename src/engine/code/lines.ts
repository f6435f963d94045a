/** Turns offsets into 1-based lines without scanning the text again. */
import type { Change } from '../../shared/change';

export class Lines {
  private constructor(private readonly text: string, private readonly starts: readonly number[]) {}

  static of(text: string): Lines {
    const starts = [0];
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    return new Lines(text, starts);
  }

  /** Those of `text`, which this text became by `change`; only what is new is scanned. */
  after({ start, before, after }: Change, text: string): Lines {
    const starts = this.starts.slice(0, this.lineAt(start));
    for (let at = text.indexOf('\n', start); at !== -1 && at < after; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    for (let line = this.lineAt(before); line < this.starts.length; line++) starts.push((this.starts[line] ?? 0) + after - before);
    return new Lines(text, starts);
  }

  get count(): number {
    return this.starts.length;
  }

  /** 1-based line that holds the offset. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** Offset of the first character of the line that holds `offset`. */
  startOf(offset: number): number {
    return this.starts[this.lineAt(offset) - 1] ?? 0;
  }

  /** A line's text without its line end. */
  textOf(line: number): string {
    const start = this.starts[line - 1] ?? this.text.length;
    const end = this.starts[line] ?? this.text.length + 1;
    return this.text.slice(start, end - 1).replace(/\r$/, '');
  }
}
