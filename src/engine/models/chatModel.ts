/** A model behind any protocol: picks the call style, asks again in another way when a server refuses one, and sees what servers hide. */
import { ModelUnavailable } from '../errors';
import type { CallStyle, Delta, Model, ModelReply, ModelRequest, Profile, Store } from '../ports';
import { isRepetition } from '../reply/repetition';
import { partThinking } from '../reply/thinking';
import { fromStyle, inStyle, type Styled } from './callStyles';
import { samplingOf, saveLearned, type Learned } from './profiles';
import { windowAdvice } from './diagnose';
import { withoutMarks } from './templateTokens';
import { ServerRefusal, type Wire, type WireRequest } from './wire';

export interface ChatModelOptions {
  readonly wire: Wire;
  readonly profile: Profile;
  /** Key of what was learned. */
  readonly endpoint: string;
  readonly learned: Learned;
  /** The person's choice; then a refusal is told, not worked around. */
  readonly callStyle?: CallStyle | undefined;
  readonly store: Store;
  /** The server's count may leave out what it had cached. */
  readonly countsCached: boolean;
}

/** Fields a request can do without, and what a refusal of them reads like. */
const OPTIONAL = ['stream_options', 'chat_template_kwargs', 'cache_prompt', 'top_k', 'top_p', 'truncate', 'shift', 'think'];
/** Thinking is never stopped before so many tokens, whatever the budget: a model that can't help it would never get to its answer. */
const LEAST_THINKING = 512;
/** Below this many tokens an estimate says little. */
const JUDGED_FROM = 1000;

export class ChatModel implements Model {
  private learned: Learned;
  private before: { readonly estimate: number; readonly counted: number } | undefined;
  private flat = 0;

  constructor(private readonly options: ChatModelOptions) {
    this.learned = options.learned;
  }

  get profile(): Profile {
    const { profile, callStyle } = this.options;
    return { ...profile, callStyle: callStyle ?? this.learned.callStyle ?? profile.callStyle, charsPerToken: this.learned.charsPerToken ?? profile.charsPerToken };
  }

  async complete(request: ModelRequest, onDelta: (delta: Delta) => void, signal: AbortSignal): Promise<ModelReply> {
    for (let turn = 0; ; turn += 1) {
      const style = this.profile.callStyle;
      const styled = inStyle(style, request.messages.map(withoutMarks), request.tools);
      try {
        const reply = await this.ask(request, styled, style, onDelta, signal);
        if (turn < 6 && this.toolsDropped(reply, styled, request)) {
          await this.learn({ callStyle: 'json' });
          continue;
        }
        await this.judge(reply, styled, request);
        return fromStyle(style, reply);
      } catch (error) {
        if (turn < 6 && error instanceof ServerRefusal && await this.adapt(error, style, styled)) continue;
        throw error;
      }
    }
  }

  private async ask(request: ModelRequest, styled: Styled, style: CallStyle, onDelta: (delta: Delta) => void, signal: AbortSignal): Promise<ModelReply> {
    const budget = Math.max(request.thinking, LEAST_THINKING) * this.profile.charsPerToken;
    const first = await this.send(request, styled, style, request.thinking > 0, budget, onDelta, signal);
    if (!first.overthought) return first.reply;
    // The thought is handed back closed, at the moving end of the prompt, and no more thinking is asked for.
    const thought = [first.reply.reasoning, partThinking(first.reply.content, '').reasoning].join('\n').trim().slice(-600);
    const last = styled.messages.at(-1);
    const messages = last && last.role !== 'assistant' ? [...styled.messages.slice(0, -1), { ...last, content: `${last.content}\n\n(You have thought enough: …${thought}\nNow act.)` }] : styled.messages;
    return (await this.send(request, { ...styled, messages }, style, false, Infinity, onDelta, signal)).reply;
  }

  private async send(request: ModelRequest, styled: Styled, style: CallStyle, think: boolean, budget: number, onDelta: (delta: Delta) => void, signal: AbortSignal): Promise<{ readonly reply: ModelReply; readonly overthought: boolean }> {
    const sampling = samplingOf(this.options.profile.model);
    const { schema, ...plain } = styled;
    const wired: WireRequest = {
      ...plain, ...(schema && this.learned.noSchema !== true ? { schema } : {}),
      maxTokens: request.maxTokens, think, omit: this.learned.omit ?? [],
      sampling: { ...sampling, ...(request.temperature === undefined ? {} : { temperature: request.temperature }) },
    };
    let thought = 0;
    let said = '';
    let checked = 0;
    let overthought = false;
    const reply = await this.options.wire.send(wired, (delta) => {
      // The object of the JSON style is no text for a person.
      if (delta.kind === 'reasoning' || style !== 'json' || styled.schema === undefined) onDelta(delta);
      if (delta.kind === 'reasoning') thought += delta.text.length;
      else said += delta.text;
      if (said.length - checked > 1000) {
        checked = said.length;
        if (isRepetition(said)) return true;
      }
      overthought = thought > budget && said.trim() === '';
      return overthought;
    }, signal);
    return { reply, overthought };
  }

