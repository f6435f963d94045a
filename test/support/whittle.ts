/** Whittle as a person has it: a window on a project, the scripted stand-in behind it, and the chat to type into. */
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { loadSessions, startStandIn } from '../../scripts/standIn/server.mjs';
import type { ServedRequest, Session, StandIn } from './standIn';
import { openWindow, type Window } from './window';

export interface WhittleOptions {
  /** A folder that is copied, or files by their relative paths. */
  readonly project?: string | Readonly<Record<string, string>>;
  /** Tried before the stand-in's own. */
  readonly sessions?: readonly Session[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly trusted?: boolean;
  /** A .code-workspace file of the project, opened in its place. */
  readonly workspaceFile?: string;
  /** See WindowOptions. */
  readonly language?: string;
  /** Milliseconds between two pieces of the stream. */
  readonly delay?: number;
}

/** The sample project `npm start` opens. */
export const sample = path.resolve('scripts', 'sample');

export async function openWhittle(options: WhittleOptions = {}): Promise<Whittle> {
  const own = loadSessions([path.resolve('scripts', 'standIn', 'sessions')]) as unknown as readonly Session[];
  const standIn = (await startStandIn({ delay: options.delay ?? 0, sessions: [...(options.sessions ?? []), ...own] })) as StandIn;
  const project = options.project ?? sample;
  const made = typeof project === 'string' ? undefined : await write(project);
  try {
    const window = await openWindow({
      folder: made ?? (project as string),
      settings: { 'whittle.endpoint': standIn.url, ...options.settings },
      ...(options.workspaceFile === undefined ? {} : { workspaceFile: options.workspaceFile }),
      ...(options.language === undefined ? {} : { language: options.language }),
      ...(options.trusted === undefined ? {} : { trusted: options.trusted }),
    });
    const whittle = new Whittle(window, standIn);
    await whittle.openChat();
    return whittle;
  } catch (error) {
    await standIn.close();
    throw error;
  } finally {
    if (made) await rm(made, { recursive: true, force: true });
  }
}

export class Whittle {
  constructor(readonly window: Window, readonly standIn: StandIn) {}

  /** Shows the sidebar and waits until the chat knows its model. */
  async openChat(): Promise<Frame> {
    await this.window.showContainer('Whittle');
    const chat = await this.connected();
    // The mouse still rests on the icon, and its tooltip would cover the chat.
    await this.window.page.mouse.move(900, 500);
    return chat;
  }

  /** Reloads the window, which shows the sidebar again by itself, and waits as `openChat` does. */
  async reload(): Promise<Frame> {
    await this.window.reload();
    return this.connected();
  }

  /** As `reload`, with the editors that were open. */
  async reloadWindow(): Promise<Frame> {
    await this.window.reloadWindow();
    return this.connected();
  }

  private async connected(): Promise<Frame> {
    const chat = await this.chat();
    await chat.locator('.status .name', { hasText: /^(?!No model|Connecting|Kein Modell|Verbinden)./ }).waitFor({ timeout: 120_000 });
    return chat;
  }

  async chat(): Promise<Frame> {
    return this.window.webview('textarea');
  }

  /** Types a request and sends it; resolves once it stands in the conversation. */
  async ask(text: string): Promise<void> {
    const chat = await this.chat();
    const before = await chat.locator('.turn').count();
    const input = chat.getByRole('textbox');
    await input.fill(text);
    await input.press('Enter');
    await chat.locator('.turn').nth(before).waitFor();
  }

  /** Waits until no task runs; resolves to the last turn. */
  async done(): Promise<Locator> {
    const chat = await this.chat();
    await this.window.until('the task to end', async () => (await chat.locator('.turn').count()) > 0 && (await chat.locator('button.stop:visible').count()) === 0
      && (await chat.locator('.activity:visible').count()) === 0, 120_000);
    return chat.locator('.turn').last();
  }

  /** Presses a button of the chat, waiting for it. */
  async press(name: string): Promise<void> {
    await (await this.chat()).getByRole('button', { name, exact: true }).click();
  }

  /** The tool cards of the conversation: `tool state`, in order. */
  async cards(): Promise<string[]> {
    return (await this.chat()).locator('.call').evaluateAll(all => all.map(each => `${each.getAttribute('data-tool')} ${each.getAttribute('data-state')}`));
  }

  /** What the model was told last, as the server received it. */
  lastTold(): string {
    return this.standIn.requests.at(-1)?.body.messages.at(-1)?.content ?? '';
  }

  /** All tool answers and user messages the model ever got, joined. */
  allTold(): string {
    return (this.standIn.requests.at(-1)?.body.messages ?? []).filter(message => message.role !== 'assistant').map(message => message.content ?? '').join('\n---\n');
  }

  requests(): readonly ServedRequest[] {
    return this.standIn.requests;
  }

  async file(relative: string): Promise<string> {
    return readFile(path.join(this.window.folder, relative), 'utf8');
  }

  /** Every file of that name below the server's data folder: rooms live there. */
  async inRooms(name: string): Promise<string[]> {
    const all = await readdir(path.join(this.window.dataDir, 'data'), { recursive: true, withFileTypes: true });
    return all.filter(entry => entry.name === name && !entry.parentPath.includes('node_modules')).map(entry => path.join(entry.parentPath, entry.name));
  }

  async close(): Promise<void> {
    await this.window.close();
    await this.standIn.close();
  }
}

async function write(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'whittle-project-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return folder;
}
