/** Conversations as messages: what the extension sends for them, for the page's tests and pictures. */
import type { EngineEvent } from '../../src/shared/events';
import type { Plan, StepState } from '../../src/shared/plan';
import type { ModelState, ToWebview } from '../../src/shared/protocol';

export const model: ModelState = { server: 'Ollama', model: 'qwen2.5-coder:7b', window: 16_384, standIn: false };

export function hello(more: Partial<Extract<ToWebview, { kind: 'hello' }>> = {}): ToWebview {
  return { kind: 'hello', trusted: true, model, busy: false, ...more };
}

export function event(id: string, ...events: readonly EngineEvent[]): ToWebview[] {
  return events.map(one => ({ kind: 'event', id, event: one }));
}

export function plan(...states: readonly StepState[]): Plan {
  const texts = ['Read `median` in src/stats.js', 'Correct `median` in src/stats.js', 'Run the tests'];
  return { steps: states.map((state, index) => ({ number: index + 1, text: texts[index] ?? 'More', state, after: index === 0 ? [] : [index] })) };
}

const before = 'function median(values) {\n  values.sort();\n  return values[Math.floor(values.length / 2)];\n}\n';
const after = `function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length % 2 === 1) return sorted[middle];
  return (sorted[middle - 1] + sorted[middle]) / 2;
}
`;

/** The sample's main task, from the request to the change that waits for review. */
export function fixMedian(id = 'a'): ToWebview[] {
  return [
    { kind: 'asked', id, text: 'Fix the median function in src/stats.js, then run the tests' },
    ...event(id,
      { kind: 'started', task: 'Fix the median function', category: 'write', model: model.model },
      { kind: 'round', number: 1 },
      { kind: 'reasoning', text: 'The person wants median fixed. I should read it first, then change it and run the tests.' },
      { kind: 'text', text: 'Three steps will do.' },
      { kind: 'said', text: 'Three steps will do.', reasoning: 'The person wants median fixed. I should read it first, then change it and run the tests.' },
      { kind: 'call', id: 'c1', tool: 'set_plan', args: { steps: ['Read', 'Correct', 'Run'] } },
      { kind: 'plan', plan: plan('active', 'pending', 'pending') },
      { kind: 'result', id: 'c1', tool: 'set_plan', ok: true, text: 'Plan of 3 steps.', detail: { kind: 'none' }, milliseconds: 2 },
      { kind: 'round', number: 2 },
      { kind: 'call', id: 'c2', tool: 'read_symbol', args: { name: 'median', path: 'src/stats.js' } },
      { kind: 'result', id: 'c2', tool: 'read_symbol', ok: true, text: `src/stats.js:12-15\n${before}`, detail: { kind: 'file', path: 'src/stats.js', line: 12 }, milliseconds: 31 },
      { kind: 'plan', plan: plan('done', 'active', 'pending') },
      { kind: 'round', number: 3 },
      { kind: 'call', id: 'c3', tool: 'update_symbol', args: { name: 'median', path: 'src/stats.js', code: 'function median(values) {' } },
      { kind: 'result', id: 'c3', tool: 'update_symbol', ok: false, text: 'This breaks src/stats.js: line 12, column 26: "{" is never closed. Send the whole function again.', detail: { kind: 'none' }, milliseconds: 18 },
      { kind: 'round', number: 4 },
      { kind: 'text', text: 'It sorts as text, and in place; and an even count needs the mean of the middle two (src/stats.js:12).' },
      { kind: 'said', text: 'It sorts as text, and in place; and an even count needs the mean of the middle two (src/stats.js:12).', reasoning: '' },
      { kind: 'call', id: 'c4', tool: 'update_symbol', args: { name: 'median', path: 'src/stats.js', code: after } },
      { kind: 'result', id: 'c4', tool: 'update_symbol', ok: true, text: 'Replaced median in src/stats.js, lines 12-17, syntax ok.', detail: { kind: 'edit', path: 'src/stats.js', before, after, line: 12 }, milliseconds: 44 },
      { kind: 'plan', plan: plan('done', 'done', 'active') },
      { kind: 'call', id: 'c5', tool: 'run_tests', args: {} },
      { kind: 'result', id: 'c5', tool: 'run_tests', ok: true, text: 'Exit code 0. 6 passed.', detail: { kind: 'command', line: 'npm test', cwd: '/home/a/.config/Code/User/globalStorage/whittle.whittle/rooms/mx2ocjen-ca430979/sample', exitCode: 0, output: '> sample@1.0.0 test\n> node --test\n\n# tests 6\n# pass 6\n# fail 0' }, milliseconds: 2310 },
      { kind: 'plan', plan: plan('done', 'done', 'done') },
      { kind: 'usage', usage: { prompt: 3120, completion: 210, cached: 2870, estimated: false, window: 16_384, tokensPerSecond: 23.6 } },
      { kind: 'finished', outcome: { kind: 'done', summary: '`median` now sorts a copy by value and takes the mean of the middle two for an even count.', tested: true, changes: 1 } }),
    { kind: 'review', id, changes: [{ path: 'src/stats.js', kind: 'changed', added: 4, removed: 2 }] },
  ];
}

/** An answer with everything Markdown can hold. */
export function question(id = 'b'): ToWebview[] {
  const text = `The title is put together in **two places**:

1. \`pageTitle\` in src/text.js:8 joins the parts
2. the call in src/stats.js:40-44 adds the count

\`\`\`js
export function pageTitle(parts) {
  return parts.filter(Boolean).map(titleCase).join(' · ');
}
\`\`\`

| part | from |
| --- | --- |
| name | \`package.json\` |
| count | [the counter](src/stats.js#L40) |

> It never escapes HTML. See [MDN](https://developer.mozilla.org/docs).`;
  return [
    { kind: 'asked', id, text: 'Where is the title of a page put together?', context: 'pageTitle in src/text.js' },
    ...event(id,
      { kind: 'started', task: 'question', category: 'read', model: model.model },
      { kind: 'round', number: 1 },
      { kind: 'call', id: 'q1', tool: 'search', args: { pattern: 'title', path: 'src' } },
      { kind: 'result', id: 'q1', tool: 'search', ok: true, text: 'src/text.js:8: export function pageTitle', detail: { kind: 'list', items: ['src/text.js:8', 'src/stats.js:40'] }, milliseconds: 12 },
      { kind: 'round', number: 2 },
      { kind: 'text', text },
      { kind: 'said', text, reasoning: '' },
      { kind: 'finished', outcome: { kind: 'answered', text } }),
  ];
}

export function failure(id = 'c'): ToWebview[] {
  return [
    { kind: 'asked', id, text: 'Explain median' },
    ...event(id,
      { kind: 'started', task: 'Explain median', category: 'read', model: model.model },
      { kind: 'finished', outcome: {
        kind: 'failed', code: 'unreachable', cause: 'No model server answers at http://127.0.0.1:11434.',
        next: 'Start it with `ollama serve`, or choose another server.', fix: 'start-server-help' } }),
  ];
}

/** The sample's task as a later window shows it that found it cut off at the third round. */
export function interrupted(id = 'd'): ToWebview[] {
  const messages = fixMedian(id);
  const third = messages.findIndex((one) => one.kind === 'event' && one.event.kind === 'call' && one.event.id === 'c3');
  return [...messages.slice(0, third + 1), ...event(id, { kind: 'finished', outcome: { kind: 'stopped', interrupted: true } })];
}
