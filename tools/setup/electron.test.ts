import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { downloadElectron } from './electron.ts';

const archive = Buffer.alloc(100_000, 'electron');
const name = `electron-v45.4.1-${process.platform}-${process.arch}.zip`;
const sha256 = createHash('sha256').update(archive).digest('hex');

let folder = '';
const parts = (): string => join(folder, 'parts');
const cached = (): Buffer | null => {
  const cacheFiles = existsSync(join(folder, 'cache'))
    ? readdirSync(join(folder, 'cache'), { recursive: true, encoding: 'utf8' })
    : [];
  const file = cacheFiles.find((path) => path.endsWith(name));
  return file === undefined ? null : readFileSync(join(folder, 'cache', file));
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-electron-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

interface Seen {
  readonly path: string | undefined;
  readonly range: string | undefined;
}

/** Serves a mirror of Electron's releases. `answer` gets the number of the first requested byte. */
async function serve(
  answer: (response: ServerResponse, from: number, request: IncomingMessage) => void,
): Promise<Seen[]> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const { range } = request.headers;
    seen.push({ path: request.url, range });
    answer(response, Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0), request);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${port}/mirror/`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return seen;
}

/** Sends the archive from `from` to `end`. If data are missing after `end`, closes the connection. */
function send(response: ServerResponse, from: number, end = archive.length): void {
  response.writeHead(from > 0 ? 206 : 200, {
    'content-length': archive.length - from,
    ...(from > 0
      ? { 'content-range': `bytes ${from}-${archive.length - 1}/${archive.length}` }
      : {}),
  });
  response.write(archive.subarray(from, end), () => {
    if (end < archive.length) response.destroy();
    else response.end();
  });
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const lines: string[] = [];
const download = (checksum = sha256, signal = new AbortController().signal, stallMs = 60_000) => {
  lines.length = 0;
  return downloadElectron({
    version: '45.4.1',
    signal,
    log: (line) => void lines.push(line),
    stallMs,
    partFolder: parts(),
    cacheFolder: join(folder, 'cache'),
    checksums: { [name]: checksum },
  });
};

describe('downloadElectron', () => {
  it('downloads the archive from ELECTRON_MIRROR into the cache, and a second call sends no request', async () => {
    const seen = await serve((response, from) => send(response, from));
    expect(await download()).toBeNull();
    expect(cached()?.equals(archive)).toBe(true);
    expect(seen).toEqual([{ path: `/mirror/v45.4.1/${name}`, range: undefined }]);
    expect(lines.at(-1)).toBe(`${name}: 0.1 MB of 0.1 MB`);
    expect(await download()).toBeNull();
    expect(seen).toHaveLength(1);
  });

  it('continues after the connection breaks', async () => {
    const seen = await serve((response, from) => send(response, from, from + 40_000));
    expect(await download()).toBeNull();
    expect(cached()?.equals(archive)).toBe(true);
    expect(seen.length).toBeGreaterThan(1);
  });

  it('stops when no data arrives, and continues with the stored part at the next call', async () => {
    let stalls = true;
    const seen = await serve((response, from) => {
      if (!stalls) send(response, from);
      else if (from === 0) {
        response.writeHead(200, { 'content-length': archive.length });
        response.write(archive.subarray(0, 60_000));
      }
    });
    expect(await download(sha256, undefined, 3_000)).toMatch(
      /^127\.0\.0\.1:\d+ sent nothing for 3 s$/,
    );
    expect(cached()).toBeNull();
    stalls = false;
    expect(await download()).toBeNull();
    expect(cached()?.equals(archive)).toBe(true);
    expect(seen.at(-1)?.range).toBe('bytes=60000-');
  });

  it('downloads the whole file again if the server does not support ranges', async () => {
    let breaks = true;
    await serve((response) => {
      send(response, 0, breaks ? 60_000 : archive.length);
      breaks = false;
    });
    expect(await download()).toBeNull();
    expect(cached()?.equals(archive)).toBe(true);
  });

  it('rejects a file with a wrong checksum, and stores nothing of it', async () => {
    await serve((response, from) => send(response, from));
    expect(await download('0'.repeat(64))).toBe('the download does not match its checksum');
    expect(cached()).toBeNull();
    expect(readdirSync(parts())).toEqual([]);
  });

  it('reports the status of an HTTP error, or that the server cannot be reached', async () => {
    await serve((response) => response.writeHead(404).end());
    expect(await download()).toMatch(/^127\.0\.0\.1:\d+ answered 404$/);
    vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${await closedPort()}/`);
    expect(await download()).toMatch(/^127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)$/);
  });

  it('throws the abort reason of the signal', async () => {
    const stop = new AbortController();
    await serve(() => stop.abort(new Error('enough')));
    await expect(download(sha256, stop.signal)).rejects.toThrow('enough');
  });
});
