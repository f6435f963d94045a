/** What the person can do about the model: test it, see what is known of it, choose another. */
import * as vscode from 'vscode';
import { ModelUnavailable } from '../engine/errors';
import { heard } from '../shared/heard';
import { withLinkedSignal } from '../shared/withLinkedSignal';
import { chooseModel } from './chooseModel';
import type { Connection } from './connection';
import { showServerHelp } from './serverHelp';
import { openSettings } from './settings';
import { profileText, showProfile } from './showProfile';
import { testConnection, type Found } from './testConnection';

export class ModelActions {
  constructor(private readonly connection: Connection) {}

  async test(): Promise<void> {
    try {
      const found = await testConnection(this.connection);
      if (found) await this.offer(found);
    } catch (error) {
      if (!(error instanceof ModelUnavailable)) throw error;
      await this.showUnavailable(error);
    }
  }

  async showProfile(): Promise<void> {
    const { connection } = this;
    try {
      await withLinkedSignal(undefined, 15_000, async ({ signal }) => connection.ensure(signal));
    } catch (error) {
      if (!(error instanceof ModelUnavailable)) throw error;
      return this.showUnavailable(error);
    }
    const facts = await connection.facts();
    const choice = await showProfile(facts);
    switch (choice?.kind) {
      case 'setting': return openSettings(`@id:${choice.setting}`);
      case 'copy': return void await vscode.env.clipboard.writeText(profileText(facts));
      case 'forget':
        await connection.forgetLearned();
        return void vscode.window.showInformationMessage(vscode.l10n.t('What was learned of {0} is forgotten.', facts.profile.model));
      case undefined: return;
    }
  }

  async choose(): Promise<void> {
    if (!(await chooseModel())) return;
    this.connection.forget();
    await this.test();
  }

  /** Tells what a test found; what should be changed comes as a warning with the ways to change it. */
  private async offer({ text, changes }: Found): Promise<void> {
    const profile = vscode.l10n.t('Show Model Profile');
    const settings = vscode.l10n.t('Open Settings');
    const answer = changes.length === 0
      ? await vscode.window.showInformationMessage(text, profile)
      : await vscode.window.showWarningMessage([text, ...changes].join(' '), profile, settings);
    if (answer === profile) await this.showProfile();
    if (answer === settings) await openSettings('@ext:whittle.whittle');
  }

  private async showUnavailable(error: ModelUnavailable): Promise<void> {
    const help = vscode.l10n.t('How to Start a Server');
    const settings = vscode.l10n.t('Open Settings');
    const answer = await vscode.window.showErrorMessage(`${heard(error.message, vscode.l10n.t)} ${heard(error.next, vscode.l10n.t)}`, help, settings);
    if (answer === help) await showServerHelp();
    if (answer === settings) await openSettings('@ext:whittle.whittle');
  }
}
