/** The contract a running server is held to, check by check; the same words as the contract over the protocol doubles. */
import assert from 'node:assert/strict';
import { Cancelled } from '../../src/engine/errors';
import { SERVERS, UNKNOWN_WINDOW } from '../../src/engine/models/profiles';
import type { ChatMessage } from '../../src/engine/ports';
import { isRecord } from '../../src/engine/reply/looseJson';
import { registry } from '../../src/engine/tools/registry';
import { ask, CannotDo, failure, SYSTEM, until, user, type Live, type LiveCheck } from './liveCheck';
import { constrained } from './constrained';
import { native } from './native';
import { lastOf } from './wireTap';

/** The window the server itself names when a prompt is too long: another source than the one the profile is read from. */
function windowIn(text: string): number | undefined {
  const found = /"n_ctx"\s*:\s*(\d+)|maximum context length is (\d+)|context length of only (\d+)|exceeds the context length (\d+)/.exec(text);
  const number = Number(found?.slice(1).find((part) => part !== undefined) ?? 0);
  return number > 0 ? number : undefined;
}

async function busySlots(live: Live): Promise<number | undefined> {
  const slots = await live.get('/slots');
  return Array.isArray(slots) ? slots.filter((slot) => isRecord(slot) && slot['is_processing'] === true).length : undefined;
}

/** More than the window holds, in words that are about a token each. */
const tooLong = (window: number): string => 'one two three four five six seven eight nine ten '.repeat(Math.ceil((window * 1.3) / 10));

