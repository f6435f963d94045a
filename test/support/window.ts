/** A person's view of VS Code: opens a real window on the packaged extension and finds what can be seen and pressed in it. */
import assert from 'node:assert/strict';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Frame, Locator, Page } from 'playwright-core';
import { folderUrl, startEditor, type EditorServer } from '../../scripts/lib/editorServer.mjs';
import { until } from './until';
import { openDialog, type Dialog } from './dialog';
import { installLanguage } from './languagePack';
import { QuickInput } from './quickInput';
import { slowDown } from './slowDown';
import { createWindowHost, type WindowHost } from './windowHost';

export interface WindowOptions {
  /** Copied, so that a test may change it; an empty folder where left out. */
  readonly folder?: string;
  /** A .code-workspace file in it that is opened instead of the folder. */
  readonly workspaceFile?: string;
  /** User settings on top of the quiet ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What browser and editor speak, English where left out; see installLanguage. */
  readonly language?: string;
  /** Whether the folder opens trusted (the default) or in Restricted Mode. */
  readonly trusted?: boolean;
  /** Environment variables of the server, and so of the extension host and terminals. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The name of the extension whose webviews `webview()` finds. */
const extensionId = process.env['WHITTLE_EXTENSION_ID'] ?? 'whittle.whittle';
const vsix = process.env['WHITTLE_VSIX'] ?? path.resolve('out', 'whittle.vsix');
const pictures = path.resolve('out', 'screenshots');

const open = new Set<Window>();
let host: Promise<WindowHost> | undefined;

/** Opens a window with a server of its own on a fresh copy of the folder; resolves once the workbench stands. */
export async function openWindow(options: WindowOptions = {}): Promise<Window> {
  host ??= createWindowHost(vsix);
  const { editor, extensionsDir, browser, temporary } = await host;
  const folder = await temporary('project');
  if (options.folder !== undefined) await cp(options.folder, folder, { recursive: true });
  const trust = options.trusted === false ? { 'security.workspace.trust.startupPrompt': 'never' } : { 'security.workspace.trust.enabled': false };
  const dataDir = await temporary('server');
  if (options.language !== undefined) await installLanguage(dataDir, options.language);
  const server = await startEditor({
    editor, dataDir, extensionsDir,
    // Text drawn on a canvas can't be read back.
    settings: { 'terminal.integrated.gpuAcceleration': 'off', ...trust, ...options.settings },
    ...(options.env && { env: options.env }),
  });
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...(options.language !== undefined && { locale: options.language }) });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await slowDown(context, page);
  const window = new Window(folder, dataDir, server, context, page, options.workspaceFile);
  open.add(window);
  await window.start();
  return window;
}

export async function closeAllWindows(): Promise<void> {
  await Promise.all([...open].map(each => each.close()));
}

export async function pictureAllWindows(name: string): Promise<void> {
  let number = 0;
  for (const each of open) await each.screenshot(`${name}-${++number}`);
}

export async function disposeWindows(): Promise<void> {
  await (await host)?.dispose();
  host = undefined;
}

/** One open VS Code. Every method waits for what it needs to see, and fails with words when it doesn't come. */
export class Window {
  private readonly quickInput: QuickInput;

  constructor(
    /** The copy of the folder that is open. */
    readonly folder: string,
    /** The server's data folder: settings, logs, the extension's storage. */
    readonly dataDir: string,
    private readonly server: EditorServer,
    private readonly context: BrowserContext,
    readonly page: Page,
    private readonly workspaceFile?: string,
  ) {
    this.quickInput = new QuickInput(page);
  }

