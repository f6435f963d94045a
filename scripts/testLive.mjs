/** `npm run test:live`: the contract the protocol doubles are held to, against a real model server. Not part of `npm test`. */
import { parseArgs } from 'node:util';
import { ensureModules } from './lib/ensureModules.mjs';
import { fetchLiveServer, startLiveServer } from './lib/liveServer.mjs';
import { root } from './lib/paths.mjs';
import { attempt } from './lib/run.mjs';
import { fail, Plain, say } from './lib/say.mjs';

const help = `npm run test:live -- --url URL | --fetch  [--model NAME] [--key KEY] [--calls N] [--only WORD]

  --url URL     a server that runs, http://127.0.0.1:8080/v1 for example
  --fetch       fetch and build llama.cpp's server and two models of 135 and 270 million parameters, start it, check it, stop it
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
  const check = (address, given) => attempt(process.execPath, ['--import', 'tsx', 'test/live/runLive.ts', '--url', address, ...flags(given)], { cwd: root, show: true });
  if (!fetched) {
    process.exitCode = (await check(url, passed)).code;
    return;
  }
  const { program, models } = await fetchLiveServer();
  let failed = 0;
  for (const model of models) {
    // Asked for one kind of check, only the model that is there for it is started.
    if (passed.only !== undefined && model.only !== (models.some(({ only }) => only === passed.only) ? passed.only : undefined)) continue;
    say(`\n■ llama.cpp with ${model.title}`);
    const server = await startLiveServer(program, model);
    try {
      failed += (await check(server.url, model.only === undefined ? passed : { ...passed, only: model.only })).code === 0 ? 0 : 1;
    } finally {
      await server.stop();
    }
  }
  process.exitCode = failed === 0 ? 0 : 1;
}

const flags = given => Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);

function readOptions() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new Plain(`${error.message.split('. ')[0]}.\n\n${help}`);
  }
}

main().catch(fail);