  /** Whether asking differently can help; remembers how. */
  private async adapt(refusal: ServerRefusal, style: CallStyle, styled: Styled): Promise<boolean> {
    const omit = this.learned.omit ?? [];
    const named = OPTIONAL.find((field) => !omit.includes(field) && new RegExp(`\\b${field}\\b`).test(refusal.said));
    if (refusal.fault === 'no-thinking' && !omit.includes('think')) return this.learn({ omit: [...omit, 'think'] });
    if (refusal.fault === 'no-tools' && style === 'native' && styled.tools.length > 0 && this.options.callStyle === undefined) return this.learn({ callStyle: 'json' });
    // Such a template has no place for a word behind a tool's answer; the styles without tool roles alternate.
    if (refusal.fault === 'bad-history' && /alternat/i.test(refusal.said) && style === 'native' && this.options.callStyle === undefined) return this.learn({ callStyle: 'json' });
    if (styled.schema && this.learned.noSchema !== true && (refusal.fault === 'no-schema' || /schema|grammar|format/i.test(refusal.said))) {
      // Without a grammar a weak model's JSON breaks on code: the style without JSON takes over.
      return this.learn({ noSchema: true, ...(this.options.callStyle === undefined ? { callStyle: 'fenced' as const } : {}) });
    }
    return named !== undefined && (refusal.fault === 'other' || refusal.fault === 'no-schema') ? this.learn({ omit: [...omit, named] }) : false;
  }

  private async learn(news: Learned): Promise<true> {
    this.learned = { ...this.learned, ...news };
    await saveLearned(this.options.store, this.options.endpoint, this.options.profile.model, this.learned);
    return true;
  }

  private estimate(styled: Styled, withTools = true): { readonly characters: number; readonly tokens: number } {
    const messages = styled.messages.reduce((sum, message) => sum + message.content.length + (message.role === 'assistant' ? (message.toolCalls ?? []).reduce((inner, call) => inner + call.arguments.length + call.name.length, 0) : 0), 0);
    const tools = withTools ? styled.tools.reduce((sum, { name, description, parameters }) => sum + JSON.stringify({ name, description, parameters }).length, 0) : 0;
    return { characters: messages + tools, tokens: (messages + tools) / this.profile.charsPerToken };
  }

  /** The prompt counts as if there had been no tools, and none was called: the template has no place for them. */
  private toolsDropped(reply: ModelReply, styled: Styled, request: ModelRequest): boolean {
    const counted = reply.usage?.prompt ?? 0;
    if (styled.tools.length === 0 || request.messages.length > 3 || counted === 0 || reply.toolCalls.length > 0 || this.options.callStyle !== undefined || this.options.countsCached) return false;
    const whole = this.estimate(styled).tokens;
    const bare = this.estimate(styled, false).tokens;
    return whole - bare > 250 && counted < whole * 0.6 && counted > bare * 0.6 && counted < bare * 1.5 && !/[<{[]/.test(reply.content.trimStart().slice(0, 1));
  }

  /** Sees a prompt the server cut in silence, and learns how many characters make a token. */
  private async judge(reply: ModelReply, styled: Styled, request: ModelRequest): Promise<void> {
    if (!reply.usage) return;
    const counted = reply.usage.prompt;
    const { characters, tokens: estimate } = this.estimate(styled);
    const { window, model } = this.profile;
    const total = counted + reply.usage.completion;
    if (reply.finish === 'length' && reply.usage.completion > 0 && reply.usage.completion < request.maxTokens * 0.9 && total > JUDGED_FROM && total <= window * 1.1) {
      throw new ModelUnavailable('window-too-small', `The answer stopped at ${total} tokens, where the server's window ends, ${total < window * 0.9 ? `though ${window} were expected` : 'before it was complete'}.`, `Give ${model} a larger window in the server, or set whittle.window to ${total}.`, 'open-settings');
    }
    if (estimate < JUDGED_FROM || counted === 0) return;
    const grew = this.before !== undefined && estimate > this.before.estimate * 1.1 + 100;
    this.flat = grew && this.before && counted <= this.before.counted * 1.01 && counted > JUDGED_FROM / 2 ? this.flat + 1 : grew ? 0 : this.flat;
    if (grew || !this.before || estimate < this.before.estimate) this.before = { estimate, counted };
    // A count that leaves out the cached part is small for good reason, unless the prompt is too long for the window anyway.
    const short = counted < estimate * 0.6 && (!this.options.countsCached || (estimate > window * 0.9 && counted > window * 0.4));
    if (short || (this.flat >= 2 && !this.options.countsCached) || (this.flat >= 2 && counted > window * 0.4)) {
      throw new ModelUnavailable('prompt-truncated', `The server read only ${counted} tokens of a prompt of about ${Math.round(estimate)}: it drops the beginning in silence, and with it the task.`,
        windowAdvice(estimate * 1.5), 'open-settings');
    }
    const ratio = characters / counted;
    if (this.options.countsCached && counted < estimate * 0.8) return;
    if (ratio < 1.5 || ratio > 7) return;
    const known = this.learned.measures ?? 0;
    const weight = Math.max(0.2, 1 / (known + 1));
    const charsPerToken = (this.learned.charsPerToken ?? ratio) * (1 - weight) + ratio * weight;
    const moved = Math.abs(charsPerToken - (this.learned.charsPerToken ?? 0)) > 0.05;
    if (moved || known < 3) await this.learn({ charsPerToken, measures: known + 1 });
  }
}