export const CHECKS: readonly LiveCheck[] = [
  {
    title: 'the program is known, its models are listed',
    run: async ({ server, model }) => {
      const { profile } = await model();
      assert.ok(profile.model !== '', 'a model with a name');
      assert.ok(server.models.length > 0, 'at least one model');
      return `${server.title} at ${server.endpoint}, model ${profile.model}, style ${profile.callStyle}${SERVERS.some(({ title }) => title === server.title) ? '' : ' (an OpenAI-compatible server of no known kind)'}`;
    },
  },
  {
    title: 'streams text in pieces that make the whole',
    run: async ({ model }) => {
      const { reply, deltas, at } = await ask(await model(), [SYSTEM, user('Count from one to twenty in words.')], { maxTokens: 64 });
      assert.equal(deltas.filter(({ kind }) => kind === 'text').map(({ text }) => text).join(''), reply.content);
      assert.ok(reply.content.length > 0, `something was said (reasoning: ${reply.reasoning.slice(0, 80)})`);
      assert.ok(reply.finish === 'stop' || reply.finish === 'length', `finish is ${reply.finish}`);
      const spread = (at.at(-1) ?? 0) - (at[0] ?? 0);
      const speed = reply.tokensPerSecond === undefined ? '' : `, ${reply.tokensPerSecond.toFixed(0)} tokens/s`;
      if (deltas.length < 3) throw new CannotDo(`it sends the whole answer at once (${deltas.length} piece)`);
      return `${deltas.length} pieces over ${Math.round(spread)} ms${speed}`;
    },
  },
  {
    title: 'counts tokens, and the product reads the count as the server wrote it',
    run: async ({ model, tap }) => {
      const { reply } = await ask(await model(), [SYSTEM, user('Say hello.')], { maxTokens: 16 });
      if (!reply.usage) throw new CannotDo('it sends no usage: neither a cut prompt nor the characters per token can be seen');
      const answer = await tap.lastAnswer();
      const usage = lastOf(answer, 'usage');
      const done = answer.events.at(-1);
      assert.equal(reply.usage.prompt, usage?.['prompt_tokens'] ?? done?.['prompt_eval_count']);
      assert.equal(reply.usage.completion, usage?.['completion_tokens'] ?? done?.['eval_count']);
      assert.ok(reply.usage.completion <= 16, `the output cap holds (${reply.usage.completion} of 16)`);
      const timings = lastOf(answer, 'timings');
      if (timings && typeof timings['predicted_per_second'] === 'number' && reply.usage.completion > 1) {
        const told = timings['predicted_per_second'];
        assert.ok(Math.abs((reply.tokensPerSecond ?? 0) - told) <= told * 0.02, `${reply.tokensPerSecond} tokens/s against the server's own ${told}`);
      }
      return `${reply.usage.prompt} in, ${reply.usage.completion} out`;
    },
  },
  {
    title: 'the output limit is told from an end',
    run: async ({ model }) => {
      const { reply } = await ask(await model(), [SYSTEM, user('Write a long story about a river.')], { maxTokens: 8 });
      assert.equal(reply.finish, 'length');
      return 'finish is length';
    },
  },
  {
    title: 'the window in force is right, and an overflow is named with a number to set',
    run: async ({ model, tap }) => {
      const one = await model();
      const { window } = one.profile;
      if (window > 40_000) throw new CannotDo(`its window is ${window}: a prompt of that length takes too long here; start it with a smaller one`);
      const error = await failure(ask(one, [SYSTEM, user(tooLong(window))]));
      assert.ok(error.code === 'window-too-small' || error.code === 'prompt-truncated', `named ${error.code}: ${error.message}`);
      assert.match(error.next, /\d{4}/, 'with a number');
      const own = windowIn((await tap.lastAnswer()).text);
      if (own !== undefined) assert.equal(window, own, 'the profile has the window the server itself names');
      return `${window} tokens${own === undefined ? ' (the server names none to compare)' : ', the server says the same'}${window === UNKNOWN_WINDOW ? ' (the value for unknown windows)' : ''}; ${error.code}`;
    },
  },
  {
    title: 'a window that ends in the middle of an answer is told from the output limit',
    run: async ({ model, tap, server }) => {
      const one = await model();
      const { window } = one.profile;
      if (window > 16_000) throw new CannotDo(`its window is ${window}: filling it takes too long here`);
      if (server.kind !== 'llama.cpp') throw new CannotDo('only llama.cpp can be told to go on past its end of turn');
      const probe = await ask(one, [SYSTEM, user('one two three four five six seven eight nine ten '.repeat(20))], { maxTokens: 4 });
      const perTen = ((probe.reply.usage?.prompt ?? 250) - 30) / 20;
      tap.inject = { ignore_eos: true };
      try {
        const filler = user('one two three four five six seven eight nine ten '.repeat(Math.floor((window * 0.9 - 60) / perTen)));
        const error = await failure(ask(one, [SYSTEM, filler], { maxTokens: window }));
        assert.equal(error.code, 'window-too-small', error.message);
        return error.message;
      } finally {
        tap.inject = {};
      }
    },
  },
  { title: 'native calls come whole over the wire, and their results go back', run: native },
  { title: 'constrained calls are valid, every one', run: constrained },
  {
    title: 'the cached part of the prompt grows as the server itself counts it',
    run: async ({ model, tap }) => {
      const one = await model();
      let history: readonly ChatMessage[] = [SYSTEM, user('Name one colour.')];
      const seen: number[] = [];
      const prompts: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const { reply } = await ask(one, history, { maxTokens: 12 });
        const answer = await tap.lastAnswer();
        const own = lastOf(answer, 'timings')?.['cache_n'] ?? (lastOf(answer, 'usage')?.['prompt_tokens_details'] as Record<string, unknown> | undefined)?.['cached_tokens'];
        if (typeof own !== 'number') throw new CannotDo('it does not say how much of a prompt it had cached');
        assert.equal(reply.usage?.cached, own, 'the product reads what the server counts');
        seen.push(own);
        prompts.push(reply.usage.prompt);
        history = [...history, { role: 'assistant', content: reply.content }, user(`And another one, please, number ${round + 2}.`)];
      }
      for (const [index, cached] of seen.entries()) if (index > 1) assert.ok(cached > (seen[index - 1] ?? 0), `cached tokens ${seen.join(', ')} grow`);
      const missed = prompts.slice(1).map((prompt, index) => (prompts[index] ?? 0) - (seen[index + 1] ?? 0));
      assert.ok(missed.every((tokens) => tokens <= 4), `all of the prompt before is cached (short by ${missed.join(', ')})`);
      return `cached ${seen.join(', ')} of ${prompts.join(', ')}`;
    },
  },
  {
    title: 'Stop frees the server within a second',
    run: async (live) => {
      const one = await live.model();
      const stop = new AbortController();
      let words = 0;
      let stopped = 0;
      const run = one.complete({ messages: [SYSTEM, user('Write a long story about a river, with many chapters.')], tools: [], maxTokens: 1024, thinking: 0 }, () => {
        words += 1;
        if (words !== 3) return;
        stopped = performance.now();
        stop.abort();
      }, stop.signal);
      await assert.rejects(run, Cancelled);
      const returned = performance.now() - stopped;
      assert.ok(returned < 300, `the person has it back after ${Math.round(returned)} ms`);
      if (await busySlots(live) !== undefined) {
        const free = await until(async () => await busySlots(live) === 0, 3000);
        assert.ok(free !== undefined && free < 1000, `its slot was ${free === undefined ? 'still busy after 3 s' : `free after ${Math.round(free)} ms`}`);
        return `back after ${Math.round(returned)} ms, slot free after ${Math.round(free)} ms more`;
      }
      const began = performance.now();
      await ask(one, [SYSTEM, user('Hi.')], { maxTokens: 1 });
      const next = performance.now() - began;
      assert.ok(next < 3000, `the next request took ${Math.round(next)} ms`);
      return `back after ${Math.round(returned)} ms; it has no /slots, but the next request was answered in ${Math.round(next)} ms`;
    },
  },
  {
    title: 'thinking can be asked for and left out',
    run: async ({ model }) => {
      const one = await model();
      const without = await ask(one, [SYSTEM, user('What is 2 + 2?')], { thinking: 0 });
      const withIt = await ask(one, [SYSTEM, user('What is 2 + 2?')], { thinking: 256 });
      assert.ok(!/<\/?think/.test(without.reply.content + withIt.reply.content), 'no tag is left in the answer');
      return withIt.reply.reasoning === '' ? 'taken both ways; this model does not think' : `${without.reply.reasoning.length} characters of thought without, ${withIt.reply.reasoning.length} with`;
    },
  },
  {
    title: 'characters per token are learned from what the server counts',
    run: async ({ model }) => {
      const one = await model();
      const text = registry.map(({ spec }) => `${spec.name}: ${spec.description}`).join('\n').repeat(12).slice(0, Math.min(4500, one.profile.window * 2.8));
      const { reply } = await ask(one, [SYSTEM, user(`${text}\nIs this clear?`)], { maxTokens: 4 });
      if (!reply.usage) throw new CannotDo('it sends no usage');
      const real = (SYSTEM.content.length + text.length + 15) / reply.usage.prompt;
      assert.ok(Math.abs(one.profile.charsPerToken - real) < 0.1, `${one.profile.charsPerToken.toFixed(2)} learned, ${real.toFixed(2)} measured`);
      return `${one.profile.charsPerToken.toFixed(2)} characters to the token`;
    },
  },
  {
    title: 'a name the server lacks, and a port where nobody is, are named',
    run: async ({ model, server }) => {
      const closed = await failure(model({ endpoint: 'http://127.0.0.1:9/v1' }));
      assert.equal(closed.code, 'unreachable');
      if (server.models.length === 1 && (server.kind === 'llama.cpp' || server.kind === 'kobold')) return 'nobody there: unreachable; a wrong name: this server serves its one model by any';
      const missing = await failure(model({ model: 'no-such-model' }));
      assert.equal(missing.code, 'no-model');
      return missing.message.slice(0, 120);
    },
  },
];
