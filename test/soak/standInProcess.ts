/** The stand-in server in a process of its own, which can be ended and started again at the same port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Session } from '../support/standIn';

export interface StandInProcess {
  readonly url: string;
  /** What the next task's model says, and how the server fails at it. */
  play(session: Session, fail: string | null): Promise<void>;
  start(): Promise<void>;
  /** Without goodbye. */
  kill(): Promise<void>;
}

export async function createStandInProcess(): Promise<StandInProcess> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const url = `http://127.0.0.1:${port}/v1`;
  return {
    url,
    play: async (session, fail) => {
      const answer = await fetch(`http://127.0.0.1:${port}/control`, { method: 'POST', body: JSON.stringify({ sessions: [session], fail, delay: 0, requests: [] }), headers: { connection: 'close' } });
      await answer.arrayBuffer();
    },
    start: async () => {
      child = spawn(process.execPath, ['scripts/standIn/server.mjs', '--port', String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
      if (child.stdout !== null) await once(child.stdout, 'data');
    },
    kill: async () => {
      if (child === undefined || child.exitCode !== null) return;
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
