/** The chat page alone in a browser, under its real policy and a theme's real colours, fed with messages as data. */
import { build } from 'esbuild';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/lib/browser.mjs';
import type { FromWebview, ToPage } from '../../src/shared/protocol';
import { chatPage as html } from '../../src/vscode/chat/chatPage';
import { slowDown } from './slowDown';
import { until } from './until';

export type ThemeName = 'dark' | 'light' | 'high-contrast' | 'high-contrast-light';

export interface ChatPage {
  readonly page: Page;
  /** As the extension would; resolves once it is painted. */
  send(...messages: readonly ToPage[]): Promise<void>;
  /** What the page has posted so far, `ready` and where the keyboard is left out. */
  posted(): Promise<readonly FromWebview[]>;
  /** Violations of the content security policy and uncaught errors: none, at any time. */
  problems(): readonly string[];
  screenshot(name: string): Promise<void>;
  close(): Promise<void>;
}

interface Shared {
  readonly browser: Browser;
  readonly script: string;
}

let shared: Promise<Shared> | undefined;

async function share(): Promise<Shared> {
  const built = await build({ entryPoints: ['src/webview/main.ts'], bundle: true, write: false, platform: 'browser', format: 'iife', target: 'chrome120' });
  return { browser: await launchBrowser(), script: built.outputFiles[0]?.text ?? '' };
}

export async function openChatPage(options: { theme?: ThemeName; width?: number; height?: number; reducedMotion?: boolean; language?: 'en' | 'de' } = {}): Promise<ChatPage> {
  shared ??= share();
  const { browser, script } = await shared;
  const { theme = 'dark', width = 340, height = 720, reducedMotion = false, language = 'en' } = options;
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: reducedMotion ? 'reduce' : 'no-preference' });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await slowDown(context, page);
  const problems: string[] = [];
  page.on('pageerror', error => problems.push(String(error)));
  page.on('console', message => { if (message.type() === 'error') problems.push(message.text()); });
  await serve(context, problems, script, language);
  await page.addInitScript({ content: imitateHost });
  await page.goto('http://chat.test/');
  await dress(page, theme);
  await until('the page to say it is ready', async () => (await allPosted(page)).some(message => message.kind === 'ready'));
  return {
    page,
    async send(...messages) {
      await page.evaluate(async list => {
        // Messages come in tasks, in their order, and the page listens before this does; the paint comes in the frame after the last.
        await new Promise<void>(resolve => {
          let awaited = list.length;
          const heard = (): void => {
            if (--awaited > 0) return;
            window.removeEventListener('message', heard);
            resolve();
          };
          window.addEventListener('message', heard);
          for (const message of list) window.postMessage(message, '*');
        });
        await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }, messages as ToPage[]);
    },
    posted: async () => (await allPosted(page)).filter(({ kind }) => kind !== 'ready' && kind !== 'focus'),
    problems: () => problems,
    async screenshot(name) {
      const folder = path.resolve('out', 'screenshots');
      await mkdir(folder, { recursive: true });
      await page.screenshot({ path: path.join(folder, `${name}.png`) });
    },
    close: () => context.close(),
  };
}

export async function closeChatPages(): Promise<void> {
  await (await shared)?.browser.close();
  shared = undefined;
}

async function serve(context: BrowserContext, problems: string[], script: string, language: 'en' | 'de'): Promise<void> {
  const words = language === 'en' ? {} : JSON.parse(await readFile(`l10n/bundle.l10n.${language}.json`, 'utf8')) as Record<string, string>;
  const icons = path.resolve('node_modules/@vscode/codicons/dist');
  const files: Readonly<Record<string, { type: string; body: () => Promise<Buffer | string> }>> = {
    '/': { type: 'text/html', body: async () => html({ cspSource: 'http://chat.test', script: '/main.js', styles: ['/codicon.css', '/chat.css'], nonce: 'n0nce', language, words }) },
    '/main.js': { type: 'text/javascript', body: async () => script },
    '/chat.css': { type: 'text/css', body: () => readFile('media/chat.css') },
    '/codicon.css': { type: 'text/css', body: () => readFile(path.join(icons, 'codicon.css')) },
    '/codicon.ttf': { type: 'font/ttf', body: () => readFile(path.join(icons, 'codicon.ttf')) },
  };
  await context.route('**', async route => {
    const url = new URL(route.request().url());
    const file = url.host === 'chat.test' ? files[url.pathname] : undefined;
    if (file) return route.fulfill({ contentType: file.type, body: await file.body() });
    if (url.pathname !== '/favicon.ico') problems.push(`the page asked for ${url.href}`);
    return route.fulfill({ status: 204, body: '' });
  });
}

/** Runs in the page before its script: what a webview offers. As text, because tsx marks the functions it compiles. */
const imitateHost = `{
  // tsx marks functions with it, those that a test evaluates in the page too.
  globalThis.__name = value => value;
  let saved;
  globalThis.posted = [];
  globalThis.acquireVsCodeApi = () => ({
    postMessage: message => { posted.push(message); },
    getState: () => saved,
    setState: state => { saved = state; },
  });
}`;

async function allPosted(page: Page): Promise<FromWebview[]> {
  return page.evaluate(() => (globalThis as unknown as { posted: FromWebview[] }).posted);
}

/** The colours as VS Code sets them: on the root element, with the body's theme class. */
async function dress(page: Page, name: ThemeName): Promise<void> {
  const theme = JSON.parse(await readFile(`test/cases/themes/${name}.json`, 'utf8')) as { bodyClass: string; variables: Record<string, string> };
  await page.evaluate(({ bodyClass, variables }) => {
    for (const [key, value] of Object.entries(variables)) document.documentElement.style.setProperty(key, value);
    document.documentElement.style.background = variables['--vscode-sideBar-background'] ?? '';
    document.body.className = bodyClass;
  }, theme);
}
