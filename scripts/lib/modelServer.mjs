/** Finds a model server on this machine, or starts the stand-in that plays one for the sample project. */
import { existsSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { startGroup } from './processGroup.mjs';
import { Plain } from './say.mjs';

// Ollama, llama.cpp (two), LM Studio, KoboldCPP, vLLM, Jan: the ports the extension itself looks at.
const ports = [11434, 8080, 9931, 1234, 5001, 8000, 1337];

/** Resolves to the address of the first model server that answers on loopback, or to undefined after a second. */
export async function findModelServer() {
  const answers = await Promise.all(ports.map(async port => ((await listsModels(port)) ? port : undefined)));
  const port = answers.find(each => each !== undefined);
  return port === undefined ? undefined : `http://127.0.0.1:${port}`;
}

/** Any web server may sit on 8000 or 8080: only one that lists models counts. */
async function listsModels(port) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/models`, { signal: AbortSignal.timeout(1000) });
    return answer.ok && Array.isArray((await answer.json()).data);
  } catch {
    // Nobody there, or somebody who doesn't speak this protocol: the same to us.
    return false;
  }
}

/** Starts the stand-in; resolves, once it listens, to { url, stop }. */
export async function startStandIn() {
  const script = inRoot('scripts', 'standIn', 'server.mjs');
  if (!existsSync(script)) throw new Plain(`The stand-in model is missing (${script}). Start a model server, Ollama for example, and try again.`);
  let output = '';
  const { promise: listening, resolve } = Promise.withResolvers();
  const group = startGroup(process.execPath, [script, '--port', '0'], {
    onOutput: text => {
      output += text;
      const url = /^listening (http\S+)$/m.exec(output)?.[1];
      if (url) resolve(url);
    },
  });
  const url = await Promise.race([
    listening,
    group.ended.then(({ code }) => { throw new Plain(`The stand-in model ended at once (exit code ${code}).\n${output}`); }),
  ]);
  return { url, stop: () => group.stop() };
}
