/** The engine's world inside VS Code: the disk through the editor, the person through its dialogs. */
import * as vscode from 'vscode';
import type { Files, Host, Shell, Store } from '../engine/ports';
import type { EngineEvent } from '../shared/events';
import { languageFiles } from '../node/languageFiles';
import { askApproval } from './approval';
import { hurriedWords } from './confirm';
import { editorLanguageServer } from './languageServer';
import { PersonsTime } from './personsTime';
import { createProblems } from './problems';
import { readFirst } from './readFirst';
import { editorFiles } from './roomWriter';
import type { Typing } from './typing';
import type { UnsavedTexts } from './unsavedTexts';

export interface HostOptions {
  /** The extension's own folder, absolute. */
  readonly extensionFolder: string;
  readonly roomsFolder: string;
  readonly files: Files;
  readonly shell: Shell;
  readonly store: Store;
  /** A file's path in the room, from an absolute one; undefined outside of it. */
  readonly inRoom: (path: string) => string | undefined;
  readonly unsaved: UnsavedTexts;
  /** In the chat. */
  readonly typing: Pick<Typing, 'here' | 'pause'>;
  /** Gives the keyboard back to who wrote there. */
  readonly backToChat: () => void;
  readonly emit: (event: EngineEvent) => void;
  readonly log: (line: string) => void;
}

export function createHost(options: HostOptions): Host {
  const { shell, store, roomsFolder, log, inRoom, typing } = options;
  const persons = new PersonsTime(options.emit);
  /** Undefined where the task was stopped before it was asked. */
  const inPause = <T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> => persons.during(async () => {
    if (!(await typing.pause(signal))) return undefined;
    const { here } = typing;
    const answer = await ask();
    if (here) options.backToChat();
    return answer;
  });
  return {
    files: editorFiles(options.files, (path) => inRoom(path) !== undefined, log, (path) => { options.unsaved.written(inRoom(path) ?? ''); }),
    shell,
    store,
    languages: languageFiles(vscode.Uri.joinPath(vscode.Uri.file(options.extensionFolder), 'dist').fsPath),
    roomsFolder,
    unsaved: (path) => options.unsaved.textOf(path),
    encodingOf,
    unsavedPaths: () => options.unsaved.paths(),
    diagnostics: createProblems(),
    languageServer: editorLanguageServer,
    approve: async (request, signal) => (await inPause(() => askApproval(request, roomsFolder), signal)) ?? 'no',
    ask: (question, choices) => inPause(() => askPerson(question, choices), new AbortController().signal),
    emit: (event) => { persons.tell(event); },
    log,
    now: () => Date.now(),
  };
}

/** Small facts in one of the editor's own stores. */
export function mementoStore(memento: vscode.Memento): Store {
  return {
    get: (key) => Promise.resolve(memento.get<string>(key)),
    set: async (key, value) => { await memento.update(key, value); },
  };
}

/**
 * The editor's own store, but for journals: those lie on the machine that writes, and are there before the first write.
 * The editor keeps its store at the client's and a moment later, which a crash needn't leave it.
 */
export function windowStore(editor: Store, disk: Store): Store {
  const of = (key: string): Store => (key.startsWith('journal:') ? disk : editor);
  return { get: (key) => of(key).get(key), set: (key, value) => of(key).set(key, value) };
}

/** A text the person may choose or write; undefined where they close the question. */
async function askPerson(question: string, options: readonly string[]): Promise<string | undefined> {
  const title = 'Whittle';
  const written = (): Thenable<string | undefined> => vscode.window.showInputBox({
    title, prompt: question, ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Write an answer, or press Escape to give none.') : undefined),
  });
  if (options.length === 0) return written();
  const other = vscode.l10n.t('Something else…');
  const chosen = await readFirst((hurried) => vscode.window.showQuickPick([...options, other], { title: hurried ? hurriedWords() : title, placeHolder: question, ignoreFocusOut: true }));
  return chosen === other ? written() : chosen;
}

/** An open document knows its encoding; for others the settings do. */
function encodingOf(path: string): Promise<string | undefined> {
  const uri = vscode.Uri.file(path);
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  return Promise.resolve(open?.encoding ?? vscode.workspace.getConfiguration('files', uri).get<string>('encoding'));
}
