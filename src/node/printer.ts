/** Shows the engine's events in a terminal: each thought, action and observation, or one JSON object a line. */
import type { EngineEvent } from '../shared/events';
import { oneLine, printable } from './printable';

export type Print = (event: EngineEvent) => void;

const observationLines = 14;

/** Words stream only into a JSON reader; a person sees each thought once, when it is whole and known to be no call. */
export function createPrinter(write: (text: string) => void, options: { readonly json: boolean; readonly colour: boolean }): Print {
  if (options.json) return (event) => { write(`${JSON.stringify(event)}\n`); };
  const style = (code: number, text: string): string => (options.colour ? `\u001B[${code}m${text}\u001B[0m` : text);
  return (event) => {
    const line = lineOf(plain(event), style);
    if (line !== undefined) write(`${line}\n`);
  };
}

/** The event with every text in it made fit for a terminal; the colours come after. */
function plain(event: EngineEvent): EngineEvent {
  return JSON.parse(JSON.stringify(event), (_, value: unknown) => (typeof value === 'string' ? printable(value) : value)) as EngineEvent;
}

function lineOf(event: EngineEvent, style: (code: number, text: string) => string): string | undefined {
  switch (event.kind) {
    case 'started': return style(2, `${event.category} · ${event.model}`);
    case 'said': return event.text.trim() === '' ? undefined : event.text.trim();
    case 'call': return style(36, `→ ${oneLine(event.tool)} ${shortArguments(event.args)}`);
    // The words are for the model, which is to go on without it.
    case 'result': return event.detail.kind === 'declined' ? style(2, `  Declined: ${oneLine(event.detail.line)}`) : style(event.ok ? 2 : 33, indent(bounded(event.text)));
    case 'correction': return style(33, `↺ ${event.text}`);
    case 'plan': return event.plan.steps.length === 0 ? undefined
      : event.plan.steps.map((step) => `  ${marks[step.state]} ${step.number}. ${step.text}`).join('\n');
    case 'notice': return style(33, event.text);
    case 'changes': return event.changes.length === 0 ? undefined
      : event.changes.map((change) => `  ${change.kind} ${change.path} (+${change.added} −${change.removed})${change.alarm === undefined ? '' : `\n    Look twice: ${change.alarm}`}`).join('\n');
    case 'finished': return lastLine(event.outcome, style);
    case 'preparing': case 'asking': case 'round': case 'prefill': case 'text': case 'reasoning': case 'usage': return undefined;
  }
}

const marks = { done: '✓', active: '→', pending: ' ', failed: '✗', skipped: '–' } as const;

function lastLine(outcome: Extract<EngineEvent, { kind: 'finished' }>['outcome'], style: (code: number, text: string) => string): string | undefined {
  switch (outcome.kind) {
    case 'done': return `${style(32, 'Done.')} ${outcome.summary}${outcome.changes === 0 ? ' (nothing changed)' : outcome.tested ? '' : ' (not tested)'}`;
    case 'answered': return outcome.undone === true ? style(33, 'Nothing was done: the model only answered in words.') : undefined;
    case 'stopped': return style(33, 'Stopped.');
    // The words are the window's; here the same is an option.
    case 'failed': return `${style(31, outcome.cause)}\n${outcome.next.replaceAll('whittle.endpoint', '--url').replaceAll('whittle.model', '--model')}`;
  }
}

function shortArguments(args: Readonly<Record<string, unknown>>): string {
  return Object.entries(args).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const first = text.split('\n')[0] ?? '';
    return `${oneLine(name, 40)}=${first.slice(0, 80)}${first.length < text.length ? '…' : ''}`;
  }).join(' ');
}

function bounded(text: string): string {
  const lines = text.split('\n');
  return lines.length <= observationLines ? text : [...lines.slice(0, observationLines - 1), `… ${lines.length - observationLines + 1} more lines`].join('\n');
}

const indent = (text: string): string => text.replace(/^/gmu, '  ');
