import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFullRun } from '#test/support/runs.ts';
import { startServer, type TestServer } from '#test/support/http-server.ts';
import { jpegBytes, pngBytes } from '#test/support/images.ts';
import { pictureRecord } from '#test/support/pictures.ts';
import type { Failure } from '#shared/failure.ts';
import type { PictureRecord } from '#shared/picture/picture.ts';
import { createHttp, type Http } from '#platform/http/http.ts';
import { createDownloader } from './download.ts';

const never = new AbortController().signal;
let root: string;
let folder: string;
let http: Http;
let server: TestServer;
let elsewhere: TestServer;
let lookup: LookupFunction;
let answers: Record<string, (response: ServerResponse) => void>;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'overhead-download-'));
  folder = join(root, 'pictures');
  // All names resolve to this machine, as after a DNS rebinding.
  lookup = (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);
  http = createHttp({
    userAgent: 'Overhead/test',
    now: Date.now,
    resolve: (...call) => lookup(...call),
  });
  answers = {};
  server = await startServer((request, response) => answers[request.url ?? '']?.(response));
  elsewhere = await startServer((_request, response) => response.end(pngBytes()));
});
afterEach(async () => {
  await http.close();
  await server.close();
  await elsewhere.close();
  await rm(root, { recursive: true });
});

const serve = (path: string, body: Buffer | string): void => {
  answers[path] = (response) => response.end(body);
};
const record = (over: Partial<PictureRecord> = {}): PictureRecord =>
  pictureRecord('2026-11-20', { url: null, hdUrl: `${server.url}/hd.jpg`, ...over });
/** The files in the folder, without the record of known files. */
const pictures = async (): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => name !== '.known.json');
const download = (day: PictureRecord, signal = never) =>
  createDownloader({
    http,
    folder,
    now: Date.now,
    serviceUrls: () => [`${server.url}/base`],
  }).download(day, signal);
async function failureOf(day = record(), signal = never): Promise<Failure | null> {
  const result = await download(day, signal);
  expect(await pictures()).toEqual([]);
  return result.ok ? null : result.failure;
}

describe('the download of a picture', () => {
  it.each([
    ['png', 'png', pngBytes(9, 8), 9, 8],
    ['jpeg', 'jpg', jpegBytes(640, 480), 640, 480],
  ])(
    'stores the file under a name that the app generates: %s',
    async (format, extension, bytes, width, height) => {
      serve('/hd.jpg', bytes);
      const result = await download(record());
      if (!result.ok) throw new Error(result.failure.kind);
      const { name } = result.value;
      expect(name).toMatch(new RegExp(`^2026-11-20-[0-9a-f]{8}\\.${extension}$`));
      expect(result.value).toEqual({ name, format, bytes: bytes.length, width, height });
      expect(await pictures()).toEqual([name]);
      expect(await readFile(join(folder, name))).toEqual(bytes);
    },
  );

  it('requests the standard resolution if the high resolution is a web page', async () => {
    serve('/hd.jpg', '<!doctype html><p>gone</p>');
    serve('/sd.png', pngBytes());
    const result = await download(record({ url: `${server.url}/sd.png` }));
    expect(result).toMatchObject({ ok: true, value: { format: 'png' } });
    expect(server.requests).toEqual(['GET /hd.jpg', 'GET /sd.png']);
  });

  it('requests the standard resolution if the host of the high resolution refuses connections', async () => {
    const closed = await startServer(() => undefined);
    await closed.close();
    serve('/sd.png', pngBytes());
    const result = await createDownloader({
      http,
      folder,
      now: Date.now,
      serviceUrls: () => [server.url, closed.url],
    }).download(record({ hdUrl: `${closed.url}/hd.jpg`, url: `${server.url}/sd.png` }), never);
    expect(result).toMatchObject({ ok: true, value: { format: 'png' } });
  });

  it.runIf(isFullRun)(
    'requests the original of 38 MB and reports the progress, if the resized picture is missing',
    async () => {
      const skeleton = jpegBytes(8000, 6000);
      const end = skeleton.length - 2;
      const original = Buffer.concat([
        skeleton.subarray(0, end),
        Buffer.alloc(38_000_000 - skeleton.length, 0x55),
        skeleton.subarray(end),
      ]);
      const resizable = '/dynamicimage/assets/science/a.jpg';
      answers[`${resizable}?w=3840&h=2880&fit=clip`] = (response) => response.writeHead(404).end();
      answers['/content/dam/science/a.jpg'] = (response) =>
        response.writeHead(200, { 'content-length': original.length }).end(original);
      const day = record({ hdUrl: `${server.url}${resizable}?w=8000&h=6000&fit=clip&crop=faces` });
      let last: readonly [number, number | null] = [0, null];
      let reports = 0;
      const downloader = createDownloader({
        http,
        folder,
        serviceUrls: () => [server.url],
        now: Date.now,
      });
      const result = await downloader.download(day, never, {
        onProgress(bytes, total) {
          expect(bytes).toBeGreaterThan(last[0]);
          last = [bytes, total];
          reports += 1;
        },
      });
      expect(result).toMatchObject({ ok: true, value: { bytes: 38_000_000, width: 8000 } });
      expect(last).toEqual([38_000_000, 38_000_000]);
      expect(reports).toBeGreaterThan(10);
      expect(server.requests).toEqual([
        `GET ${resizable}?w=3840&h=2880&fit=clip`,
        'GET /content/dam/science/a.jpg',
      ]);
    },
  );

  it('follows five redirects, but not six', async () => {
    for (let hop = 0; hop < 6; hop++) {
      answers[`/${hop}`] = (response) => response.writeHead(302, { location: `${hop + 1}` }).end();
    }
    serve('/6', pngBytes());
    expect(await failureOf(record({ hdUrl: `${server.url}/0` }))).toEqual({
      kind: 'address-refused',
      detail: 'it redirects too often',
    });
    expect(await download(record({ hdUrl: `${server.url}/1` }))).toMatchObject({ ok: true });
  });
});

