/** The only place that reads the editor's configuration. */
import * as vscode from 'vscode';
import type { EngineSettings } from '../engine/engine';
import type { CallStyle } from '../engine/ports';
import type { TwoStage } from '../engine/route/selectCategory';

export interface Settings {
  /** Undefined: look for a server on this machine. */
  readonly endpoint: string | undefined;
  /** Undefined: the one that is loaded. */
  readonly model: string | undefined;
  /** Tokens; undefined: as the server says. */
  readonly window: number | undefined;
  /** Undefined: as model and server were found to do. */
  readonly callStyle: CallStyle | undefined;
  /** Milliseconds without a byte after which a server counts as hung; undefined: the engine's own limits. */
  readonly idle: number | undefined;
  readonly engine: EngineSettings;
}

const styles: readonly CallStyle[] = ['native', 'json', 'fenced'];
const stages: readonly TwoStage[] = ['auto', 'always', 'never'];

/** Settings as they are now; empty words and out-of-range numbers become undefined, so that nobody else has to check. */
export function readSettings(): Settings {
  const whittle = vscode.workspace.getConfiguration('whittle');
  const word = (name: string): string | undefined => whittle.get<string>(name, '').trim() || undefined;
  const words = (name: string): string[] => whittle.get<unknown[]>(name, []).filter((entry): entry is string => typeof entry === 'string' && entry.trim() !== '');
  const number = (name: string, least: number): number | undefined => {
    const value = whittle.get<number>(name, least);
    return Number.isFinite(value) && value >= least ? Math.trunc(value) : undefined;
  };
  const seconds = (name: string): number | undefined => {
    const value = number(name, 1);
    return value === undefined ? undefined : value * 1000;
  };
  return {
    endpoint: word('endpoint'),
    model: word('model'),
    window: number('window', 1),
    callStyle: styles.find((style) => style === word('callStyle')),
    idle: seconds('idleTimeout'),
    engine: {
      maxRounds: number('maxRounds', 1) ?? 25,
      rollBack: true,
      testCommand: word('testCommand'),
      sandboxPython: word('sandboxPython'),
      allow: words('commands.allow'),
      deny: words('commands.deny'),
      commandTimeout: seconds('commandTimeout') ?? 120_000,
      thinkingBudget: number('thinkingBudget', 0),
      twoStage: stages.find((stage) => stage === word('router.twoStage')) ?? 'auto',
    },
  };
}

/** The person's choice of a model, for all their projects; `endpoint` only where it is another server than before. */
export async function writeModel(model: string, endpoint: string | undefined): Promise<void> {
  const whittle = vscode.workspace.getConfiguration('whittle');
  await whittle.update('model', model, vscode.ConfigurationTarget.Global);
  if (endpoint !== undefined) await whittle.update('endpoint', endpoint, vscode.ConfigurationTarget.Global);
}

/** Shows the settings that fit `query`. In a remote window the machine's own are not among the user's. */
export async function openSettings(query: string): Promise<void> {
  if (vscode.env.remoteName === undefined) await vscode.commands.executeCommand('workbench.action.openSettings', query);
  else await vscode.commands.executeCommand('workbench.action.openRemoteSettings', { query });
}

/** Calls back when a setting that decides which model answers has changed. */
export function onModelSettingsChange(changed: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (['endpoint', 'model', 'window', 'callStyle', 'idleTimeout'].some((name) => event.affectsConfiguration(`whittle.${name}`))) changed();
  });
}

/** Whether the person has switched the terminal's shell integration off. */
export function shellIntegrationIsOff(): boolean {
  return vscode.workspace.getConfiguration('terminal.integrated.shellIntegration').get('enabled') === false;
}
