/** Which room a later window is told of: the one whose changes wait. */
import type { Outcome } from '../shared/events';
import type { SessionOptions } from './sessionPorts';
import type { Waiting } from './waitingReview';

export class KeptRoom {
  private room: string | undefined;

  constructor(private readonly keep: SessionOptions['keep']) {}

  /** An earlier window left it. */
  takenUp(room: string): void {
    this.room = room;
  }

  is(room: string | undefined): boolean {
    return room === this.room;
  }

  /** `waits`: something in `room` is to be decided, of the turn `last`. */
  remember(waits: boolean, room: string | undefined, last: Pick<Waiting, 'id' | 'request'> & { readonly context: string | undefined; readonly outcome?: Outcome } | undefined): void {
    if (waits && room !== undefined && last) {
      this.room = room;
      const { id, request, context, outcome } = last;
      this.keep({ room, id, request, ...(context === undefined ? {} : { context }), ...(outcome && { outcome }) });
    } else if (this.room !== undefined) {
      this.room = undefined;
      this.keep(undefined);
    }
  }
}
