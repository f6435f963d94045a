/** `npm run test:live`: the contract the protocol doubles are held to, against a real model server. Not part of `npm test`. */
import { parseArgs } from 'node:util';
import { ensureModules } from './lib/ensureModules.mjs';
import { fetchLiveServer, startLiveServer } from './lib/liveServer.mjs';
import { root } from './lib/paths.mjs';
import { attempt } from './lib/run.mjs';
import { fail, Plain, say } from './lib/say.mjs';

const help = `npm run test:live -- --url URL | --fetch  [--model NAME] [--key KEY] [--calls N] [--only WORD]

  --url URL     a server that runs, http://127.0.0.1:8080/v1 for example
  --fetch       fetch and build llama.cpp's server with a model of 135 million parameters, start it, check it, stop it
  --model NAME  another model than the one in memory
  --key KEY     sent as a bearer token
  --calls N     how many calls are made under a schema (100)
  --only WORD   only the checks with this word in their title`;

const options = {
  url: { type: 'string' }, fetch: { type: 'boolean' }, model: { type: 'string' }, key: { type: 'string' },
  calls: { type: 'string' }, only: { type: 'string' }, help: { type: 'boolean', short: 'h' },
};

async function main() {
  const { url, fetch: fetched, help: wantsHelp, ...passed } = readOptions();
  if (wantsHelp) return say(help);
  if ((url === undefined) === (fetched === undefined)) throw new Plain(`Give either --url or --fetch.\n\n${help}`);
  if (passed.calls !== undefined && !/^\d+$/.test(passed.calls)) throw new Plain(`--calls wants a number, not "${passed.calls}".`);
  await ensureModules();
  const server = fetched ? await startLiveServer(await fetchLiveServer()) : undefined;
  try {
    const extra = Object.entries(passed).flatMap(([name, value]) => [`--${name}`, value]);
    const { code } = await attempt(process.execPath, ['--import', 'tsx', 'test/live/runLive.ts', '--url', server?.url ?? url, ...extra], { cwd: root, show: true });
    process.exitCode = code;
  } finally {
    await server?.stop();
  }
}

function readOptions() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new Plain(`${error.message.split('. ')[0]}.\n\n${help}`);
  }
}

main().catch(fail);
