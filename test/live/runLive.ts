/** Runs the checks against one server and ends with the counts: `tsx test/live/runLive.ts --url URL [--model M] [--key K] [--calls N] [--only WORD]`. */
import { parseArgs } from 'node:util';
import { identify } from '../../src/engine/models/detect';
import { CHECKS } from './checks';
import { CannotDo, connectTo, never, type Live } from './liveCheck';
import { WireTap } from './wireTap';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { url: { type: 'string' }, model: { type: 'string' }, key: { type: 'string' }, calls: { type: 'string', default: '100' }, only: { type: 'string' } } });
  const url = values.url ?? '';
  const tap = new WireTap();
  const server = await identify(url, tap.fetch, never, 5000, values.key);
  if (!server) throw new Error(`No model server answers at ${url}. Start one, or correct the address: http://127.0.0.1:8080/v1 for llama.cpp, http://127.0.0.1:11434/v1 for Ollama.`);
  const root = server.endpoint.replace(/\/v1$/, '');
  const headers: Record<string, string> = values.key === undefined ? {} : { authorization: `Bearer ${values.key}` };
  const live: Live = {
    url, root, server, tap, calls: Number(values.calls),
    model: (options) => connectTo(url, tap, { model: values.model, apiKey: values.key, ...options }),
    get: async (path) => {
      const response = await fetch(root + path, { headers });
      return response.ok ? response.json() as Promise<unknown> : undefined;
    },
  };
  const count = { passed: 0, failed: 0, cannot: 0 };
  for (const { title, run } of CHECKS.filter((check) => values.only === undefined || check.title.includes(values.only))) {
    const began = performance.now();
    try {
      const seen = await run(live);
      count.passed += 1;
      say(`✓ ${title} (${((performance.now() - began) / 1000).toFixed(1)} s)\n    ${seen}`);
    } catch (error) {
      if (error instanceof CannotDo) {
        count.cannot += 1;
        say(`– ${title}\n    can't be checked here: ${error.message}`);
      } else {
        count.failed += 1;
        say(`✗ ${title}\n    ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  if (count.cannot > 0) say(`\n${count.cannot} can't be checked on this server (see –)`);
  say(`${count.passed} passed, ${count.failed} failed`);
  process.exitCode = count.failed === 0 && count.passed > 0 ? 0 : 1;
}

// Should a check never come to an end, that is no success.
process.exitCode = 1;
main().catch((error: unknown) => {
  say(`✗ ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
