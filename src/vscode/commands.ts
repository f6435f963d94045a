/** Every command of the palette, the menus and the buttons: one row each. */
import * as vscode from 'vscode';
import { Cancelled, faultTrace, faultWords, ModelUnavailable } from '../engine/errors';
import { heard } from '../shared/heard';
import type { Actions } from './actions';

/** Runs something for the person; a fault becomes a message with the next move and the way to the log, never a silent nothing. */
export type Guard = (name: string, run: () => unknown) => Promise<void>;

type Row = readonly [id: string, run: (actions: Actions, ...args: readonly unknown[]) => unknown];

export const commands: readonly Row[] = [
  ['whittle.ask', (actions) => actions.showChat()],
  // A menu passes the file's address and then things of its own; the code action passes a position.
  ['whittle.rewriteFunction', (actions, uri, at) => actions.rewrite(uri instanceof vscode.Uri ? uri : undefined, at instanceof vscode.Position ? at : undefined)],
  ['whittle.stop', (actions) => { actions.stop(); }],
  ['whittle.newTask', (actions) => actions.newTask()],
  ['whittle.review.open', (actions) => actions.openReview()],
  ['whittle.review.openFile', (actions, path) => (typeof path === 'string' ? actions.openFile(path) : undefined)],
  ['whittle.review.apply', (actions) => actions.apply()],
  ['whittle.review.discard', (actions) => actions.discard()],
  ['whittle.review.showConflicts', (actions) => actions.showConflicts()],
  ['whittle.conflict.mine', (actions) => actions.settleConflict('mine')],
  ['whittle.conflict.whittle', (actions) => actions.settleConflict('whittle')],
  ['whittle.conflict.both', (actions) => actions.settleConflict('both')],
  ['whittle.review.takeBackEdit', (actions) => actions.takeBackEdit()],
  ['whittle.endRunning', (actions, row) => actions.endRunning(row)],
  ['whittle.restoreSnapshot', (actions, row) => actions.restoreSnapshot(row)],
  ['whittle.compareSnapshot', (actions, row) => actions.compareSnapshot(row)],
  ['whittle.manageAllowed', (actions) => actions.manageAllowed()],
  ['whittle.manageRooms', (actions) => actions.manageRooms()],
  ['whittle.testConnection', (actions) => actions.models.test()],
  ['whittle.showProfile', (actions) => actions.models.showProfile()],
  ['whittle.chooseModel', (actions) => actions.models.choose()],
  ['whittle.openSettings', (actions) => actions.openSettings()],
  ['whittle.showLog', (actions) => { actions.showLog(); }],
  ['whittle.menu', (actions) => actions.showMenu()],
];

/** Registers all rows. */
export function registerCommands(actions: Actions, guard: Guard): vscode.Disposable {
  return vscode.Disposable.from(...commands.map(([id, run]) => vscode.commands.registerCommand(id, (...args: unknown[]) => guard(id, () => run(actions, ...args)))));
}

export function createGuard(output: vscode.LogOutputChannel): Guard {
  return async (name, run) => {
    try {
      await run();
    } catch (error) {
      if (error instanceof Cancelled) return;
      output.error(`${name} failed: ${faultTrace(error)}`);
      const show = vscode.l10n.t('Show Log');
      if (await vscode.window.showErrorMessage(faultMessage(error), show) === show) output.show(true);
    }
  };
}

/** What a person reads of a fault nobody expected here: the cause, and what to do now. */
export function faultMessage(error: unknown): string {
  return `Whittle: ${heard(faultWords(error), vscode.l10n.t)} ${error instanceof ModelUnavailable ? heard(error.next, vscode.l10n.t) : vscode.l10n.t('Try again; the log has the details.')}`;
}
