/** A fetch without limits of its own: Node's built-in one gives up after 300 s without headers, and a long prompt on a slow machine takes longer. */
import { request as overHttp, type IncomingMessage } from 'node:http';
import { request as overHttps } from 'node:https';
import { Readable } from 'node:stream';

/** Statuses that never have a body. */
const bodiless: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/** For model servers: text bodies, no redirects, one connection a request, so that none is found closed by the other side. How long to wait is the caller's to say, by the signal. */
export const patientFetch: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const { body, signal, method } = init ?? {};
  if (body !== undefined && body !== null && typeof body !== 'string') throw new TypeError('only text can be sent to a model server');
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? overHttps : overHttp;
    let open: IncomingMessage | undefined;
    const request = send(url, { method: method ?? 'GET', headers: Object.fromEntries(new Headers(init?.headers)), agent: false }, (answer) => {
      open = answer;
      const headers = new Headers();
      for (const [name, value] of Object.entries(answer.headers)) for (const one of [value ?? []].flat()) headers.append(name, one);
      const status = answer.statusCode ?? 0;
      // Whoever stops reading must not leave an error that nobody takes.
      answer.on('error', () => undefined);
      resolve(new Response(bodiless.has(status) ? null : (Readable.toWeb(answer) as ReadableStream), { status, headers }));
    });
    const stop = (): void => { (open ?? request).destroy(signal?.reason as Error); };
    signal?.addEventListener('abort', stop);
    request.on('close', () => { signal?.removeEventListener('abort', stop); });
    request.on('error', (error) => { reject(signal?.aborted === true ? signal.reason as Error : new TypeError(`fetch failed: ${error.message}`, { cause: error })); });
    request.end(body ?? undefined);
  });
};
