/** Shows how far the copying of a large project is, with a way to call it off; small ones are copied before anyone could read it. */
import * as vscode from 'vscode';
import type { EngineEvent } from '../shared/events';
import { count } from './numbers';

/** Fewer files are copied within a second or two. */
const worthTelling = 3_000;

export class PreparingNotice {
  private open: { readonly report: (copied: number, total: number) => void; readonly end: () => void } | undefined;

  constructor(private readonly cancel: () => void, private readonly window: Pick<typeof vscode.window, 'withProgress'> = vscode.window) {}

  /** Any event but `preparing` says that the copying is over. */
  follow(event: EngineEvent): void {
    if (event.kind !== 'preparing') {
      this.open?.end();
      this.open = undefined;
    } else if (event.total >= worthTelling) {
      this.open ??= this.begin();
      this.open.report(event.copied, event.total);
    }
  }

  private begin(): NonNullable<typeof this.open> {
    let progress: vscode.Progress<{ message?: string; increment?: number }> | undefined;
    let end = (): void => undefined;
    let shown = 0;
    const over = new Promise<void>((resolve) => { end = resolve; });
    const options = { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Whittle copies the project'), cancellable: true };
    void this.window.withProgress(options, (given, token) => {
      progress = given;
      token.onCancellationRequested(this.cancel);
      return over;
    });
    return {
      end,
      report: (copied, total) => {
        const share = (copied / total) * 100;
        // Each report is a message to the window: a few tell as much as hundreds.
        if (progress === undefined || share - shown < 2) return;
        progress.report({ message: vscode.l10n.t('{0} of {1} files', count(copied), count(total)), increment: share - shown });
        shown = share;
      },
    };
  }
}
