import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import electronPackage from 'electron/package.json' with { type: 'json' };
import { downloadElectron } from './electron.ts';

const archive = Buffer.alloc(100_000, 'electron');
const name = `electron-v${electronPackage.version}-${process.platform}-${process.arch}.zip`;
const sha256 = createHash('sha256').update(archive).digest('hex');

let cacheFolder = '';
const cached = (): readonly Buffer[] =>
  readdirSync(cacheFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.zip'))
    .map((path) => readFileSync(join(cacheFolder, path)));

beforeEach(() => {
  cacheFolder = mkdtempSync(join(tmpdir(), 'overhead-electron-'));
  onTestFinished(() => rmSync(cacheFolder, { recursive: true, force: true }));
});

/** Serves a mirror of Electron's releases. Returns the requested paths. */
async function serve(answer: (response: ServerResponse) => void): Promise<string[]> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    answer(response);
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

const download = (checksum = sha256, signal = new AbortController().signal) =>
  downloadElectron({ signal, cacheFolder, checksums: { [name]: checksum } });

describe('downloadElectron', () => {
  it('downloads the archive from ELECTRON_MIRROR into the cache, and a second call sends no request', async () => {
    const seen = await serve((response) => response.end(archive));
    expect(await download()).toBeNull();
    expect(cached()).toEqual([archive]);
    expect(seen).toEqual([`/mirror/v${electronPackage.version}/${name}`]);
    expect(await download()).toBeNull();
    expect(seen).toHaveLength(1);
  });

  it('stores nothing of a file with a wrong checksum, or with its end missing', async () => {
    let isWhole = true;
    await serve((response) => {
      response.writeHead(200, { 'content-length': archive.length });
      if (isWhole) response.end(archive);
      else response.write(archive.subarray(0, 60_000), () => response.destroy());
    });
    expect(await download('0'.repeat(64))).toBe('the download does not match its checksum');
    isWhole = false;
    expect(await download()).not.toBeNull();
    expect(cached()).toEqual([]);
  });

  it('reports the status of an HTTP error, or that the server cannot be reached', async () => {
    await serve((response) => response.writeHead(404).end());
    expect(await download()).toMatch(/^Response code 404 \(Not Found\) for http/);
    vi.stubEnv('ELECTRON_MIRROR', 'http://electron.invalid/');
    expect(await download()).toMatch(/(ENOTFOUND|EAI_AGAIN) electron\.invalid/);
  });

  it('throws the abort reason of the signal', async () => {
    const stop = new AbortController();
    await serve(() => stop.abort(new Error('enough')));
    await expect(download(sha256, stop.signal)).rejects.toThrow('enough');
  });
});
