/** Tells what is known of the model in use, where each fact comes from and what overrides it, in a person's words. */
import * as vscode from 'vscode';
import type { Learned } from '../engine/models/profiles';
import type { CallStyle, Profile } from '../engine/ports';
import { count, decimal } from './numbers';
import { smallWindow, windowAdvice } from './windowAdvice';

export interface ModelFacts {
  readonly profile: Profile;
  readonly learned: Learned;
  /** The style in the settings; undefined leaves it to what was found. */
  readonly styleSetting: CallStyle | undefined;
  /** Most tokens of thinking in the settings; undefined leaves it to the kind of task. */
  readonly thinkingSetting: number | undefined;
  readonly speeds: Speeds;
}

/** Tokens a second, as last seen. */
export interface Speeds {
  readonly read?: number | undefined;
  readonly write?: number | undefined;
}

export interface FactRow {
  readonly label: string;
  readonly value: string;
  /** Where it comes from, or what it means. */
  readonly source: string;
  /** The setting that overrides it. */
  readonly setting?: string;
}

export function factRows(facts: ModelFacts): readonly FactRow[] {
  const { profile, learned, speeds } = facts;
  const known = speeds.read !== undefined || speeds.write !== undefined;
  return [
    { label: vscode.l10n.t('Server'), value: profile.server, source: profile.origin?.endpoint ?? '', setting: 'whittle.endpoint' },
    { label: vscode.l10n.t('Model'), value: profile.model, source: profile.standIn ? vscode.l10n.t('A scripted stand-in, not a model.') : '', setting: 'whittle.model' },
    { label: vscode.l10n.t('Window'), value: vscode.l10n.t('{0} tokens', count(profile.window)), source: windowSource(profile), setting: 'whittle.window' },
    { label: vscode.l10n.t('Call style'), value: profile.callStyle, source: styleSource(facts), setting: 'whittle.callStyle' },
    { label: vscode.l10n.t('Thinking'), value: thinking(facts), source: thinkingControl(facts), setting: 'whittle.thinkingBudget' },
    {
      label: vscode.l10n.t('Characters per token'), value: decimal(profile.charsPerToken, 2),
      source: learned.charsPerToken === undefined ? vscode.l10n.t('Usual for code; measured once the server has counted a prompt.') : vscode.l10n.t('Measured on this server\'s own counts.'),
    },
    {
      label: vscode.l10n.t('Speed'), value: known ? [speed(speeds.read, vscode.l10n.t('reading')), speed(speeds.write, vscode.l10n.t('writing'))].filter((part) => part !== '').join(', ') : vscode.l10n.t('not known yet'),
      source: known ? vscode.l10n.t('As last seen in this window.') : vscode.l10n.t('Ask something, and it is measured.'),
    },
    ...(learned.omit ?? []).map((field) => ({ label: vscode.l10n.t('Refused'), value: field, source: vscode.l10n.t('The server refused this optional field, so it is left out.') })),
    ...(learned.noSchema === true ? [{ label: vscode.l10n.t('Refused'), value: vscode.l10n.t('JSON schema'), source: vscode.l10n.t('The server refused to bind replies to a schema.') }] : []),
  ];
}

/** What should be changed, most urgent first; empty where all is well. */
export function advice({ profile, learned, styleSetting }: ModelFacts): readonly string[] {
  const { origin, window, model } = profile;
  if (profile.standIn) return [];
  return [
    ...(window < smallWindow ? [vscode.l10n.t('The window of {0} tokens is small for work on code. {1}', count(window), windowAdvice(profile))] : []),
    // Ollama is told the window with each request: what is assumed is in force there.
    ...(origin?.window === 'assumed' && origin.kind !== 'ollama' ? [vscode.l10n.t('The server doesn\'t say how large its window is; {0} tokens are assumed. Set "whittle.window" to what it was started with.', count(window))] : []),
    ...(styleSetting === 'native' && origin?.tools === false ? [vscode.l10n.t('The template of {0} takes no tools, and the settings ask for native calls. Set "whittle.callStyle" to "auto".', model)] : []),
    ...(styleSetting === undefined && learned.callStyle !== undefined && learned.callStyle !== 'native'
      ? [vscode.l10n.t('Tools were refused or dropped, so calls are asked for as {0}. With llama.cpp, --jinja often helps; then forget what was learned in "Whittle: Show Model Profile".', learned.callStyle)] : []),
  ];
}

function windowSource({ origin, standIn }: Profile): string {
  if (origin?.window === 'setting') return vscode.l10n.t('From your settings.');
  if (standIn) return vscode.l10n.t('What the stand-in says.');
  if (origin?.window === 'server') return vscode.l10n.t('The server says so.');
  return origin?.kind === 'ollama' ? vscode.l10n.t('Asked of Ollama with each request.') : vscode.l10n.t('Assumed: the server doesn\'t say.');
}

function styleSource({ profile, learned, styleSetting }: ModelFacts): string {
  if (styleSetting !== undefined) return vscode.l10n.t('From your settings.');
  if (learned.callStyle !== undefined) return vscode.l10n.t('Learned: the server refused or dropped another one.');
  if (profile.origin?.tools === undefined) return vscode.l10n.t('Tried first; replaced by itself where the server refuses it.');
  return profile.origin.tools ? vscode.l10n.t('The server says that the model takes tools.') : vscode.l10n.t('The server says that the model takes no tools.');
}

function thinking({ profile, thinkingSetting }: ModelFacts): string {
  if (profile.origin?.thinks === false) return vscode.l10n.t('none');
  return thinkingSetting === undefined ? vscode.l10n.t('by kind of task') : vscode.l10n.t('at most {0} tokens', count(thinkingSetting));
}

/** How the server is asked to think or not to. */
function thinkingControl({ profile, learned }: ModelFacts): string {
  const { kind, thinks } = profile.origin ?? {};
  if (thinks === false) return vscode.l10n.t('The server says that this model doesn\'t think.');
  const field = kind === 'ollama' ? 'think' : kind === 'llama.cpp' || kind === 'vllm' || kind === 'lmstudio' ? 'chat_template_kwargs' : undefined;
  return field === undefined || (learned.omit ?? []).includes(field)
    ? vscode.l10n.t('The server can\'t be told; thinking over the budget is counted and stopped.')
    : vscode.l10n.t('Asked for with "{0}"; over the budget it is stopped.', field);
}

function speed(value: number | undefined, what: string): string {
  return value === undefined ? '' : vscode.l10n.t('{0} {1} tokens/s', what, decimal(value, value < 10 ? 1 : 0));
}
