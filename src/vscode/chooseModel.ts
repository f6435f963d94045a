/** Lets the person pick among the models that the servers on this machine, or the one in the settings, offer. */
import * as vscode from 'vscode';
import { detect, identify } from '../engine/models/detect';
import type { DetectedServer, ServedModel } from '../engine/models/profiles';
import { withLinkedSignal } from '../engine/models/withLinkedSignal';
import { patientFetch } from '../node/patientFetch';
import { showServerHelp } from './serverHelp';
import { readSettings, writeModel } from './settings';

/** How long an endpoint of the person's own, which may be far away, has to list its models. */
const patience = 5_000;

interface ModelRow extends vscode.QuickPickItem {
  readonly endpoint: string;
  readonly model: string;
}

/** Shows the list and writes the choice to the settings. False where nothing was chosen. */
export async function chooseModel(): Promise<boolean> {
  const { endpoint } = readSettings();
  const location = vscode.ProgressLocation.Notification;
  const servers = await vscode.window.withProgress({ location, title: vscode.l10n.t('Whittle looks for models…') }, () => offered(endpoint));
  const strange = servers.find((server) => server.endpoint === endpoint || server.strange)?.strange;
  const rows = servers.flatMap((server) => server.models.map((model) => rowOf(server, model)));
  if (rows.length === 0) {
    const help = vscode.l10n.t('How to Start a Server');
    const none = endpoint === undefined ? vscode.l10n.t('No model server answers on this machine.') : strange ? `${strange.failure.message} ${strange.failure.next}` : vscode.l10n.t('{0} offers no model.', endpoint);
    if ((await vscode.window.showWarningMessage(none, help)) === help) await showServerHelp();
    return false;
  }
  const chosen = await vscode.window.showQuickPick(rows, { title: vscode.l10n.t('Choose a model'), matchOnDescription: true });
  if (!chosen) return false;
  // The first server found is the one that is taken anyway.
  const found = endpoint ?? servers[0]?.endpoint;
  await writeModel(chosen.model, chosen.endpoint === found ? undefined : chosen.endpoint);
  return true;
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
    model.window === undefined ? undefined : vscode.l10n.t('window {0}', model.window.toLocaleString('en')),
    model.tools === false ? vscode.l10n.t('its template takes no tools') : undefined,
  ].filter((fact) => fact !== undefined);
  return { label: model.id, description: `${server.title}, ${server.endpoint}`, detail: facts.join(', '), endpoint: server.endpoint, model: model.id };
}
