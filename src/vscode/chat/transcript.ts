/** Remembers what a chat page has to be told to stand where it stood: the page itself is thrown away when hidden. */
import type { ToWebview } from '../../shared/protocol';

type Said = Extract<ToWebview, { kind: 'event' }>;

export class Transcript {
  private conversation: ToWebview[] = [];
  /** Only the latest of these counts. */
  private readonly latest = new Map<ToWebview['kind'], ToWebview>();

  add(message: ToWebview): void {
    switch (message.kind) {
      case 'hello':
        // It says again all that an earlier `model` or `trust` said.
        this.latest.clear();
        this.latest.set(message.kind, message);
        return;
      case 'model':
      case 'trust':
        this.latest.set(message.kind, message);
        return;
      case 'cleared':
        this.conversation = [];
        return;
      case 'compose':
        return;
      case 'event':
        this.addEvent(message);
        return;
      case 'asked':
      case 'review':
      case 'reviewed':
        this.conversation.push(message);
    }
  }

  /** What was said before all of this. */
  begin(earlier: readonly ToWebview[]): void {
    this.conversation = [...earlier, ...this.conversation];
  }

  /** What was said, without the window's state. */
  said(): readonly ToWebview[] {
    return this.conversation;
  }

  /** Everything, in an order that leads to the present state. */
  messages(): readonly ToWebview[] {
    return [...this.latest.values(), ...this.conversation];
  }

  /** Thousands of single tokens become one text, and what the round's `said` replaces goes. */
  private addEvent(message: Said): void {
    const { event, id } = message;
    if (event.kind === 'said') {
      const round = this.conversation.findLastIndex(one => one.kind === 'event' && one.id === id && one.event.kind === 'round');
      const start = Math.max(round, 0);
      this.conversation = this.conversation.filter((one, index) => index < start || !isDelta(one, id));
    }
    const last = this.conversation.at(-1);
    if ((event.kind === 'text' || event.kind === 'reasoning') && last?.kind === 'event' && last.id === id && last.event.kind === event.kind) {
      this.conversation[this.conversation.length - 1] = { kind: 'event', id, event: { kind: event.kind, text: last.event.text + event.text } };
      return;
    }
    this.conversation.push(message);
  }
}

function isDelta(message: ToWebview, id: string): boolean {
  return message.kind === 'event' && message.id === id && (message.event.kind === 'text' || message.event.kind === 'reasoning');
}