describe('a download leaves no file of', () => {
  it.each([
    ['a page', '<html>', { kind: 'not-an-image', found: 'html' }],
    [
      'a drawing',
      '<svg xmlns="http://www.w3.org/2000/svg">',
      { kind: 'not-an-image', found: 'svg' },
    ],
    [
      'an image bomb',
      pngBytes(1, 1, { width: 20_000, height: 20_000 }),
      { kind: 'too-large', limit: 2e8, unit: 'pixels' },
    ],
    ['a PNG without its end', pngBytes(40, 40).subarray(0, -12), { kind: 'damaged' }],
    ['a JPEG without its end', jpegBytes().subarray(0, -2), { kind: 'damaged' }],
    ['an empty file', '', { kind: 'damaged' }],
  ] as const)('%s', async (_name, body, expected) => {
    const page = typeof body === 'string' && body !== '' ? body.padEnd(200) : body;
    serve('/hd.jpg', Buffer.from(page));
    expect(await failureOf()).toEqual(expected);
  });

  it.runIf(isFullRun)('a picture larger than 64 MiB', async () => {
    const piece = Buffer.alloc(2 ** 22);
    answers['/hd.jpg'] = (response) => {
      response.write(pngBytes());
      const more = (): void => {
        while (response.writable && response.write(piece));
      };
      response.on('drain', more);
      more();
    };
    expect(await failureOf()).toEqual({ kind: 'too-large', limit: 2 ** 26, unit: 'bytes' });
  });

  it('a picture whose connection breaks off', async () => {
    answers['/hd.jpg'] = (response) => {
      response.writeHead(200, { 'content-length': 5000 });
      response.write(pngBytes(), () => response.destroy());
    };
    expect(await failureOf()).toEqual({ kind: 'truncated' });
  });

  it('a download that is aborted', async () => {
    const controller = new AbortController();
    answers['/hd.jpg'] = (response) => response.write(pngBytes(), () => controller.abort());
    const day = record({ url: `${server.url}/sd.png` });
    expect(await failureOf(day, controller.signal)).toEqual({ kind: 'cancelled' });
    expect(server.requests).toEqual(['GET /hd.jpg']);
  });

  it.each(['169.254.169.254', '10.0.0.1', '::1', '::ffff:127.0.0.1', 'fd00::1', '0.0.0.0'])(
    'a trusted name that resolves to %s, alone or among other addresses',
    async (address) => {
      const family = address.includes(':') ? 6 : 4;
      const bad = { address, family };
      for (const found of [[bad], [{ address: '8.8.8.8', family: 4 }, bad]]) {
        lookup = (_host, _options, done) => done(null, found);
        const result = await failureOf(record({ hdUrl: 'https://apod.nasa.gov/a.jpg' }));
        expect(result).toMatchObject({ kind: 'address-refused' });
      }
    },
  );

  it('a picture whose host has no address', async () => {
    const error = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    // The system's lookup returns only an error.
    lookup = (_host, _options, done) => (done as (error: Error) => void)(error);
    expect(await failureOf(record({ hdUrl: 'https://apod.nasa.gov/a.jpg' }))).toEqual({
      kind: 'offline',
      reason: 'dns',
    });
  });

  it('an earlier run that was killed, and removes no other file', async () => {
    await mkdir(folder);
    const hourAgo = new Date(Date.now() - 3_600_000);
    const others = ['.5cf4.part', 'holiday.part', '.hidden'];
    for (const name of [`.${randomUUID()}.part`, ...others]) {
      await writeFile(join(folder, name), 'x');
      await utimes(join(folder, name), hourAgo, hourAgo);
    }
    // A recent part is kept, because another process may be writing this file.
    const fresh = `.${randomUUID()}.part`;
    await writeFile(join(folder, fresh), 'x');
    serve('/hd.jpg', pngBytes());
    const result = await download(record());
    if (!result.ok) throw new Error(result.failure.kind);
    expect((await pictures()).sort()).toEqual([...others, fresh, result.value.name].sort());
  });

  it('a day that has no picture', async () => {
    expect(await failureOf(record({ mediaType: 'video' }))).toEqual({
      kind: 'no-picture',
      mediaType: 'video',
    });
    expect(await failureOf(record({ hdUrl: null }))).toMatchObject({ kind: 'no-picture' });
    expect(server.requests).toEqual([]);
  });

  it('a picture that cannot be written to the disk', async () => {
    serve('/hd.jpg', pngBytes());
    await writeFile(folder, 'a file where the folder should be');
    expect(await download(record())).toEqual({
      ok: false,
      failure: { kind: 'storage', code: 'EEXIST' },
    });
  });
});

