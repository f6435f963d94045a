/** Lets the person pick among the models that the servers on this machine, or the one in the settings, offer. */
import * as vscode from 'vscode';
import { detect, identify } from '../engine/models/detect';
import { SERVERS, type DetectedServer, type ServedModel } from '../engine/models/profiles';
import { patientFetch } from '../node/patientFetch';
import { heard } from '../shared/heard';
import { withLinkedSignal } from '../shared/withLinkedSignal';
import { count } from './numbers';
import { readAddress } from './serverAddress';
import { showServerHelp } from './serverHelp';
import { readSettings, writeModel } from './settings';

/** How long an endpoint of the person's own, which may be far away, has to list its models. */
const patience = 5_000;

interface ModelRow extends vscode.QuickPickItem {
  readonly endpoint: string;
  readonly model: string;
}

/** A row that leads elsewhere; `address` is tried in its place, or typed where it is empty. */
interface WayRow extends vscode.QuickPickItem {
  readonly address?: string;
  readonly way?: 'look' | 'help';
}

/** Shows the models, and the ways to one where there is none, and writes the choice to the settings. False where nothing was chosen. */
export async function chooseModel(): Promise<boolean> {
  const { endpoint } = readSettings();
  for (;;) {
    const servers = await looking(() => offered(endpoint));
    const rows: readonly (ModelRow | WayRow)[] = servers.flatMap((server) => server.models.map((model) => rowOf(server, model)));
    const title = rows.length === 0 ? whyNone(endpoint, servers) : vscode.l10n.t('Choose a model');
    const ways = rows.length === 0 ? waysOn() : [separator(''), otherAddress()];
    const chosen = await vscode.window.showQuickPick([...rows, ...ways], { title, matchOnDescription: true, ...(rows.length === 0 && { placeHolder: vscode.l10n.t('Choose how to go on') }) });
    if (!chosen) return false;
    // The first server found is the one that is taken anyway.
    if ('model' in chosen) return keepChoice(chosen, endpoint ?? servers[0]?.endpoint);
    if (chosen.way === 'help') return showServerHelp().then(() => false);
    if (chosen.way === 'look') continue;
    const server = await serverAt(chosen.address ?? '');
    if (!server) continue;
    const model = await vscode.window.showQuickPick(server.models.map((one) => rowOf(server, one)), { title: vscode.l10n.t('Choose a model of {0}', server.endpoint), matchOnDescription: true });
    if (model) return keepChoice(model, undefined);
  }
}

async function keepChoice({ model, endpoint }: ModelRow, found: string | undefined): Promise<true> {
  await writeModel(model, endpoint === found ? undefined : endpoint);
  return true;
}

function whyNone(endpoint: string | undefined, servers: readonly DetectedServer[]): string {
  const strange = servers.find((server) => server.endpoint === endpoint || server.strange)?.strange;
  if (strange) return `${heard(strange.failure.message, vscode.l10n.t)} ${heard(strange.failure.next, vscode.l10n.t)}`;
  if (servers.length > 0) return vscode.l10n.t('{0} answers, but offers no model.', servers.map((server) => server.endpoint).join(', '));
  return endpoint === undefined ? vscode.l10n.t('No model server answers on this machine.') : vscode.l10n.t('No model server answers at {0}, nor on this machine.', endpoint);
}

const separator = (label: string): WayRow => ({ label, kind: vscode.QuickPickItemKind.Separator });
const otherAddress = (): WayRow => ({ label: vscode.l10n.t('Enter an Address…'), iconPath: new vscode.ThemeIcon('edit'), address: '' });

/** What can be done where nothing answers. */
function waysOn(): readonly WayRow[] {
  return [
    { label: vscode.l10n.t('Look Again'), iconPath: new vscode.ThemeIcon('refresh'), way: 'look' },
    otherAddress(),
    { label: vscode.l10n.t('How to Start a Server'), iconPath: new vscode.ThemeIcon('question'), way: 'help' },
    separator(vscode.l10n.t('looked at on this machine')),
    ...SERVERS.flatMap(({ title, ports }) => ports.map((port) => ({ label: title, description: `http://127.0.0.1:${port}/v1`, address: `http://127.0.0.1:${port}/v1` }))),
  ];
}

/** Asks for an address until a server with models answers there; undefined where the person gives up. */
async function serverAt(first: string): Promise<DetectedServer | undefined> {
  for (let [value, problem] = [first, '']; ;) {
    const typed = await vscode.window.showInputBox({
      title: vscode.l10n.t('Address of the model server'), placeHolder: 'http://127.0.0.1:8080/v1', value, ignoreFocusOut: true,
      // What was wrong with the last one stands here, so that the same can be tried again once the server runs.
      prompt: problem === '' ? vscode.l10n.t('Host and port as its window or terminal shows them') : problem,
      validateInput: (text) => {
        const address = readAddress(text, vscode.l10n.t);
        return address.ok || text === '' ? undefined : address.problem;
      },
    });
    if (typed === undefined) return undefined;
    const address = readAddress(typed, vscode.l10n.t);
    const server = address.ok ? await looking(() => serverOf(address.endpoint)) : undefined;
    if (server && server.models.length > 0) return server;
    value = typed;
    problem = address.ok ? whyNot(address.endpoint, server) : address.problem;
  }
}

function whyNot(endpoint: string, server: DetectedServer | undefined): string {
  if (server?.strange) return heard(server.strange.failure.message, vscode.l10n.t);
  if (server?.loading === true) return vscode.l10n.t('{0} is still loading its model.', endpoint);
  return server ? vscode.l10n.t('{0} answers, but offers no model. Load one there.', endpoint) : vscode.l10n.t('Nothing answers at {0}. Start the server, or correct the address.', endpoint);
}

async function looking<T>(look: () => Promise<T>): Promise<T> {
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Whittle looks for models…') }, look);
}

async function serverOf(endpoint: string): Promise<DetectedServer | undefined> {
  return withLinkedSignal(undefined, 2 * patience, ({ signal }) => identify(endpoint, patientFetch, signal, patience));
}

async function offered(endpoint: string | undefined): Promise<readonly DetectedServer[]> {
  return withLinkedSignal(undefined, 2 * patience, async ({ signal }) => {
    const own = endpoint === undefined ? undefined : await identify(endpoint, patientFetch, signal, patience);
    const local = await detect(patientFetch, signal);
    return own === undefined ? local : [own, ...local.filter((server) => server.endpoint !== own.endpoint)];
  });
}

function rowOf(server: DetectedServer, model: ServedModel): ModelRow {
  const facts = [
    model.loaded === true ? vscode.l10n.t('loaded') : undefined,
    model.window === undefined ? undefined : vscode.l10n.t('window {0}', count(model.window)),
    model.tools === false ? vscode.l10n.t('its template takes no tools') : undefined,
  ].filter((fact) => fact !== undefined);
  return { label: model.id, description: `${server.title}, ${server.endpoint}`, detail: facts.join(', '), endpoint: server.endpoint, model: model.id };
}
