import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { crc32, createInflate } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { type Services, startServices } from '#embedded/server.ts';
import { createServices } from '#embedded/services.ts';

const now = Date.UTC(2026, 10, 20, 12);
const at = '/image/2026-11-20/hd.jpg';
async function fileOf(...picture: readonly object[]): Promise<{ answer: Response; file: Buffer }> {
  const services = createServices({ now: () => now, key: 'mine', scenarios: { picture } });
  const answer = await services.picture.fetch(new Request(`http://pictures.test${at}`));
  return { answer, file: Buffer.from(await answer.arrayBuffer()) };
}
const plain = (await fileOf()).file;

/** The chunks of a PNG file, each found sound. */
function chunksOf(file: Buffer): { type: string; data: Buffer }[] {
  const chunks = [];
  for (let from = 8; from < file.length;) {
    const end = from + 8 + file.readUInt32BE(from);
    expect(file.readUInt32BE(end)).toBe(crc32(file.subarray(from + 4, end)));
    const type = file.toString('latin1', from + 4, from + 8);
    chunks.push({ type, data: file.subarray(from + 8, end) });
    from = end + 4;
  }
  return chunks;
}

test('breaks-off: what comes is the beginning, and says of what', async () => {
  const { answer, file } = await fileOf({ name: 'breaks-off', bytes: 500 });
  expect(file.equals(plain.subarray(0, 500))).toBe(true);
  expect(answer.headers.get('content-length')).toBe(String(plain.length));
  expect(answer.headers.get('etag')).toMatch(/^"/);
  const short = await fileOf({ name: 'breaks-off', bytes: 1e6 });
  expect(short.file.equals(plain)).toBe(true);
});

describe('files that are whole, and yet', () => {
  test('huge: over 20 MB, and still the same picture', async () => {
    const { answer, file } = await fileOf({ name: 'huge' });
    expect(file.length).toBeGreaterThan(20e6);
    expect(answer.headers.get('content-length')).toBe(String(file.length));
    const filling = 16 * 0x1_00_01;
    const scan = plain.indexOf('ffda', 'hex');
    const end = scan + 24 * filling;
    expect(file.subarray(0, scan).equals(plain.subarray(0, scan))).toBe(true);
    expect(file.subarray(end).equals(plain.subarray(scan))).toBe(true);
    // Each is a comment: readers leave it aside.
    for (let at = scan; at < end; at += 0x1_00_01)
      expect(file.readUInt32BE(at)).toBe(0xff_fe_ff_ff);
    const small = await fileOf({ name: 'huge', mebibytes: 1 });
    expect(small.file.length).toBe(plain.length + filling);
  });

  test('image-bomb: half a megabyte for 3.6 gigapixels, valid to the last bit', async () => {
    const { answer, file } = await fileOf({ name: 'image-bomb' });
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(file.length).toBeLessThan(500_000);
    const [header, data] = chunksOf(file);
    expect([header?.data.readUInt32BE(0), header?.data.readUInt32BE(4)]).toEqual([60_000, 60_000]);
    const inflate = createInflate({ chunkSize: 2 ** 20 });
    let length = 0;
    inflate.on('data', (piece: Buffer) => (length += piece.length));
    // It ends only when the check on what was unpacked is right.
    const ended = once(inflate, 'end');
    inflate.end(data?.data);
    await ended;
    expect(length).toBe(60_000 * 7501);
  });

  test('svg, not-an-image and hdurl-html: no picture at all', async () => {
    const svg = await fileOf({ name: 'svg' });
    expect(svg.answer.headers.get('content-type')).toBe('image/svg+xml');
    expect(svg.file.toString()).toContain('<script>');
    const disguised = await fileOf({ name: 'svg', type: 'image/png' });
    expect(disguised.answer.headers.get('content-type')).toBe('image/png');
    const words = await fileOf({ name: 'not-an-image' });
    expect(words.answer.headers.get('content-type')).toBe('image/png');
    expect(words.file.toString()).toContain('This is text');
    const html = await fileOf({ name: 'hdurl-html' });
    expect([html.answer.status, html.answer.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
  });

  test('truncated: the length agrees with what is left', async () => {
    const { file } = await fileOf({ name: 'truncated', kept: 0.25 });
    expect(file.equals(plain.subarray(0, Math.floor(plain.length * 0.25)))).toBe(true);
  });
});

test('only files that are there are spoiled; records are not', async () => {
  for (const name of ['huge', 'truncated', 'wrong-length', 'not-an-image', 'image-bomb', 'svg']) {
    const services = createServices({
      now: () => now,
      key: 'mine',
      scenarios: { picture: { name } },
    });
    const get = (path: string) =>
      services.picture.fetch(new Request(`http://pictures.test${path}`));
    expect((await get('/planetary/apod?api_key=mine')).status).toBe(200);
    expect((await get('/wp-json/wp/v2/apod-basic/261120')).status).toBe(200);
  }
  const services = createServices({ now: () => now, scenarios: { picture: { name: 'huge' } } });
  const missing = await services.picture.fetch(new Request('http://pictures.test/image/x/hd.jpg'));
  expect(missing.status).toBe(404);
});

describe('on the wire', () => {
  let services: Services | undefined;
  afterEach(() => services?.stop());

  test('wrong-length: the connection ends before the length that was said', async () => {
    const scenarios = { picture: { name: 'wrong-length' } };
    services = await startServices({ now: () => now, scenarios });
    const { host, port } = new URL(services.urls.apod_url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.setEncoding('latin1').write(`GET ${at} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    const [head = '', body = ''] = (await text(socket)).split(/\r\n\r\n([^]*)/);
    expect(head.toLowerCase()).toContain(`content-length: ${plain.length}`);
    expect(body.length).toBe(Math.floor(plain.length / 2));
  });
});
