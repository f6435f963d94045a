/** Keeps the conversation where a reload of the window can't reach it: one file of the workspace's own storage, written as it grows. */
import { randomUUID } from 'node:crypto';
import type { Disposable } from 'vscode';
import { faultTrace } from '../../engine/errors';
import type { Files } from '../../engine/ports';
import { maskSecrets } from '../../engine/room/maskSecrets';
import { oneAtATime } from '../../shared/oneAtATime';
import type { ToWebview } from '../../shared/protocol';
import { ConversationWriter, isKept, ownerOf, readConversation } from './writtenConversation';

/** Milliseconds: single tokens may wait for one another, what happened is written soon, and what the person did or waited for at once. */
const streamed = 1_000;
const happened = 100;
/** A slow disk rests so many times as long as it wrote. */
const rests = 5;
/** Bytes that hold the first line. */
const firstLine = 400;

export interface KeptOptions {
  readonly files: Files;
  /** Absolute; undefined where no workspace is open, and nothing is kept. */
  readonly folder: string | undefined;
  /** Values of the project's secret files, asked for with each turn. */
  readonly secrets: () => Promise<readonly string[]>;
  readonly log: (line: string) => void;
  /** Milliseconds, for both waits. */
  readonly wait?: number;
}

export class KeptConversation implements Disposable {
  private readonly owner = randomUUID();
  private readonly inTurn = oneAtATime();
  private timer: NodeJS.Timeout | undefined;
  private due = Infinity;
  /** Milliseconds the last writing took. */
  private took = 0;
  private said: () => readonly ToWebview[] = () => [];
  private writer: Promise<ConversationWriter> | undefined;
  /** This window has written; until then the file is an earlier one's. */
  private ours = false;
  /** A later window has taken the conversation over: two that write would mix. */
  private lost = false;

  constructor(private readonly options: KeptOptions) {}

  /** What an earlier window kept; `damaged`: where what can't be believed was set aside. Asked once, before anything is said. */
  load(): Promise<{ readonly messages: readonly ToWebview[]; readonly damaged?: string }> {
    return this.inTurn(async () => {
      const { options: { files }, path } = this;
      const bytes = path === undefined ? undefined : await files.read(path);
      if (path === undefined || bytes === undefined) return { messages: [] };
      const read = readConversation(new TextDecoder().decode(bytes));
      if (read.kind === 'messages') return { messages: read.messages };
      this.options.log(`The conversation in ${path} is ${read.kind === 'foreign' ? 'one of another version' : 'damaged'}.`);
      if (read.kind === 'foreign') return { messages: [] };
      const damaged = `${path}.damaged`;
      await files.write(damaged, bytes, 0o600);
      await files.remove(path);
      return { messages: [], damaged };
    });
  }

  /** `said`: the whole of it, at any later moment. */
  changed(latest: ToWebview, said: () => readonly ToWebview[]): void {
    if (this.path === undefined || this.lost || !(isKept(latest) || latest.kind === 'cleared')) return;
    this.said = said;
    if (latest.kind === 'asked') this.writer = undefined;
    const due = Date.now() + Math.max(this.options.wait ?? patienceFor(latest), rests * this.took);
    if (due >= this.due) return;
    clearTimeout(this.timer);
    this.due = due;
    this.timer = setTimeout(() => { void this.flush(); }, due - Date.now());
  }

  /** Writes what waits to be written. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    await this.inTurn(async () => {
      // What comes from here on waits for the next time; what came until then is in this one.
      if (this.due === Infinity) return;
      this.due = Infinity;
      const begun = Date.now();
      await this.write().finally(() => { this.took = Date.now() - begun; });
    }).catch((error: unknown) => { this.options.log(`The conversation could not be kept: ${faultTrace(error)}`); });
  }

  dispose(): void {
    void this.flush();
  }

  private async write(): Promise<void> {
    const { options: { files, folder }, path, owner } = this;
    if (path === undefined || folder === undefined || this.lost) return;
    const held = this.ours ? await files.read(path, firstLine) : undefined;
    if (held !== undefined && ownerOf(new TextDecoder().decode(held)) !== owner) {
      this.lost = true;
      this.options.log('Another window goes on with this conversation; what is said here is not kept any more.');
      return;
    }
    const writer = await (this.writer ??= this.newWriter());
    const text = writer.write(this.said(), owner);
    this.ours = true;
    if (text === undefined) await files.remove(path);
    else await files.write(path, new TextEncoder().encode(text), 0o600);
  }

  private async newWriter(): Promise<ConversationWriter> {
    const known = await this.options.secrets();
    return new ConversationWriter((text) => maskSecrets(text, known));
  }

  private get path(): string | undefined {
    return this.options.folder === undefined ? undefined : `${this.options.folder}/conversation.json`;
  }
}

function patienceFor(message: ToWebview): number {
  if (message.kind !== 'event' || message.event.kind === 'finished') return 0;
  return message.event.kind === 'text' || message.event.kind === 'reasoning' ? streamed : happened;
}
