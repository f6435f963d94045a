/** Wires the chat page: messages in, one repaint a frame, messages out. */
import type { FromWebview, ToPage } from '../shared/protocol';
import { page } from './page';
import { empty, reduce } from './state';

interface Saved {
  readonly draft: string;
}

declare function acquireVsCodeApi(): {
  postMessage(message: FromWebview): void;
  getState(): Saved | undefined;
  setState(state: Saved): void;
};

function start(): void {
  const vscode = acquireVsCodeApi();
  const chat = page(document.body, message => vscode.postMessage(message), vscode.getState()?.draft ?? '', draft => vscode.setState({ draft }));
  let state = empty;
  /** A replay shows what was there already: nothing of it is read out. */
  let silent = false;
  let painting = false;

  const paint = (): void => {
    painting = false;
    chat.show(state, silent);
    silent = false;
  };
  window.addEventListener('message', (event: MessageEvent<ToPage>) => {
    state = reduce(state, event.data);
    silent ||= event.data.kind === 'replay';
    if (painting) return;
    painting = true;
    requestAnimationFrame(paint);
  });
  const tellFocus = (on: boolean): void => vscode.postMessage({ kind: 'focus', on });
  window.addEventListener('blur', () => tellFocus(false));
  window.addEventListener('focus', () => {
    tellFocus(true);
    if (document.activeElement === document.body) chat.focus();
  });
  // Until the first message nothing may be claimed: the empty state is shown at once.
  paint();
  vscode.postMessage({ kind: 'ready' });
  tellFocus(document.hasFocus());
}

start();
