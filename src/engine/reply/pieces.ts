/** A text that grows by very many small pieces: a list or chain of all of them would keep the garbage collector busy for longer than reading takes. */
const FOLD = 512;

export class Pieces {
  /** The only piece so far; most texts have one. */
  private sole = '';
  private loose: string[] | undefined;
  private folded: string[] | undefined;

  get empty(): boolean {
    return this.sole === '' && this.loose === undefined;
  }

  add(piece: string): void {
    if (piece === '') return;
    if (this.loose === undefined && this.sole === '') {
      this.sole = piece;
      return;
    }
    this.loose ??= [this.sole];
    this.loose.push(piece);
    if (this.loose.length < FOLD) return;
    (this.folded ??= []).push(this.loose.join(''));
    this.loose = [];
  }

  text(): string {
    return this.loose === undefined ? this.sole : (this.folded ?? []).join('') + this.loose.join('');
  }

  /** The whole text; the next piece begins a new one. */
  take(): string {
    const text = this.text();
    this.sole = '';
    this.loose = undefined;
    this.folded = undefined;
    return text;
  }
}
