/** The packaged extension opens in a window: its views, its status bar item, its chat. */
import path from 'node:path';
import { soon } from '../support/soon';
import { openWindow, type Window } from '../support/window';

describe('the packaged extension', () => {
  let window: Window;
  before(async () => { window = await openWindow({ folder: path.resolve('scripts', 'sample') }); });
  after(() => window.close());

  it('has a chat to type into', async () => {
    await window.showContainer('Whittle');
    const chat = await window.webview('textarea');
    await chat.locator('textarea').fill('hello');
    await soon.equal(() => chat.locator('textarea').inputValue(), 'hello');
  });

  it('has a plan view and a status bar item', async () => {
    await window.tree('Plan').waitFor();
    await window.until('the status bar item', async () => (await window.statusBar()).some(each => each.includes('Whittle')));
    await window.screenshot('smoke');
  });
});
