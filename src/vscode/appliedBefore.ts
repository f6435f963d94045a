/** Knows which changes of a room that was left behind are in the workspace already, so that nobody is asked for them twice. */
import type { ChangeSet, FileChange } from '../shared/changes';
import { sameBytes } from '../shared/sameBytes';

export class AppliedBefore {
  private room: string | undefined;
  private done = new Map<string, FileChange['after']>();

  /** `find` gives the paths of the changes that are there. */
  constructor(private readonly find: (changes: ChangeSet) => Promise<ReadonlySet<string>>) {}

  /** Looks once, when the room is taken up; what the person does later is their own. Gives back how many are there. */
  async look(room: string, changes: ChangeSet): Promise<number> {
    const there = await this.find(changes);
    this.room = room;
    this.done = new Map(changes.files.filter(({ path }) => there.has(path)).map(({ path, after }) => [path, after]));
    return this.done.size;
  }

  /** What is still to be decided; a file that the room has changed further since is. */
  rest(room: string | undefined, changes: ChangeSet): ChangeSet {
    if (room === undefined || room !== this.room || this.done.size === 0) return changes;
    return { files: changes.files.filter(({ path, after }) => !this.done.has(path) || !sameBytes(this.done.get(path) ?? null, after)) };
  }
}
