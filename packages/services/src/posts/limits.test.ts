import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listenForRequests, type Listener } from '../http/listen.ts';
import { createPostsApp } from './posts-app.ts';

/** The tests use sockets, because a client library would not read an answer while it still sends the body. */

const mebibyte = 1024 * 1024;
let listener: Listener;
beforeEach(async () => {
  const app = createPostsApp();
  listener = await listenForRequests((request) => app.fetch(request), 0);
});
afterEach(() => listener.stop());

function begin(type: string, ...headers: string[]): Socket {
  const { host, port } = new URL(listener.url);
  const socket = connect(Number(port), '127.0.0.1');
  const head = ['POST /posts HTTP/1.1', `Host: ${host}`, `Content-Type: ${type}`, ...headers];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return socket;
}

const beginJson = (...headers: string[]): Socket => begin('application/json', ...headers);

function expectTooLarge(received: string): void {
  const [head = '', body = ''] = received.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 413 /);
  expect(head.toLowerCase()).toContain('connection: close');
  expect(JSON.parse(body)).toMatchObject({ message: 'Payload Too Large' });
}

describe('the posts service, for a body of JSON', () => {
  test('returns 413 for a declared length over 1 MiB before a byte of the body has arrived', async () => {
    expectTooLarge(await text(beginJson(`Content-Length: ${mebibyte + 1}`)));
  });

  test('delivers the 413 to a client that is still sending the body', async () => {
    const socket = beginJson(`Content-Length: ${8 * mebibyte}`);
    const received = text(socket);
    socket.write(Buffer.alloc(8 * mebibyte, 'x'));
    expectTooLarge(await received);
  });

  test('counts the bytes of chunks, and returns 413 before the end of the body', async () => {
    const socket = beginJson('Transfer-Encoding: chunked');
    const received = text(socket);
    const chunk = Buffer.concat([
      Buffer.from('10000\r\n'),
      Buffer.alloc(0x10000, 'x'),
      Buffer.from('\r\n'),
    ]);
    for (let sent = 0; sent <= mebibyte; sent += 0x10000) socket.write(chunk);
    // The last chunk is missing, so a service that waited for the end of the body would wait forever.
    expectTooLarge(await received);
  });

  test('returns 400 for a body with a declared length and with chunks', async () => {
    const socket = beginJson('Content-Length: 3', 'Transfer-Encoding: chunked');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('returns 201 for a chunked body within the limit', async () => {
    const post = JSON.stringify({ title: 'A', body: 'B', userId: 7 });
    const socket = beginJson('Transfer-Encoding: chunked', 'Connection: close');
    socket.write(`${post.length.toString(16)}\r\n${post}\r\n0\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /);
  });
});

test('the posts service returns 415 without waiting for the body', async () => {
  const socket = begin('text/plain', 'Content-Length: 100');
  const [piece] = (await once(socket, 'data')) as [Buffer];
  expect(piece.toString()).toMatch(/^HTTP\/1\.1 415 /);
  socket.destroy();
});
