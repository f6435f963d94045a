/** The copying of a large project is shown while it lasts, and its Cancel stops the task. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { PreparingNotice } from '../../src/vscode/preparingNotice';
import { eventually } from './project';

/** The editor's own progress, listened to: no command presses the Cancel of a notification. */
class Progress {
  readonly source = new vscode.CancellationTokenSource();
  readonly reports: string[] = [];
  shown = 0;
  begun = false;
  over = false;

  readonly withProgress: typeof vscode.window.withProgress = (options, task) => {
    this.shown += 1;
    assert.equal(options.cancellable, true);
    const running = vscode.window.withProgress(options, (progress) => {
      this.begun = true;
      return task({
        report: (value) => {
          this.reports.push(value.message ?? '');
          progress.report(value);
        },
      }, this.source.token);
    });
    void Promise.resolve(running).then(() => { this.over = true; });
    return running;
  };
}

describe('the notice that a project is copied', () => {
  it('tells how far it is, stops the task where it is cancelled, and goes when the task goes on', async () => {
    let cancelled = 0;
    const progress = new Progress();
    const notice = new PreparingNotice(() => { cancelled += 1; }, progress);
    notice.follow({ kind: 'preparing', copied: 250, total: 10_000 });
    await eventually('the notice to begin', () => progress.begun);
    for (let copied = 500; copied <= 5_000; copied += 250) notice.follow({ kind: 'preparing', copied, total: 10_000 });
    assert.equal(progress.shown, 1);
    assert.equal(progress.reports.at(-1), '5,000 of 10,000 files');
    progress.source.cancel();
    assert.equal(cancelled, 1);
    assert.equal(progress.over, false);
    notice.follow({ kind: 'finished', outcome: { kind: 'stopped' } });
    await eventually('the notice to go', () => progress.over);
  });

  it('is not shown for a small project', () => {
    const progress = new Progress();
    new PreparingNotice(() => undefined, progress).follow({ kind: 'preparing', copied: 250, total: 500 });
    assert.equal(progress.shown, 0);
  });
});
