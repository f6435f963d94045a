/** The model as this window sees it: connected when first needed, again when settings change, always known to the status line. */
import * as vscode from 'vscode';
import { ModelUnavailable } from '../engine/errors';
import { forgetLearned, loadLearned } from '../engine/models/profiles';
import { patientFetch } from '../node/patientFetch';
import type { Delta, Model, ModelReply, ModelRequest, Profile, Store } from '../engine/ports';
import { heard } from '../shared/heard';
import type { ModelState } from '../shared/protocol';
import { connectLater } from './later';
import type { ModelFacts, Speeds } from './modelFacts';
import type { Settings } from './settings';

export interface ConnectionState {
  readonly model: ModelState | undefined;
  /** Why there is none: the cause and the next move. */
  readonly problem: string | undefined;
}

/** Milliseconds between two pieces of a reply, once it has begun: shorter than the wait for the first. */
const longestPause = 120_000;

/** Tokens: a shorter prompt tells how far away the server is, not how fast it reads. */
const leastRead = 200;

/** Stays the same object for the engine while the model behind it may be exchanged between tasks. */
export class Connection implements Model {
  private current: Model | undefined;
  private stale = false;
  private failed: string | undefined;
  private speeds: Speeds = {};

  constructor(
    private readonly settings: () => Settings,
    private readonly store: Store,
    private readonly onState: (state: ConnectionState) => void,
  ) {}

  get profile(): Profile {
    if (!this.current) throw noModel();
    return this.current.profile;
  }

  get state(): ConnectionState {
    const profile = this.current?.profile;
    return {
      model: profile && { server: profile.server, model: profile.model, window: profile.window, standIn: profile.standIn },
      problem: this.failed,
    };
  }

  /** All that is known of the model in use. Throws ModelUnavailable where there is none. */
  async facts(): Promise<ModelFacts> {
    const { profile, speeds } = this;
    const { callStyle, engine } = this.settings();
    const learned = profile.origin === undefined ? {} : await loadLearned(this.store, profile.origin.endpoint, profile.model);
    return { profile, learned, speeds, styleSetting: callStyle, thinkingSetting: engine.thinkingBudget };
  }

  /** What was learned of the model in use is gone; the next use finds it out anew. */
  async forgetLearned(): Promise<void> {
    const { origin, model } = this.profile;
    if (origin) await forgetLearned(this.store, origin.endpoint, model);
    this.forget();
  }

  /** After a change of settings: the next use connects anew. */
  forget(): void {
    this.stale = true;
  }

  /** Looks for a model unless there is a fresh one. Throws ModelUnavailable or Cancelled. */
  async ensure(signal: AbortSignal): Promise<this> {
    return this.current && !this.stale ? this : this.connect(signal);
  }

  /** Looks for a model, whatever was there. Throws ModelUnavailable or Cancelled. */
  async connect(signal: AbortSignal): Promise<this> {
    const { endpoint, model, window, callStyle, idle } = this.settings();
    try {
      this.current = await connectLater({
        store: this.store,
        fetch: patientFetch,
        ...(endpoint === undefined ? {} : { endpoint }),
        ...(model === undefined ? {} : { model }),
        ...(window === undefined ? {} : { window }),
        ...(callStyle === undefined ? {} : { callStyle }),
        ...(idle === undefined ? {} : { idle: { beforeFirst: idle, between: Math.min(idle, longestPause) } }),
      }, signal);
      this.stale = false;
      this.failed = undefined;
      this.speeds = {};
    } catch (error) {
      if (error instanceof ModelUnavailable) {
        this.current = undefined;
        this.failed = `${heard(error.message, vscode.l10n.t)} ${heard(error.next, vscode.l10n.t)}`;
      }
      throw error;
    } finally {
      this.onState(this.state);
    }
    return this;
  }

  async complete(request: ModelRequest, onDelta: (delta: Delta) => void, signal: AbortSignal): Promise<ModelReply> {
    const { current } = this;
    if (!current) throw noModel();
    const begun = performance.now();
    let first: number | undefined;
    const reply = await current.complete(request, (delta) => {
      first ??= performance.now();
      onDelta(delta);
    }, signal);
    // What was cached was not read; what is left must be enough to say something.
    const read = reply.usage && reply.usage.prompt - (reply.usage.cached ?? 0);
    this.speeds = {
      read: read !== undefined && read >= leastRead && first !== undefined && first > begun ? read / ((first - begun) / 1000) : this.speeds.read,
      write: reply.tokensPerSecond ?? this.speeds.write,
    };
    return reply;
  }
}

function noModel(): ModelUnavailable {
  return new ModelUnavailable('no-model', vscode.l10n.t('No model is connected.'), vscode.l10n.t('Run "Whittle: Test Connection" to see what answers.'));
}
