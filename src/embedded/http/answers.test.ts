import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Answer, listen, type Listener } from './listen.ts';

let answer: Answer;
let listener: Listener;
beforeEach(async () => {
  listener = await listen((...given) => answer(...given), 0);
});
afterEach(() => listener.stop());

/** Sends one request on a connection of its own. */
function send(method: string, ...headers: string[]): Socket {
  const { host, port } = new URL(listener.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write([`${method} / HTTP/1.1`, `Host: ${host}`, ...headers, '', ''].join('\r\n'));
  return socket;
}

test('an answer that is shorter than its declared length ends the connection', async () => {
  const body = (): ReadableStream => new Blob(['half']).stream();
  answer = () => new Response(body(), { headers: { 'Content-Length': '8' } });
  expect(await text(send('GET', 'Connection: keep-alive'))).toMatch(/\r\n\r\nhalf$/);
});

/** The next request on a connection, its last. */
const next = (): string =>
  `GET / HTTP/1.1\r\nHost: ${new URL(listener.url).host}\r\nConnection: close\r\n\r\n`;

test.each(['GET', 'HEAD'])('after an answer to %s the connection is kept', async (method) => {
  const headers = { 'Content-Length': '5' };
  answer = (request) => new Response(request.method === 'HEAD' ? null : 'whole', { headers });
  const socket = send(method);
  const [first] = (await once(socket, 'data')) as [Buffer];
  expect(first.toString().toLowerCase()).toContain('content-length: 5');
  expect(first.toString().endsWith('whole')).toBe(method === 'GET');
  socket.write(next());
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200[^]*whole$/);
});

test('a stream is made no faster than the client takes it, and let go when the client goes', async () => {
  const pieces = 4_000;
  let made = 0;
  const over = new Promise<void>((resolve) => {
    const source = {
      pull: (controller: ReadableStreamDefaultController) => {
        made += 1;
        controller.enqueue(new Uint8Array(64 * 1024));
        if (made === pieces) controller.close();
      },
      cancel: () => resolve(),
    };
    answer = () => new Response(new ReadableStream(source));
  });
  const socket = send('GET');
  await once(socket, 'readable');
  socket.destroy();
  await over;
  expect(made).toBeLessThan(pieces);
});

test('a client that goes away aborts the signal of its request', async () => {
  const arrived = new Promise<AbortSignal>((resolve) => {
    answer = (request) => {
      resolve(request.signal);
      return new Promise<Response>((settle) => {
        request.signal.addEventListener('abort', () => settle(new Response()));
      });
    };
  });
  const socket = send('GET');
  const signal = await arrived;
  const aborted = once(signal, 'abort');
  socket.destroy();
  await aborted;
  expect(signal.aborted).toBe(true);
});
