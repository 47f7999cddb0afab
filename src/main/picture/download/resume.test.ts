import {
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  truncate,
  unlink,
  writeFile,
} from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '#test/support/http-server.ts';
import { pictureRecord } from '#test/support/pictures.ts';
import { jpegBytes } from '#test/support/images.ts';
import type { DownloadOptions } from './download.ts';
import { createHttp, type Http } from '#platform/http/http.ts';
import { createDownloader } from './download.ts';
import { partIdOfAddress, partPaths } from './part-file.ts';

/** A picture of many pieces: a JPEG with a long scan. */
const picture = Buffer.concat([
  jpegBytes().subarray(0, -2),
  Buffer.alloc(300_000, 0x55),
  Buffer.from([0xff, 0xd9]),
]);
const never = new AbortController().signal;
let folder: string;
let http: Http;
let server: TestServer;
/** The `Range`, `If-Range` and `If-None-Match` headers of each request. */
let asked: string[];
let etag: string | null;
/** The number of bytes of each answer's body after which the connection breaks; `justHeaders`: before the body. */
let breaks: number[];
const justHeaders = -1;
/** `end` breaks the connection. It runs when the client has received `bytes`: bytes in transit would be lost. */
let breakAt: { readonly bytes: number; readonly end: () => void } | null;
/** The number of bytes that the server has sent in all answers. */
let sent: number;
/** The number of bytes by which the range of an answer begins later than requested. */
let rangeShift: number;

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { range, 'if-range': ifRange, 'if-none-match': ifNone } = request.headers;
  asked.push([range, ifRange, ifNone].filter(Boolean).join(' '));
  if (etag !== null) response.setHeader('etag', etag);
  if (ifNone !== undefined && ifNone === etag) {
    response.writeHead(304).end();
    return;
  }
  const from = ifRange === etag ? Number(/\d+/.exec(range ?? '')?.[0] ?? 0) : 0;
  const body = picture.subarray(from);
  if (body.length === 0) {
    response.writeHead(416).end();
    return;
  }
  if (from > 0)
    response.setHeader(
      'content-range',
      `bytes ${from + rangeShift}-${picture.length - 1}/${picture.length}`,
    );
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': body.length });
  const end = breaks.shift();
  if (end === justHeaders) {
    response.flushHeaders();
    response.socket?.end();
    return;
  }
  const part = body.subarray(0, end);
  sent += part.length;
  if (part.length === body.length) response.end(part);
  else if (part.length === 0) response.destroy();
  else {
    breakAt = { bytes: from + part.length, end: () => response.destroy() };
    response.write(part);
  }
}
/** Called with the number of bytes that the client has received; breaks the connection at the planned byte. */
function has(bytes: number): void {
  if (breakAt !== null && bytes >= breakAt.bytes) breakAt.end();
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overhead-resume-'));
  http = createHttp({ userAgent: 'Overhead/test', now: Date.now });
  server = await startServer(answer);
  [asked, breaks, sent, etag, breakAt, rangeShift] = [[], [], 0, '"one"', null, 0];
});
afterEach(async () => {
  await http.close();
  await server.close();
  await rm(folder, { recursive: true });
});

const address = () => `${server.url}/hd.jpg`;
const download = (options: DownloadOptions = { onProgress: has }, signal = never) =>
  createDownloader({ http, folder, serviceUrls: () => [server.url], now: Date.now }).download(
    pictureRecord('2026-11-20', { url: null, hdUrl: address() }),
    signal,
    options,
  );
const names = async () => (await readdir(folder)).filter((name) => name !== '.known.json');
async function expectWhole(result: Awaited<ReturnType<typeof download>>): Promise<void> {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  expect(await readFile(join(folder, result.value.name))).toEqual(picture);
  expect(result.value.bytes).toBe(picture.length);
  expect(await names()).toEqual([result.value.name]);
}
/** Starts a download and aborts it, as at the end of a run. Returns the number of bytes on the disk. */
async function breakOff(): Promise<number> {
  const stop = new AbortController();
  const failed = await download({ onProgress: () => stop.abort() }, stop.signal);
  expect(failed).toMatchObject({ failure: { kind: 'cancelled' } });
  return (await readFile(partPaths(folder, partIdOfAddress(address())).part)).length;
}

