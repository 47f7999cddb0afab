import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listenForRequests, type Listener } from '../http/listen.ts';
import { createRequestLog } from '../request-log.ts';
import { type Board, createBoard } from './board.ts';
import { withCommonScenarios } from './tables.ts';

/** The tests see the faults of a bad network from the client's end of a socket. */

const record = { title: 'A star', count: 3 };
const whole = JSON.stringify(record);

let board: Board<null>;
let listener: Listener;
let stopping: AbortController;
let arrived: (() => void) | undefined;
beforeEach(async () => {
  stopping = new AbortController();
  arrived = undefined;
  const log = createRequestLog(Date.now);
  const { signal } = stopping;
  board = createBoard({
    table: withCommonScenarios<null>({}),
    plainWorld: null,
    now: Date.now,
    signal,
  });
  listener = await listenForRequests(async (request, { reset }) => {
    const entry = log.open('posts', 'GET', '/');
    arrived?.();
    const service = () => Response.json(record);
    const answer = await board.answer(request, entry, service, reset);
    return answer;
  }, 0);
});
afterEach(async () => {
  stopping.abort();
  await listener.stop();
});

/**
 * Resolves with the text of the answer, the number of its pieces, and the error that ended the connection, if there was
 * one.
 */
async function receive(
  connection = 'close',
): Promise<{ text: string; pieces: number; error: string | null }> {
  const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
  let error: string | null = null;
  socket.on('error', ({ code }: NodeJS.ErrnoException) => (error = code ?? 'unknown'));
  const all: Buffer[] = [];
  socket.on('data', (piece: Buffer) => void all.push(piece));
  const { host } = new URL(listener.url);
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: ${connection}\r\n\r\n`);
  await new Promise((resolve) => socket.once('close', resolve));
  return { text: Buffer.concat(all).toString(), pieces: all.length, error };
}

const bodyOf = (text: string): string => text.slice(text.indexOf('\r\n\r\n') + 4);

describe('a scenario of a bad network', () => {
  test('resets the connection before the first byte: reset', async () => {
    board.put({ name: 'reset' });
    expect(await receive('keep-alive')).toEqual({ text: '', pieces: 0, error: 'ECONNRESET' });
  });

  test('sends half of the body and then resets the connection: reset-midway', async () => {
    board.put({ name: 'reset-midway' });
    const { text, error } = await receive('keep-alive');
    expect(error).toBe('ECONNRESET');
    expect(text.toLowerCase()).toContain(`content-length: ${whole.length}`);
    expect(bodyOf(text)).toBe(whole.slice(0, Math.floor(whole.length / 2)));
  });

  test('ends the connection before the declared length: wrong-length', async () => {
    board.put({ name: 'wrong-length', kept: 0.5 });
    const { text } = await receive('keep-alive');
    expect(bodyOf(text)).toBe(whole.slice(0, Math.floor(whole.length / 2)));
  });

  test('sends the whole body piece by piece: dripping-body', async () => {
    board.put({ name: 'dripping-body', seconds: 0.002, bytes: 3 });
    const { text, pieces } = await receive();
    expect(bodyOf(text)).toBe(whole);
    expect(pieces).toBeGreaterThan(whole.length / 6);
  });

  test.each(['silence', 'slow-headers', 'dripping-body'])(
    'sends no whole body before the services stop: %s',
    async (name) => {
      board.put({ name });
      const here = new Promise<void>((resolve) => (arrived = resolve));
      const answer = receive();
      await here;
      stopping.abort();
      expect(bodyOf((await answer).text)).not.toBe(whole);
    },
  );
});

describe('a scenario of oversized answers', () => {
  test('sends a small compressed body that unpacks to a large valid body: gzip-bomb', async () => {
    board.put({ name: 'gzip-bomb', mebibytes: 8 });
    const { text } = await receive();
    expect(text.toLowerCase()).toContain('content-encoding: gzip');
    expect(text.length).toBeLessThan(20_000);
    const answer = await fetch(listener.url);
    const json = (await answer.json()) as { padding: string };
    expect(json).toMatchObject(record);
    expect(json.padding).toHaveLength(8 * 1024 * 1024);
  });
});