  /** Loads the workbench; openWindow has done it. */
  async start(): Promise<void> {
    await this.page.goto(folderUrl(this.server.url, this.workspaceFile === undefined ? this.folder : path.join(this.folder, this.workspaceFile)));
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 120_000 });
  }

  /** As a person does with the browser's reload button: the extension host starts anew. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 120_000 });
  }

  /** As VS Code itself does it: what is open is written down first, and opened again. */
  async reloadWindow(): Promise<void> {
    await Promise.all([this.page.waitForEvent('domcontentloaded'), this.command('Developer: Reload Window')]);
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 120_000 });
  }

  /** Runs a command from the palette by its full title, such as `View: Toggle Terminal`. */
  command(title: string): Promise<void> {
    return this.quickInput.command(title);
  }

  /** Runs a command that shows a list and takes the row of that label; see QuickInput.choose. */
  choose(...choice: Parameters<QuickInput['choose']>): Promise<void> {
    return this.quickInput.choose(...choice);
  }

  /** The row of an open quick pick whose label is, or begins with, `label`. */
  quickPickRow(label: string): Locator {
    return this.quickInput.row(label);
  }

  /** Types into the open input box and accepts it. */
  answerInput(text: string): Promise<void> {
    return this.quickInput.answer(text);
  }

  /** Opens a file of the folder by its relative path; resolves once its text has the focus. */
  async openFile(relative: string): Promise<void> {
    const name = path.basename(relative);
    await until(`${relative} in an editor`, async () => {
      await this.quickInput.open('Control+P', path.join(this.folder, relative), this.quickPickRow(name));
      await this.tab(name).and(this.page.locator('.active')).waitFor({ timeout: 10_000 });
      await this.page.locator('.editor-group-container.active .monaco-editor.focused .view-line').first().waitFor({ timeout: 10_000 });
      return true;
    }, 90_000);
  }

  tab(name: string): Locator {
    return this.page.locator(`.tabs-container .tab[data-resource-name=${JSON.stringify(name)}], .tabs-container .tab[aria-label^=${JSON.stringify(name)}]`).first();
  }

  /** The line of the active editor that holds `text`: click it, right-click it. */
  line(text: string): Locator {
    return this.page.locator('.editor-group-container.active .monaco-editor .view-line', { hasText: text }).first();
  }

  /** Right-clicks a thing and picks an entry of its context menu, until `effect` is there: whoever takes the focus closes a menu. */
  async contextMenu(target: Locator, entry: string, effect: Locator): Promise<void> {
    const item = this.page.locator('.monaco-menu .action-label', { hasText: entry }).first();
    await until(`the effect of "${entry}" in the context menu`, async () => {
      if (await effect.isVisible()) return true;
      if (!(await item.isVisible())) await target.click({ button: 'right', timeout: 5000 });
      await item.click({ timeout: 5000 });
      // VS Code takes no click in a menu's first 100 ms, and shows nothing of that.
      await effect.waitFor({ timeout: 10_000 });
      return true;
    }, 90_000);
  }

  /** Presses a key in a line of the active editor, until that has led to what `holds` looks for. `words` are typed after it, as one piece. */
  async keyInEditor(line: string, key: string, holds: () => Promise<boolean>, words = ''): Promise<void> {
    await until(`${key} ${words} in the editor to take effect`, async () => {
      if (await holds()) return true;
      await this.line(line).click({ timeout: 5000 });
      await this.page.keyboard.press(key);
      if (words !== '') await this.page.keyboard.insertText(words);
      return until('it to take effect', holds, 10_000);
    }, 90_000);
  }

  /** The visible lines of the active editor, top to bottom; of a diff, its right side. */
  async editorText(): Promise<string> {
    return (await this.visibleTexts()).at(-1) ?? '';
  }

  /** All that the active editor group shows: each file of a multi-file diff, removed lines included. */
  async reviewText(): Promise<string> {
    const headers = await this.page.locator('.editor-group-container.active .multiDiffEntry .title').allInnerTexts();
    return [...headers, ...(await this.visibleTexts())].join('\n');
  }

  private async visibleTexts(): Promise<string[]> {
    const texts = await this.page.locator('.editor-group-container.active .monaco-editor .view-lines').evaluateAll(all => all
      .filter(each => each.getBoundingClientRect().width > 0)
      .map(each => [...each.querySelectorAll<HTMLElement>('.view-line')]
        .map(line => ({ top: line.getBoundingClientRect().top, text: line.textContent }))
        .sort((a, b) => a.top - b.top).map(line => line.text).join('\n')));
    return texts.map(each => each.replaceAll('\u00a0', ' ')).filter(each => each.trim() !== '');
  }

  /** Shows an activity-bar container by its title. */
  async showContainer(title: string): Promise<void> {
    const icon = this.page.locator(`.activitybar .action-item a.action-label[aria-label^=${JSON.stringify(title)}]`).first();
    const isShown = (): Promise<boolean> => icon.evaluate(each => each.closest('.action-item')?.classList.contains('checked') === true);
    // A window that is just restoring its sidebar takes an early click for the wish to hide it.
    await until(`the sidebar of ${title}`, async () => {
      if (!(await isShown())) await icon.click({ timeout: 10_000 });
      await icon.and(this.page.locator('.action-item.checked a')).waitFor({ timeout: 5000 });
      return isShown();
    });
  }

  /** The innermost frame of the extension's webview view, once `selector` stands in it. Chat is the only such view. */
  async webview(selector = 'body'): Promise<Frame> {
    return until(`the extension's webview with ${selector}`, async () => {
      for (const frame of this.page.frames()) {
        if (!frame.url().includes('fake.html') || !belongsTo(frame, extensionId)) continue;
        if (await frame.locator(selector).count() > 0) return frame;
      }
      return undefined;
    });
  }

  /** The rows of a tree view, by the view's name: each row's accessible label. */
  async treeRows(view: string): Promise<string[]> {
    const rows = this.tree(view).locator('.monaco-list-row');
    return rows.evaluateAll(all => all.map(each => each.getAttribute('aria-label') ?? each.textContent));
  }

  /** A tree view by its name, for clicking in it. */
  tree(view: string): Locator {
    return this.page.locator('.pane', { has: this.page.locator(`.pane-header[aria-label^=${JSON.stringify(view)}]`) });
  }

  /** Unfolds a tree view; a window that restores its views may fold it after the first look. */
  async unfold(view: string): Promise<void> {
    const header = this.tree(view).locator('.pane-header');
    await until(`the view ${view} to be unfolded`, async () => {
      if ((await header.getAttribute('aria-expanded', { timeout: 10_000 })) === 'false') await header.click({ timeout: 10_000 });
      await header.and(this.page.locator('[aria-expanded=true]')).waitFor({ timeout: 5000 });
      return true;
    });
  }

  /** Presses a button that a row shows only while the mouse is on it; a row that is drawn anew is hovered again. */
  async rowAction(row: Locator, label: string): Promise<void> {
    const action = row.locator(`.action-label[aria-label^=${JSON.stringify(label)}]`);
    await until(`"${label}" of a row`, async () => {
      await row.hover({ timeout: 5000 });
      await action.click({ timeout: 3000, trial: true });
      await action.click({ timeout: 20_000 });
      return true;
    });
  }

  /** The open modal dialog, once it stands. */
  dialog(): Promise<Dialog> {
    return openDialog(this.page);
  }

  /** What the visible terminal shows, its rows joined by line ends. */
  async terminalText(): Promise<string> {
    const rows = await this.page.locator('.terminal-wrapper.active .xterm-rows > div, .terminal-editor .xterm-rows > div').allTextContents();
    return rows.join('\n').replaceAll('\u00a0', ' ').trimEnd();
  }

  /** The names of the open terminals, as the panel's tabs or its single title show them. */
  async terminalNames(): Promise<string[]> {
    const labels = await this.page.locator('.terminal-tabs-entry, .single-terminal-tab').evaluateAll(all => all.map(each => each.textContent.trim() || (each.getAttribute('aria-label') ?? '')));
    return labels.map(each => each.trim());
  }

  /** The texts of all status bar items. */
  async statusBar(): Promise<string[]> {
    return this.page.locator('.statusbar-item').evaluateAll(all => all.map(each => each.getAttribute('aria-label') ?? each.textContent));
  }

  /** The texts of the notifications now shown. */
  async notifications(): Promise<string[]> {
    return this.page.locator('.notification-toast .notification-list-item-message, .notifications-center .notification-list-item-message').allInnerTexts();
  }

  /** Presses a button of a notification. */
  async pressNotification(label: string): Promise<void> {
    await this.page.locator('.notification-list-item .monaco-button', { hasText: label }).first().click();
  }

  /** Saves a picture under out/screenshots. */
  async screenshot(name: string): Promise<string> {
    await mkdir(pictures, { recursive: true });
    const file = path.join(pictures, `${name.replace(/[^\w.-]+/g, '-').slice(0, 120)}.png`);
    await this.page.screenshot({ path: file });
    return file;
  }

  /** Waits until `probe` holds; see until. */
  until<T>(what: string, probe: () => Promise<T | undefined | false> | T | undefined | false, timeoutMs?: number): Promise<T> {
    return until(what, probe, timeoutMs);
  }

  /** Closes the window and ends its server, terminals included. */
  async close(): Promise<void> {
    if (!open.delete(this)) return;
    await this.context.close();
    await this.server.stop();
  }
}

function belongsTo(frame: Frame, extension: string): boolean {
  const parent = frame.parentFrame();
  assert.ok(parent, 'a webview has a frame around it');
  const query = new URL(parent.url()).searchParams;
  // VS Code names the purpose the first time only: a view that was hidden and shown again has none.
  return query.get('extensionId')?.toLowerCase() === extension && ['webviewView', null].includes(query.get('purpose'));
}
