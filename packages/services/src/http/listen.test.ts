import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AnswerRequest, listenForRequests, type Listener } from './listen.ts';

let answer: AnswerRequest;
let listener: Listener;
beforeEach(async () => {
  answer = async (request) => Response.json(await request.text());
  listener = await listenForRequests((...given) => answer(...given), 0);
});
afterEach(() => listener.stop());

const host = () => `Host: ${new URL(listener.url).host}`;
/** Sends bytes that no client library would send. Resolves with all bytes that arrive until the connection ends. */
async function ask(...lines: string[]): Promise<string> {
  const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return text(socket);
}
async function problemOf(...lines: string[]): Promise<unknown> {
  const [head = '', body = ''] = (await ask(...lines)).split('\r\n\r\n');
  expect(head.toLowerCase()).toContain('content-type: application/json');
  expect(head.toLowerCase()).toContain('connection: close');
  const problem = JSON.parse(body) as { error: string };
  return [Number(head.split(' ')[1]), problem.error];
}

describe('listenForRequests, for bytes that are not a valid request', () => {
  test.each([
    ['bytes that are not HTTP', () => ['hello']],
    ['an unknown method', () => ['JUGGLE / HTTP/1.1', host()]],
    ['a broken chunk', () => ['POST / HTTP/1.1', host(), 'Transfer-Encoding: chunked', '', 'zz']],
    ['a request without a Host', () => ['GET / HTTP/1.1']],
  ])('returns 400 in JSON and ends the connection for %s', async (_name, lines) => {
    expect(await problemOf(...lines())).toEqual([400, 'Bad Request']);
  });

  test('returns 431 for headers that are too long', async () => {
    const long = `X: ${'x'.repeat(20_000)}`;
    const expected = [431, 'Request Header Fields Too Large'];
    expect(await problemOf('GET / HTTP/1.1', host(), long)).toEqual(expected);
  });

  test('returns 417 for an unknown expectation', async () => {
    const lines = ['GET / HTTP/1.1', host(), 'Expect: tea'];
    expect(await problemOf(...lines)).toEqual([417, 'Expectation Failed']);
  });
});

test.each([
  ['at once', () => Response.error()],
  ['later', () => Promise.resolve(Response.error())],
])(
  'listenForRequests resets the connection when the handler returns Response.error() %s',
  async (_when, refuse) => {
    answer = refuse;
    const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
    const failed = once(socket, 'error');
    socket.write(`GET / HTTP/1.1\r\n${host()}\r\n\r\n`);
    const [error] = (await failed) as unknown[];
    expect(error).toMatchObject({ code: 'ECONNRESET' });
  },
);

test.each(['GET', 'POST'])(
  'listenForRequests delivers an early answer to a client that is still sending the body of its %s',
  async (method) => {
    answer = () => new Response('enough');
    const length = 8 * 1024 * 1024;
    const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
    const answered = text(socket);
    socket.write(
      `${method} / HTTP/1.1\r\n${host()}\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(length));
    expect(await answered).toMatch(/enough$/);
  },
);

describe('listenForRequests, for a body that arrives in pieces', () => {
  // The body is larger than one read of a socket (64 KiB), and some characters are split between two pieces.
  const json = JSON.stringify({ title: 'Ünïcödé 😀'.repeat(20_000) });
  const bytes = Buffer.from(json);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 10_007) }, (_, n) =>
    bytes.subarray(n * 10_007, (n + 1) * 10_007),
  );
  const chunkOf = (piece: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
  const length = `Content-Length: ${bytes.length}`;
  const chunked = 'Transfer-Encoding: chunked';
  const chunks = [...pieces.map(chunkOf), Buffer.from('0\r\n\r\n')];
  test.each([
    ['JSON of a declared length', 'application/json', length, pieces],
    ['JSON with a charset', 'application/json; charset=utf-8', length, pieces],
    ['JSON in chunks', 'application/json', chunked, chunks],
  ])('reads the whole body: %s', async (_name, type, framing, sent) => {
    const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
    const answered = text(socket);
    const head = ['POST / HTTP/1.1', host(), 'Connection: close', `Content-Type: ${type}`, framing];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    for (const piece of sent) socket.write(piece);
    const [, body = ''] = (await answered).split('\r\n\r\n');
    // `toBe` is not used, because its message would print both long texts.
    expect(body === JSON.stringify(json)).toBe(true);
  });
});

test('listenForRequests listens on 127.0.0.1 only', async () => {
  // On Linux, all addresses of 127.0.0.0/8 lead to this machine; on other systems, 127.0.0.2 does not exist.
  const socket = connect(Number(new URL(listener.url).port), '127.0.0.2');
  const outcome = await Promise.race([
    once(socket, 'connect').then(
      () => 'connected',
      () => 'refused',
    ),
    once(socket, 'error').then(() => 'refused'),
  ]);
  socket.destroy();
  expect(outcome).toBe('refused');
});

test('listenForRequests reads a stream only as fast as the client, and cancels it on disconnection', async () => {
  const pieces = 4_000;
  let pieceCount = 0;
  const over = new Promise<void>((resolve) => {
    const source = {
      pull: (controller: ReadableStreamDefaultController) => {
        pieceCount += 1;
        controller.enqueue(new Uint8Array(64 * 1024));
        if (pieceCount === pieces) controller.close();
      },
      cancel: () => resolve(),
    };
    answer = () => new Response(new ReadableStream(source));
  });
  const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
  socket.write(`GET / HTTP/1.1\r\n${host()}\r\n\r\n`);
  await once(socket, 'readable');
  socket.destroy();
  await over;
  expect(pieceCount).toBeLessThan(pieces);
});

test('listenForRequests aborts the signal of a request when its client disconnects', async () => {
  const arrived = new Promise<AbortSignal>((resolve) => {
    answer = (request) => {
      resolve(request.signal);
      return new Promise<Response>((settle) => {
        request.signal.addEventListener('abort', () => settle(new Response()));
      });
    };
  });
  const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
  socket.write(`GET / HTTP/1.1\r\n${host()}\r\n\r\n`);
  const signal = await arrived;
  const aborted = once(signal, 'abort');
  socket.destroy();
  await aborted;
  expect(signal.aborted).toBe(true);
});
