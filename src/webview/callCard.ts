/** One tool call: a line that says what and how it went, and behind it the arguments and the result. */
import type { ToolDetail } from '../shared/events';
import { visible } from '../shared/visible';
import { countChanges, diffRows } from './diffRows';
import { el, icon, setText, spoken, type Post, type View } from './dom';
import { duration } from './format';
import { fileLink } from './markdown';
import { toolFace } from './toolFace';
import type { CallResult, Item } from './turn';
import { t } from './words';

export type CallItem = Extract<Item, { kind: 'call' }>;

export function callCard(call: CallItem, post: Post): View<CallItem> {
  const face = toolFace(call.tool, call.args);
  const state = el('span', { class: 'state' });
  const facts = el('span', { class: 'facts' });
  const why = el('span', { class: 'why' });
  const body = el('div', { class: 'body' });
  const node = el('details', { class: 'card call', 'data-tool': call.tool },
    el('summary', {},
      icon(face.icon, 'tool'),
      el('span', { class: 'title' }, el('span', { class: 'verb' }, face.verb), ' ', el('span', { class: 'target' }, face.target)),
      facts, state, why),
    body);
  let shown: CallItem | undefined;
  let latest = call;
  // A card nobody opens costs one line of DOM.
  const fill = (): void => {
    if (!node.open || shown === latest) return;
    shown = latest;
    body.replaceChildren(...bodyOf(latest, post));
  };
  node.addEventListener('toggle', fill);
  return {
    node,
    update(next) {
      latest = next;
      const { name, icon: sign, words } = stateOf(next.result);
      node.dataset['state'] = name;
      state.replaceChildren(icon(sign), spoken(words));
      state.title = words;
      setText(facts, next.result ? factsOf(next.result) : '');
      setText(why, next.result ? whyOf(next.result) : '');
      fill();
    },
  };
}

function stateOf(result: CallItem['result']): { readonly name: string; readonly icon: string; readonly words: string } {
  if (result === undefined) return { name: 'running', icon: 'loading codicon-modifier-spin', words: t('running') };
  if (result === null) return { name: 'ended', icon: 'circle-slash', words: t('not finished') };
  if (result.ok) return { name: 'ok', icon: 'check', words: t('ok') };
  if (result.detail.kind === 'declined') return { name: 'declined', icon: 'circle-slash', words: t('declined') };
  return { name: 'refused', icon: 'error', words: result.detail.kind === 'command' ? t('failed') : t('refused') };
}

/** Of what went wrong the model's words tell most; a no was the person's own. */
function whyOf({ ok, text, detail }: CallResult): string {
  if (detail.kind === 'declined') return t('You declined: {0}', visible(firstLine(detail.line)));
  return ok ? '' : firstLine(text);
}

function factsOf({ detail, milliseconds }: CallResult): string {
  const facts: string[] = [];
  if (detail.kind === 'edit') {
    const { added, removed } = countChanges(detail.before, detail.after);
    facts.push(`+${added} −${removed}`);
  }
  if (detail.kind === 'command') facts.push(detail.exitCode === null ? t('ended') : t('exit {0}', detail.exitCode));
  // What a person took to answer is no time of the tool's.
  if (detail.kind === 'declined') return '';
  return [...facts, duration(milliseconds)].join(' · ');
}

function bodyOf(call: CallItem, post: Post): readonly HTMLElement[] {
  const detail = call.result?.detail ?? { kind: 'none' };
  const parts = [...argumentsOf(call, detail), ...detailOf(detail, post)];
  if (call.result && (detail.kind !== 'command' || !call.result.ok)) parts.push(section(t('What the model was told'), pre(call.result.text, t('Result'), 'prose')));
  return parts.length > 0 ? parts : [el('p', { class: 'dim' }, t('No arguments.'))];
}

/** A diff or a command line says it better than the arguments it came from. */
function argumentsOf(call: CallItem, detail: ToolDetail): HTMLElement[] {
  const entries = Object.entries(call.args);
  if (entries.length === 0 || detail.kind === 'edit' || ((detail.kind === 'command' || detail.kind === 'declined') && call.tool === 'run_command')) return [];
  const list = el('dl', {});
  for (const [name, value] of entries) {
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
    list.append(el('dt', {}, name), el('dd', {}, text.includes('\n') ? pre(text, name, 'prose') : el('code', {}, text)));
  }
  return [list];
}

function detailOf(detail: ToolDetail, post: Post): HTMLElement[] {
  switch (detail.kind) {
    case 'none':
      return [];
    case 'file':
      return [el('p', {}, fileLink(post, detail.line === undefined ? detail.path : `${detail.path}:${detail.line}`, detail.path, detail.line))];
    case 'edit':
      return [el('p', {}, fileLink(post, `${detail.path}:${detail.line}`, detail.path, detail.line)), diff(detail.before, detail.after, detail.line)];
    case 'command':
      return [
        pre(detail.line, t('Command'), 'command'),
        el('p', { class: 'dim' }, detail.exitCode === null ? t('in {0} · ended without an exit code', detail.cwd) : t('in {0} · exit code {1}', detail.cwd, detail.exitCode)),
        detail.output.trim() === '' ? el('p', { class: 'dim' }, t('No output.')) : pre(detail.output, t('Output'), 'output'),
      ];
    case 'declined':
      return [pre(detail.line, t('Command'), 'command')];
    case 'list':
      return detail.items.length === 0 ? [] : [el('ul', { class: 'items' }, ...detail.items.map(item => el('li', {}, item)))];
  }
}

function diff(before: string, after: string, line: number): HTMLElement {
  const kinds = { '+': 'added', '-': 'removed', ' ': 'kept', '…': 'gap' } as const;
  const table = el('div', { class: 'diff', tabindex: '0', role: 'region', 'aria-label': t('Changed lines') });
  for (const row of diffRows(before, after, line)) {
    table.append(el('div', { class: `row ${kinds[row.sign]}` },
      el('span', { class: 'number', 'aria-hidden': 'true' }, row.line === undefined ? '' : String(row.line)),
      el('span', { class: 'sign' }, row.sign), el('span', { class: 'text' }, row.text)));
  }
  return table;
}

function section(title: string, content: HTMLElement): HTMLElement {
  return el('section', {}, el('h4', {}, title), content);
}

function pre(text: string, label: string, kind = ''): HTMLElement {
  return el('pre', { tabindex: '0', 'aria-label': label, class: kind || undefined }, text);
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? '';
}
