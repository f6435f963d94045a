/** Wires one window together: the views, the session and the review around one engine. */
import * as vscode from 'vscode';
import type { CodeReader } from '../engine/code/codeReader';
import { summarise } from '../engine/edit/summarise';
import { faultTrace, ModelUnavailable } from '../engine/errors';
import { realOrAsWritten } from '../engine/snapshot/diskPath';
import { alreadyThere } from '../engine/snapshot/planWrites';
import { createFiles } from '../node/files';
import { createFolderStore } from '../node/folderStore';
import { findRipgrep } from '../node/ripgrep';
import type { EngineEvent } from '../shared/events';
import { Actions } from './actions';
import { onUnsaved } from './applier';
import { AppliedSince } from './appliedSince';
import { applyAsChosen } from './applyAsChosen';
import { ChangesTree } from './changesTree';
import { ChatView } from './chat/chatView';
import { interruptions, turnsOf } from './chat/earlierTurns';
import { KeptConversation } from './chat/keptConversation';
import { RewriteActions } from './codeActions';
import { createGuard, registerCommands } from './commands';
import { Conflicts } from './conflicts';
import { Connection } from './connection';
import { earlierApply } from './earlierApply';
import { windowFolders } from './folders';
import { createHost, mementoStore, windowStore } from './host';
import { codeReaderLater, createEngineLater, secretsLater } from './later';
import { lazyEngine } from './lazyEngine';
import { cleanOldRooms } from './oldRooms';
import { ModelActions } from './modelActions';
import { PlanTree } from './planTree';
import { PreparingNotice } from './preparingNotice';
import { recoverInterrupted } from './restoreSnapshot';
import { Review } from './review';
import { ReviewEdits } from './reviewEdits';
import { RunningTree } from './runningTree';
import { Session } from './session';
import type { SessionViews } from './sessionPorts';
import { onModelSettingsChange, readSettings } from './settings';
import { createTerminalShell } from './terminal';
import { SnapshotsTree } from './snapshotsTree';
import { StatusBar } from './statusBar';
import { Typing } from './typing';
import { UnsavedTexts } from './unsavedTexts';
import { VirtualTexts } from './virtualTexts';
import { WaitingReview } from './waitingReview';

/**
 * Builds everything and hands it to `context` for disposal. Nothing is started or asked before the person does something;
 * only an apply that a crash interrupted is ended, and what waited for review when the window was closed is shown again.
 */
