/** The chat in the sidebar: the page's host, which loses nothing when the page is hidden, reloaded or not there yet. */
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { FromWebview, ToPage, ToWebview } from '../../shared/protocol';
import { readFromWebviewLater } from '../later';
import { spokenLanguage } from '../numbers';
import { chatPage } from './chatPage';
import { Transcript } from './transcript';

export class ChatView implements vscode.WebviewViewProvider {
  static readonly id = 'whittle.chat';
  private readonly transcript = new Transcript();
  private view: vscode.WebviewView | undefined;
  /** The page has asked for its state and hears what comes now. */
  private listening = false;
  /** Asked for before there was a page to take it. */
  private compose: ToWebview | undefined;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly onMessage: (message: FromWebview) => void,
    /** Hears every message; `said` gives the conversation as it is when called. */
    private readonly onSaid: (latest: ToWebview, said: () => readonly ToWebview[]) => void = () => undefined,
  ) {}

  resolveWebviewView(view: vscode.WebviewView): void {
    const folder = vscode.Uri.joinPath(this.extensionUri, 'dist', 'webview');
    const local = (name: string): string => view.webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
    this.view = view;
    this.listening = false;
    view.webview.options = { enableScripts: true, localResourceRoots: [folder] };
    view.webview.onDidReceiveMessage((value: unknown) => { void this.receive(value); });
    view.onDidChangeVisibility(() => {
      if (view.visible) this.replay();
      else this.listening = false;
    });
    view.onDidDispose(() => { if (this.view === view) this.view = undefined; });
    view.webview.html = chatPage({
      cspSource: view.webview.cspSource,
      script: local('main.js'),
      styles: [local('codicon.css'), local('chat.css')],
      nonce: randomUUID().replaceAll('-', ''),
      language: spokenLanguage(),
      words: vscode.l10n.bundle ?? {},
    });
  }

  /** Remembered first, shown when there is a page to show it. */
  post(message: ToWebview): void {
    this.transcript.add(message);
    this.onSaid(message, () => this.transcript.said());
    if (this.listening) this.send(message);
    else if (message.kind === 'compose') this.compose = message;
  }

  /** Shows what an earlier window's conversation said, before all that was said here. */
  begin(earlier: readonly ToWebview[]): void {
    this.transcript.begin(earlier);
    if (this.listening) this.replay();
  }

  private async receive(value: unknown): Promise<void> {
    const message = await readFromWebviewLater(value);
    if (!message) return;
    switch (message.kind) {
      case 'ready':
        this.replay();
        this.onMessage(message);
        return;
      case 'copy':
        void vscode.env.clipboard.writeText(message.text);
        return;
      case 'trust':
        void vscode.commands.executeCommand('workbench.trust.manage');
        return;
      case 'ask':
      case 'stop':
      case 'typing':
      case 'focus':
      case 'review':
      case 'open':
      case 'fix':
        this.onMessage(message);
    }
  }

  private replay(): void {
    this.listening = true;
    this.send({ kind: 'replay', messages: this.transcript.messages() });
    if (this.compose) this.send(this.compose);
    this.compose = undefined;
  }

  private send(message: ToPage): void {
    void this.view?.webview.postMessage(message);
  }
}
