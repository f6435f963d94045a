/** Collects a command's output without letting an endless one fill the memory: the head and the tail stay. */

/** UTF-16 units kept of the head and of the tail. */
const most = 1_000_000;

export class BoundedOutput {
  private head = '';
  private rest = '';
  private dropped = 0;
  private last = Date.now();

  add(chunk: string): void {
    this.last = Date.now();
    const room = most - this.head.length;
    this.head += chunk.slice(0, room);
    this.rest += chunk.slice(room);
    if (this.rest.length <= 2 * most) return;
    this.dropped += this.rest.length - most;
    this.rest = this.rest.slice(-most);
  }

  /** Milliseconds since something came. */
  quietFor(): number {
    return Date.now() - this.last;
  }

  text(): string {
    const gap = this.dropped > 0 ? `\n[${this.dropped} characters left out]\n` : '';
    return this.head + gap + this.rest;
  }

  /** The last few characters. */
  tail(): string {
    return (this.head.slice(-400) + this.rest.slice(-400)).slice(-400);
  }
}
