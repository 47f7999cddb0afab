import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '#test/support/http-server.ts';
import { createUpdateFeed } from './feed-client.ts';

const never = new AbortController().signal;
let server: TestServer;
/** The target of the feed's redirect. */
let location: string;
/** The package that the feed has. */
let content: Buffer;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'overhead-feed-'));
  server = await startServer((request, response) => {
    if (request.url?.endsWith('.AppImage') === true) response.end(content);
    else if (request.url === '/releases/parts.yml')
      response.write('{"version":', () => setImmediate(() => response.end('"1.1.0"}')));
    else if (request.url === '/releases/page.yml') response.end('<!doctype html><p>Sign in');
    else if (request.url === '/releases/parts.yml.sig') response.writeHead(404).end();
    else response.writeHead(302, { location }).end();
  });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const createFeed = () =>
  createUpdateFeed({
    feed: new URL(`${server.url}/releases/`),
    hosts: ['releases.invalid'],
    userAgent: 'Overhead/test',
  });

it.each([
  // A name under `.invalid` has no address (RFC 6761): `offline` means that the name was looked up.
  ['follows a redirect to a built-in host', 'https://releases.invalid/x', 'offline'],
  ['refuses plain http to a built-in host', 'http://releases.invalid/x', 'address-refused'],
  ['refuses another host', 'https://other.invalid/x', 'address-refused'],
  ['refuses an address with a password', 'https://a:b@releases.invalid/x', 'address-refused'],
])('createUpdateFeed %s', async (_behaviour, target, kind) => {
  location = target;
  expect(await createFeed().manifest('latest.yml', never)).toMatchObject({ failure: { kind } });
});

it('createUpdateFeed reads a manifest in parts, without a signature, and refuses a page', async () => {
  const answer = await createFeed().manifest('parts.yml', never);
  if (!answer.ok) throw new Error(answer.failure.kind);
  const { bytes, signature } = answer.value;
  expect([bytes.toString(), signature]).toEqual(['{"version":"1.1.0"}', null]);
  expect(await createFeed().manifest('page.yml', never)).toEqual({
    ok: false,
    failure: { kind: 'offline', reason: 'portal' },
  });
});

describe('the download of a package', () => {
  const mebibyte = 2 ** 20;
  const sha512Of = (bytes: Buffer): string => createHash('sha512').update(bytes).digest('base64');

  async function download(announced: { readonly size?: number; readonly sha512?: string } = {}) {
    const path = join(folder, 'package');
    const progress: number[] = [];
    const file = {
      url: 'Overhead-1.1.0.AppImage',
      size: content.length,
      sha512: sha512Of(content),
      ...announced,
    };
    const onProgress = (bytes: number): void => void progress.push(bytes);
    return { path, progress, result: await createFeed().download(file, path, onProgress, never) };
  }

  beforeEach(() => {
    content = Buffer.alloc(3 * mebibyte + 100, 'overhead');
  });

  it('is a complete file that only the user can read and run, with a report of progress for each MiB', async () => {
    const { path, progress, result } = await download();
    expect(result).toEqual({ ok: true, value: null });
    expect(readFileSync(path).equals(content)).toBe(true);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(progress.map((bytes) => Math.floor(bytes / mebibyte))).toEqual([1, 2, 3]);
  });

  it.each<[string, { readonly size?: number; readonly sha512?: string }, object]>([
    [
      'shorter than announced',
      { size: 4 * mebibyte },
      { kind: 'download', failure: { kind: 'truncated' } },
    ],
    ['longer than announced', { size: mebibyte }, { kind: 'download' }],
    ['another file', { sha512: sha512Of(Buffer.from('x')) }, { kind: 'wrong-file' }],
  ])('is refused if the file is %s', async (_what, announced, failure) => {
    expect((await download(announced)).result).toMatchObject({ ok: false, failure });
  });

  it('replaces no file', async () => {
    const first = await download();
    const second = await download();
    expect(existsSync(first.path)).toBe(true);
    expect(second.result).toMatchObject({
      failure: { kind: 'download', failure: { kind: 'storage', code: 'EEXIST' } },
    });
  });
});
