/** Tries the whole way to a model and back, and tells what was found and what should be changed. */
import * as vscode from 'vscode';
import { Cancelled, ModelUnavailable } from '../engine/errors';
import type { ModelRequest } from '../engine/ports';
import type { Connection } from './connection';
import { advice } from './modelFacts';
import { count, decimal } from './numbers';

export interface Found {
  /** One or two sentences. */
  readonly text: string;
  /** What to change, a sentence or two each; empty where all is well. */
  readonly changes: readonly string[];
}

/** Small, but with a tool: a template that takes none shows itself only so. */
const probe: ModelRequest = {
  messages: [{ role: 'user', content: 'Reply with the one word OK.' }],
  tools: [{ name: 'list_dir', description: 'List a folder', parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }, changes: false }],
  maxTokens: 64,
  thinking: 0,
};

/** Shows its progress and can be cancelled; then it gives back undefined. Throws ModelUnavailable. */
export async function testConnection(connection: Connection): Promise<Found | undefined> {
  const location = vscode.ProgressLocation.Notification;
  try {
    const seconds = await vscode.window.withProgress({ location, title: vscode.l10n.t('Whittle looks for a model…'), cancellable: true }, async (progress, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => { stop.abort(); });
      await connection.connect(stop.signal);
      progress.report({ message: vscode.l10n.t('{0} is asked for one word; loading it may take a while', connection.profile.model) });
      return answerTime(connection, stop.signal);
    });
    return await found(connection, seconds);
  } catch (error) {
    if (error instanceof Cancelled) return undefined;
    throw error;
  }
}

/** Seconds until the reply was complete. */
async function answerTime(connection: Connection, signal: AbortSignal): Promise<number> {
  const begun = performance.now();
  const reply = await connection.complete(probe, () => undefined, signal);
  if (reply.content.trim() === '' && reply.reasoning.trim() === '' && reply.toolCalls.length === 0) {
    const { model, server } = connection.profile;
    throw new ModelUnavailable('empty-answers', vscode.l10n.t('{0} was asked for one word at {1} and answered nothing.', model, server), vscode.l10n.t('Look at the server\'s own log: its chat template may not fit the model. Or choose another model.'), 'choose-model');
  }
  return (performance.now() - begun) / 1000;
}

async function found(connection: Connection, seconds: number): Promise<Found> {
  const facts = await connection.facts();
  const { server, model, window, callStyle, standIn } = facts.profile;
  if (standIn) return { text: vscode.l10n.t('A scripted stand-in answers. It is not a model: start a model server, then choose its model.'), changes: [] };
  return {
    text: vscode.l10n.t('{0} answers at {1} in {2} s, with a window of {3} tokens and {4} calls.', model, server, decimal(seconds, 1), count(window), callStyle),
    changes: advice(facts),
  };
}
