/** The tasks of a soak: each a script for the model, a fault, and what the workspace may hold afterwards; all from one seed. */
import type { Session, Turn } from '../support/standIn';
import type { DiskFault } from './faultyFiles';

export type Fault =
  | { readonly kind: 'none' }
  | { readonly kind: 'server'; readonly fail: '500' | 'html' | 'hang' | 'die' | 'empty' | 'gone' | 'dies-in-the-task' }
  | { readonly kind: 'disk'; readonly during: 'task' | 'apply'; readonly fault: DiskFault; readonly after: number; readonly times: number }
  | { readonly kind: 'stop'; readonly after: number }
  | { readonly kind: 'room'; readonly line: string }
  | { readonly kind: 'time-out' }
  /** So long after an event: the so-manieth result, or the end, when the apply begins. */
  | { readonly kind: 'kill'; readonly event: 'started' | 'result' | 'finished'; readonly times: number; readonly after: number };

export interface SoakTask {
  readonly number: number;
  readonly text: string;
  readonly session: Session;
  readonly fault: Fault;
  /** The person's answer to commands, and to the result. */
  readonly yes: boolean;
  readonly apply: boolean;
  /** The conversation begins anew with it. */
  readonly fresh: boolean;
}

/** mulberry32: small, seeded, good enough to choose with. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const FILES = 60;
export const pathOf = (index: number): string => `src/d${index % 6}/f${index}.py`;
export const firstText = (index: number): string => `def f${index}(x):\n    return x + ${index}\n\n\ndef g${index}(x):\n    return f${index}(x) * 2\n`;

const call = (name: string, args: unknown): Turn => ({ calls: [{ name, arguments: args }] });

export function taskOf(number: number, random: () => number): SoakTask {
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
  const fault = faultOf(random, pick);
  const edited = [...new Set(Array.from({ length: 1 + Math.floor(random() * 5) }, () => Math.floor(random() * FILES)))];
  const turns: Turn[] = edited.flatMap((index) => [
    call('read_symbol', { name: `f${index}`, path: pathOf(index) }),
    call('update_symbol', { name: `f${index}`, path: pathOf(index), code: `def f${index}(x):\n    return x + ${number * 1000 + index}` }),
  ]);
  if (random() < 0.3) turns.push(call('write_file', { path: `new/n${number % 40}.py`, content: `value = ${number}\n` }));
  const line = fault.kind === 'kill' ? 'sleep 300 & echo started' : pick(['echo made > made.txt', 'ls src; exit 3', 'sleep 300 & echo started', 'rm -f new/*.py', 'yes | head -c 300000', 'echo x >> src/d0/f0.py']);
  if (random() < 0.4) turns.push(call('run_command', { command: line, reason: 'part of the task' }));
  if (fault.kind === 'room') turns.push(call('run_command', { command: fault.line, reason: 'part of the task' }));
  if (fault.kind === 'time-out') turns.push(call('run_command', { command: 'sleep 300', reason: 'wait' }));
  if (fault.kind === 'server' && fault.fail === 'dies-in-the-task') turns.push({ text: 'And now I would say at length what comes next. '.repeat(20), fail: 'die' });
  turns.push(call('finish', { summary: 'Changed as asked; not tested.' }));
  return {
    number, fault, session: { match: `^Fix number ${number}\\b`, turns }, text: `Fix number ${number} in src`,
    yes: random() < 0.8, apply: random() < 0.7 && fault.kind !== 'room', fresh: random() < 0.1,
  };
}

function faultOf(random: () => number, pick: <T>(choices: readonly T[]) => T): Fault {
  const roll = random();
  if (roll < 0.4) return { kind: 'none' };
  if (roll < 0.6) return { kind: 'server', fail: pick(['500', 'html', 'hang', 'die', 'empty', 'gone', 'dies-in-the-task'] as const) };
  if (roll < 0.8) {
    const during = pick(['task', 'apply'] as const);
    return { kind: 'disk', during, fault: pick(['ENOSPC', 'EIO', 'EACCES'] as const), after: Math.floor(random() * (during === 'task' ? 90 : 10)), times: pick([1, 3, 1000]) };
  }
  if (roll < 0.88) return { kind: 'stop', after: Math.floor(random() * 120) };
  if (roll < 0.91) return { kind: 'room', line: pick(['rm -rf ../*', 'rm -rf "$PWD"', 'chmod -R 000 .', 'rm -rf src && ln -s / src']) };
  if (roll < 0.93) return { kind: 'time-out' };
  return { kind: 'kill', event: pick(['started', 'result', 'finished', 'finished', 'finished'] as const), times: 1 + Math.floor(random() * 4), after: Math.floor(random() * 60) };
}
