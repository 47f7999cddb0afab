import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closedPort, startServer, type TestServer } from '#test/support/http-server.ts';
import { pngBytes } from '#test/support/images.ts';
import { legacyPlaceholder, picturesFeed } from '#test/support/picture-answers.ts';

const main = fileURLToPath(new URL('probe.ts', import.meta.url));
let server: TestServer;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
beforeEach(async () => {
  server = await startServer((request, response) => answer(request, response));
});
afterEach(() => server.close());

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
function probe(...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [main, ...args], (_error, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr });
    });
  });
}
async function printed(...args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await probe(...args);
  expect(stderr).toBe('');
  const result: unknown = JSON.parse(stdout);
  expect(result).toMatchObject({ ok: code === 0 });
  return result;
}
const reply = (status: number, body: unknown) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(status).end(JSON.stringify(body));

describe('probe', () => {
  it('prints the record of a picture and downloads its file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'overhead-probe-'));
    try {
      answer = (request, response) => {
        if (request.url === '/a.png') return void response.end(pngBytes(6, 5));
        const day = { date: '2026-11-20', title: 'A day', media_type: 'image' };
        return void response.end(JSON.stringify({ ...day, url: `${server.url}/a.png` }));
      };
      const date = ['--date', '2026-11-20', '--key', 'K'];
      const result = await printed('picture', '--base', server.url, ...date, '--download', folder);
      const { path } = (result as { value: { path: string } }).value;
      expect(result).toMatchObject({ value: { record: { title: 'A day' }, file: { width: 6 } } });
      expect(await readFile(path)).toEqual(pngBytes(6, 5));
      expect(await readdir(folder)).toHaveLength(1);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('requests the day from the given source, or from each source until one returns it', async () => {
    answer = (request, response) => {
      if (request.url?.startsWith('/planetary'))
        return void response.end(JSON.stringify(legacyPlaceholder));
      if (request.url?.startsWith('/feed/')) return void response.end(picturesFeed);
      response.writeHead(404).end();
    };
    const at = ['picture', '--base', server.url, '--date', '2026-10-02'];
    expect(await printed(...at)).toMatchObject({
      ok: true,
      value: { date: '2026-10-02', servedBy: 'feed' },
      tried: [{ source: 'successor', failure: { kind: 'not-found' } }, { source: 'legacy' }],
    });
    expect(await printed(...at, '--source', 'editors')).toEqual({
      ok: false,
      failure: { kind: 'not-found' },
    });
    expect(server.requests.slice(3)).toEqual(['GET /en/ap261002.html']);
    expect(await printed('picture', '--base', server.url, '--source', 'legacy')).toEqual({
      ok: false,
      failure: { kind: 'placeholder' },
    });
  });

  it('creates and replaces a post, reports a deletion that fails, and reads the position', async () => {
    const at = ['--base', server.url];
    const fields = ['--title', 'T', '--body', 'B', '--user-id', '2'];
    answer = reply(201, { id: 101 });
    const created = { ok: true, value: { status: 201, id: 101 } };
    expect(await printed('post', ...at, ...fields)).toEqual(created);
    answer = reply(200, { id: 7 });
    const replaced = { ok: true, value: { status: 200, id: 7 } };
    expect(await printed('replace', ...at, '--id', '7', ...fields)).toEqual(replaced);
    answer = reply(404, {});
    const missing = { ok: false, failure: { kind: 'not-found' } };
    expect(await printed('delete', ...at, '--id', '7')).toEqual(missing);
    const position = { latitude: '1', longitude: '2' };
    const timestamp = Math.floor(Date.now() / 1000);
    answer = reply(200, { message: 'success', timestamp, iss_position: position });
    expect(await printed('position', ...at)).toMatchObject({
      ok: true,
      value: { time: timestamp + 0.5 },
    });
    answer = reply(200, { message: 'success', timestamp: 5, iss_position: position });
    expect(await printed('position', ...at)).toMatchObject({
      failure: { kind: 'implausible', reason: 'wrong-time' },
    });
  });

  it('prints the failure, and does not exit with 0, after a refused connection, a refused address and a timeout', async () => {
    const refused = { ok: false, failure: { kind: 'offline', reason: 'refused' } };
    expect(await printed('position', '--base', `http://127.0.0.1:${await closedPort()}`)).toEqual(
      refused,
    );
    expect(await printed('position', '--base', 'http://user:word@x')).toMatchObject({
      failure: { kind: 'address-refused' },
    });
    answer = () => undefined;
    expect(await printed('position', '--base', server.url, '--timeout', '300')).toEqual({
      ok: false,
      failure: { kind: 'timeout', stage: 'total', afterMs: 300 },
    });
  });

  it('keeps its exit code if its standard output is closed', async () => {
    const codes: unknown[] = [];
    for (const status of [200, 500]) {
      answer = reply(status, {});
      const child = spawn(process.execPath, [main, 'delete', '--base', server.url, '--id', '7']);
      child.stdout.destroy();
      const exit = once(child, 'exit');
      expect(await text(child.stderr)).toBe('');
      codes.push(...((await exit) as unknown[]));
    }
    expect(codes).toEqual([0, null, 1, null]);
  });
});