export function createFace(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel('Whittle', { log: true });
  const guard = createGuard(output);
  const log = (line: string): void => { output.info(line); };
  const roomsFolder = vscode.Uri.joinPath(context.globalStorageUri, 'rooms').fsPath;
  const folders = windowFolders(createFiles(process.platform, () => findRipgrep(vscode.env.appRoot), vscode.Uri.joinPath(context.extensionUri, 'dist/copyThread.js').fsPath), context.globalStorageUri, context.subscriptions);
  const { files, folder: workspace } = folders;
  const running = new RunningTree();
  const shell = createTerminalShell(log, (rows) => { running.show(rows); });
  const store = windowStore(mementoStore(context.globalState), createFolderStore(files, vscode.Uri.joinPath(context.globalStorageUri, 'journal').fsPath));
  const unsaved = new UnsavedTexts(workspace, files);
  const waiting = new WaitingReview(files, context.storageUri?.fsPath);
  const conversation = new KeptConversation({
    files, log, folder: context.storageUri?.fsPath,
    secrets: async () => secretsLater(files, workspace()?.fsPath ?? ''),
  });

  const plan = new PlanTree();
  const changes = new ChangesTree(workspace);
  const changesView = vscode.window.createTreeView('whittle.changes', { treeDataProvider: changes });
  const snapshots = new SnapshotsTree(files, workspace);
  const snapshotsView = vscode.window.createTreeView('whittle.snapshots', { treeDataProvider: snapshots });
  const status = new StatusBar();
  const review = new Review(vscode.Uri.file(roomsFolder));
  const texts = new VirtualTexts();
  const conflicts = new Conflicts(texts, workspace, files, (change) => onUnsaved(change, { workspace: workspace() ?? vscode.Uri.file('/'), unsaved: (path) => unsaved.baseOf(path) }));
  const chat = new ChatView(context.extensionUri, (message) => { void guard(`chat ${message.kind}`, () => actions.receive(message)); }, (latest, said) => { conversation.changed(latest, said); });
  const refresh = (): void => { status.show({ ...connection.state, busy: session.busy, review: review.pending }); };
  const connection = new Connection(readSettings, store, ({ model, problem }) => {
    chat.post({ kind: 'model', ...(model && { model }), ...(problem !== undefined && { problem }) });
    refresh();
  });

  const typing = new Typing();
  const preparing = new PreparingNotice(() => { session.stop(); });
  const views: SessionViews = {
    post: (message) => {
      plan.follow(message);
      chat.post(message);
    },
    event: (event) => {
      if (event.kind === 'plan' && event.plan.steps.length === 0) plan.show(undefined);
      if (event.kind === 'changes') changes.show(event.changes);
      preparing.follow(event);
      logEvent(output, event);
    },
    busy: (running) => {
      // The files may change now: what an earlier apply stumbled over is told anew by the next one.
      if (running) void guard('forgetting conflicts', () => conflicts.set([], { files: [] }));
      plan.work(running);
      void vscode.commands.executeCommand('setContext', 'whittle.busy', running);
      refresh();
    },
    review: async (room, set) => {
      if (room === undefined) {
        unsaved.clear();
        await conflicts.set([], set);
      }
      const rows = summarise(await conflicts.asChosen(set));
      changes.show(rows);
      changesView.badge = rows.length === 0 ? undefined : { value: rows.length, tooltip: vscode.l10n.t('{0} changed files to review', rows.length) };
      await review.set(room, set);
      refresh();
    },
    applied: (set, result) => { void guard('showing what was applied', () => actions.afterApply(set, result)); },
  };
  let code: Promise<CodeReader> | undefined;
  const session: Session = new Session({
    views,
    log,
    t: vscode.l10n.t,
    keep: (review) => { void guard('keeping what waits for review', () => waiting.set(review && { ...review, unsaved: unsaved.kept() })); },
    ready: async (signal) => {
      if (!workspace()) throw new ModelUnavailable('internal', vscode.l10n.t('No folder is open, so there is nothing to work on.'), vscode.l10n.t('Open a folder (File, Open Folder) and ask again.'), 'retry');
      await connection.ensure(signal);
    },
    apply: (set, title) => applyAsChosen(
      { workspace: workspace() ?? vscode.Uri.file('/'), files, store, changes: set, title, unsaved: (path) => unsaved.baseOf(path) },
      { conflicts, code: () => session.code() },
    ),
    saveEdits: () => edits.save(),
    asChosen: (set) => conflicts.asChosen(set),
    alreadyThere: async (set) => {
      const folder = workspace();
      return folder ? alreadyThere({ files, folder: await realOrAsWritten(files, folder.fsPath), changes: set.files }) : new Set();
    },
    makeEngine: (emit) => {
      const host = createHost({
        extensionFolder: context.extensionPath, roomsFolder, files, shell, store, emit, log,
        unsaved, typing,
        backToChat: () => { void guard('going back to the chat', () => actions.showChat()); },
        inRoom: (path) => (session.room !== undefined && path.startsWith(`${session.room}/`) ? path.slice(session.room.length + 1) : undefined),
      });
      return lazyEngine(() => createEngineLater({
        host,
        workspace: () => workspace()?.fsPath ?? '',
        roots: () => folders.roots(),
        trusted: () => vscode.workspace.isTrusted,
        settings: () => readSettings().engine,
        connect: (signal) => connection.ensure(signal),
        code: () => (code ??= codeReaderLater(host, versionOf(context), vscode.Uri.joinPath(context.extensionUri, 'dist').fsPath)),
      }));
    },
  });
  const edits = new ReviewEdits(() => session.room, () => void session.recheck());
  const inUseHere = async (): Promise<ReadonlySet<string>> => new Set([session.roomId, (await waiting.get())?.room].filter((id) => id !== undefined));
  const applied = new AppliedSince(workspace, files, (paths) => { session.undone(paths); });
  const actions: Actions = new Actions({ applied, chat, session, review, connection, models: new ModelActions(connection), output, workspace, conflicts, files, store, texts, snapshots, shell, typing, rooms: { folder: roomsFolder, inUse: inUseHere } });
  const resume = async (): Promise<void> => {
    const left = await waiting.get();
    if (left) unsaved.restore(left.unsaved);
    const problem = left && await session.resume(left);
    await review.settleRestored();
    if (problem !== undefined) void vscode.window.showWarningMessage(problem);
  };
  const recall = guard('showing the last conversation', async () => {
    const { messages, damaged } = await conversation.load();
    const turns = turnsOf(messages);
    chat.begin(messages);
    interruptions(messages).forEach((end) => { chat.post(end); });
    session.recall(turns);
    if (!session.busy) messages.forEach((message) => { plan.follow(message); });
    const told = await earlierApply(messages, files, workspace()?.fsPath ?? '').catch((error: unknown) => { log(faultTrace(error)); });
    if (told && !session.busy) {
      session.recallApply(told);
      applied.set(told.written, told.back);
      void applied.look();
    }
    if (damaged !== undefined) void vscode.window.showWarningMessage(vscode.l10n.t('The last conversation can\'t be shown: its file is damaged. It is kept as {0}. Your files, and changes that wait for review, are not touched by that; go on with a new request.', damaged));
  });
  const recover = (): void => {
    const folder = workspace();
    if (!folder || !vscode.workspace.isTrusted) return;
    const done = recoverInterrupted(folder, files, store, log);
    void guard('ending an interrupted apply', () => done);
    // Only then it is known what still waits.
    void guard('showing what waited for review', () => done.catch(() => undefined).then(() => recall).then(resume));
  };

  chat.post({ kind: 'hello', trusted: vscode.workspace.isTrusted, busy: false });
  context.subscriptions.push(
    output, shell, status, review, edits, conflicts, applied, texts, session, conversation,
    vscode.window.registerWebviewViewProvider(ChatView.id, chat),
    vscode.window.registerTreeDataProvider('whittle.plan', plan),
    changesView,
    snapshotsView,
    // The command line makes snapshots too.
    snapshotsView.onDidChangeVisibility(({ visible }) => { if (visible) snapshots.refresh(); }),
    vscode.window.registerTreeDataProvider('whittle.running', running),
    vscode.languages.registerCodeActionsProvider({ scheme: 'file' }, new RewriteActions(() => session.code(), workspace), RewriteActions.metadata),
    registerCommands(actions, guard),
    cleanOldRooms(files, roomsFolder, inUseHere, log),
    onModelSettingsChange(() => { connection.forget(); }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      chat.post({ kind: 'trust', trusted: true });
      recover();
    }),
  );
  recover();
}

/** The log tells a task's course without the words and the code, which are the person's. */
function logEvent(output: vscode.LogOutputChannel, event: EngineEvent): void {
  switch (event.kind) {
    case 'started': output.info(`task begins: ${event.category}, ${event.model}`); break;
    case 'call': output.debug(`call ${event.tool}`); break;
    case 'result': output.info(`${event.tool}: ${event.ok ? 'ok' : 'refused'} in ${Math.round(event.milliseconds)} ms`); break;
    case 'correction': output.info(`corrected the model: ${event.text}`); break;
    case 'usage': output.debug(`tokens: ${event.usage.prompt} in, ${event.usage.completion} out of ${event.usage.window}`); break;
    case 'finished': output.info(event.outcome.kind === 'failed' ? `task failed (${event.outcome.code}): ${event.outcome.cause}` : `task ends: ${event.outcome.kind}`); break;
    default: output.trace(event.kind);
  }
}

function versionOf({ extension }: vscode.ExtensionContext): string {
  return String((extension.packageJSON as { readonly version?: unknown }).version);
}