describe('a download refuses an address', () => {
  const refused = { kind: 'address-refused' };
  it.each([
    ['of another port of this machine', () => `${elsewhere.url}/`],
    [
      'of another port of this machine with https',
      () => `${elsewhere.url.replace('http', 'https')}/`,
    ],
    ['of an unknown host', () => 'https://example.com/a.jpg'],
    ['of a host whose name only ends like a trusted name', () => 'https://notnasa.gov/a.jpg'],
    ['of a trusted host without TLS', () => 'http://apod.nasa.gov/a.jpg'],
    ['of a trusted name that resolves to this machine', () => 'https://apod.nasa.gov/a.jpg'],
    ['with a user name and a password', () => 'https://me:secret@apod.nasa.gov/a.jpg'],
    ['of a local file', () => 'file:///etc/passwd'],
    ['of IPv6 loopback', () => 'https://[::1]/a.jpg'],
    ['of the service’s host at the standard port of https', () => 'https://127.0.0.1/a.jpg'],
    ['of the metadata service of a cloud', () => 'http://169.254.169.254/latest/meta-data/'],
    ['of a host that is one number', () => 'https://2130706433/a.jpg'],
    ['of a host in octal, hexadecimal and short form', () => 'https://0177.0x0.1/a.jpg'],
    ['of an IPv4 address inside an IPv6 address', () => 'https://[::ffff:127.0.0.1]/a.jpg'],
    ['that is a data URL', () => 'data:image/png;base64,iVBORw0KGgo='],
  ])('%s, as the first address or as a redirect', async (_name, address) => {
    expect(await failureOf(record({ hdUrl: address() }))).toMatchObject(refused);
    answers['/hd.jpg'] = (response) => response.writeHead(302, { location: address() }).end();
    expect(await failureOf()).toMatchObject(refused);
    expect(server.requests).toEqual(['GET /hd.jpg']);
    expect(elsewhere.connections()).toBe(0);
  });
});
