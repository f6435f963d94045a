/** Remembers changes that the person took out of the review by hand, file by file, so that they can be brought back. */
import type { Room } from '../engine/room/room';
import type { ChangeSet, FileChange } from '../shared/changes';

export class Rejected {
  /** What was under review at the last look. */
  private seen: readonly FileChange[] = [];
  private gone = new Map<string, FileChange>();

  /** `open`: there is a room; what was decided with it stays decided. */
  look(open: boolean, { files }: ChangeSet): void {
    if (!open) this.forget();
    const now = new Set(files.map(({ path }) => path));
    for (const file of this.seen) if (!now.has(file.path)) this.gone.set(file.path, file);
    for (const path of now) this.gone.delete(path);
    this.seen = open ? files : [];
  }

  /** What is missing at the next look was not rejected by hand. */
  skip(): void {
    this.seen = [];
  }

  forget(): void {
    this.skip();
    this.gone.clear();
  }

  get paths(): readonly string[] {
    return [...this.gone.keys()];
  }

  /** Writes them as they were. Throws with the reason where one can't be; it stays remembered. */
  async bringBack(room: Pick<Room, 'write' | 'remove'> | undefined): Promise<void> {
    if (room === undefined) return;
    for (const { path, after } of [...this.gone.values()]) {
      const done = after === null ? await room.remove(path) : await room.write(path, after);
      if (!done.ok) throw new Error(done.refusal.text);
      this.gone.delete(path);
    }
  }
}
