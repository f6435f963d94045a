/** Loads the larger half of Whittle when it is first needed, so that the editor starts without it: the only dynamic imports there are. */
import type { CodeReader } from '../engine/code/codeReader';
import type { Engine, EngineOptions } from '../engine/engine';
import type { connect } from '../engine/models/connect';
import type { Files, Host } from '../engine/ports';
import type { FromWebview } from '../shared/protocol';

export async function createEngineLater(options: EngineOptions): Promise<Engine> {
  const { createEngine } = await import('../engine/engine');
  return createEngine(options);
}

export async function codeReaderLater(host: Host, version: string, dist: string): Promise<CodeReader> {
  const { rememberingReader } = await import('../node/rememberingReader');
  return (await rememberingReader(host, version, dist)).code;
}

export async function connectLater(...wish: Parameters<typeof connect>): ReturnType<typeof connect> {
  const loaded = await import('../engine/models/connect');
  return loaded.connect(...wish);
}

/** Messages are read in the order in which they came. */
export async function readFromWebviewLater(value: unknown): Promise<FromWebview | undefined> {
  const { readFromWebview } = await import('./chat/fromWebview');
  return readFromWebview(value);
}

/** What may be a key in the secret files of a folder. */
export async function secretsLater(files: Files, folder: string): Promise<readonly string[]> {
  const { knownSecrets } = await import('../engine/room/knownSecrets');
  return knownSecrets(files, folder);
}