describe('a download that breaks off', () => {
  it('is resumed immediately without requesting a byte twice', async () => {
    breaks = [70_000, 100_000];
    await expectWhole(await download());
    expect(asked).toHaveLength(3);
    expect(asked[1]).toMatch(/^bytes=\d+- "one"$/);
    expect(sent).toBe(picture.length);
  });

  it('is resumed once more if an answer ends without a byte', async () => {
    breaks = [70_000, justHeaders];
    await expectWhole(await download());
    expect(asked).toHaveLength(3);
    expect(asked[2]).toBe(asked[1]);
    expect(sent).toBe(picture.length);
  });

  it('fails if two answers end without a byte', async () => {
    breaks = [70_000, justHeaders, justHeaders];
    expect(await download()).toMatchObject({ failure: { kind: 'truncated' } });
    expect(asked).toHaveLength(3);
  });

  it('is resumed by the next run', async () => {
    const left = await breakOff();
    expect(left).toBeGreaterThan(0);
    asked = [];
    await expectWhole(await download());
    expect(asked).toEqual([`bytes=${left - 1}- "one"`]);
  });

  it('is completed by the next run if the app ended after the last byte', async () => {
    await breakOff();
    await writeFile(partPaths(folder, partIdOfAddress(address())).part, picture);
    [asked, sent] = [[], 0];
    await expectWhole(await download());
    expect(asked).toEqual([`bytes=${picture.length - 1}- "one"`]);
    expect(sent).toBe(1);
  });

  it.each([1, -1])(
    'fails if the received range begins %d byte after the requested offset',
    async (shift) => {
      await breakOff();
      rangeShift = shift;
      expect(await download()).toMatchObject({ failure: { kind: 'truncated' } });
      rangeShift = 0;
      await expectWhole(await download());
    },
  );

  it('starts from the first byte when the service has another version', async () => {
    await breakOff();
    etag = '"two"';
    await expectWhole(await download());
  });

  it.each([
    ['differs from the file of the service', Buffer.alloc(99, 'x')],
    ['is longer than the file of the service', Buffer.concat([picture, Buffer.alloc(9)])],
  ])('is completed if its partial file %s', async (_name, bytes) => {
    await breakOff();
    await writeFile(partPaths(folder, partIdOfAddress(address())).part, bytes);
    let result = await download();
    if (!result.ok) result = await download();
    await expectWhole(result);
  });

  it.each([null, 'W/"weak"'])(
    'starts from the first byte if the version of the file is unknown: %s',
    async (tag) => {
      etag = tag;
      breaks = [70_000];
      expect(await download()).toMatchObject({ failure: { kind: 'truncated' } });
      expect(await names()).toEqual([]);
      await expectWhole(await download());
      expect(asked).toEqual(['', '']);
    },
  );

  it.skipIf(process.platform === 'win32').each(['part', 'resume'] as const)(
    'replaces a symbolic link at the path of the %s file',
    async (kind) => {
      const other = join(folder, 'holiday.txt');
      await writeFile(other, 'mine');
      await symlink(other, partPaths(folder, partIdOfAddress(address()))[kind]);
      expect(await breakOff()).toBeGreaterThan(0);
      expect(await readFile(other, 'utf8')).toBe('mine');
    },
  );

  it('fails if every attempt breaks off at the same byte', async () => {
    breaks = [70_000, 0, 0, 0, 0, 0];
    expect(await download()).toMatchObject({ ok: false });
    expect(asked.length).toBeLessThanOrEqual(3);
  });
});

describe('a downloaded file', () => {
  it('is not downloaded again, also after a restart', async () => {
    await expectWhole(await download());
    sent = 0;
    await expectWhole(await download());
    expect(asked).toEqual(['', '"one"']);
    expect(sent).toBe(0);
  });

  it('is downloaded again if the service has another version, or if the file was removed', async () => {
    const first = await download();
    etag = '"two"';
    await expectWhole(await download());
    if (first.ok) await unlink(join(folder, first.value.name));
    await expectWhole(await download());
    expect(asked).toEqual(['', '"one"', '']);
  });

  it('is downloaded again if it was truncated on the disk', async () => {
    const first = await download();
    if (!first.ok) throw new Error(first.failure.kind);
    await truncate(join(folder, first.value.name), 1_000);
    await expectWhole(await download());
    expect(asked).toEqual(['', '']);
  });

  it('is stored only once if only its length identifies its version', async () => {
    etag = null;
    await expectWhole(await download());
    await expectWhole(await download());
    expect(asked).toEqual(['', '']);
    expect(await names()).toHaveLength(1);
  });

  it('is downloaded again if the record of known files is damaged', async () => {
    await expectWhole(await download());
    await writeFile(join(folder, '.known.json'), '[{"address":');
    await expectWhole(await download());
    expect(asked).toEqual(['', '']);
  });
});

describe('the progress of a download', () => {
  it('is reported up to the end, with the total that the service states', async () => {
    const reports: [number, number | null][] = [];
    await expectWhole(await download({ onProgress: (...progress) => reports.push(progress) }));
    const bytes = reports.map(([count]) => count);
    expect(bytes).toEqual([...bytes].sort((a, b) => a - b));
    expect(reports.at(-1)).toEqual([picture.length, picture.length]);
  });
});

it('a download leaves no file when `accept` refuses it', async () => {
  const accept = () => ({ kind: 'malformed', detail: 'a placeholder' }) as const;
  expect(await download({ accept })).toMatchObject({ failure: { detail: 'a placeholder' } });
  expect(await names()).toEqual([]);
});
