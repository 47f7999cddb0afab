import { once } from 'node:events';
import { createInflate, crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createServices } from '#services/services.ts';

const now = Date.UTC(2026, 10, 20, 12);
const path = '/image/2026-11-20/hd.jpg';
function get(scenario: object, target = path) {
  const { picture } = createServices({
    now: () => now,
    key: 'mine',
    scenarios: { picture: [scenario] },
  });
  return picture.fetch(new Request(`http://pictures.test${target}`));
}
async function fileOf(scenario: object): Promise<{ headers: Headers; file: Buffer }> {
  const answer = await get(scenario);
  expect(answer.status).toBe(200);
  return { headers: answer.headers, file: Buffer.from(await answer.arrayBuffer()) };
}
const plain = (await fileOf({ name: 'none' })).file;

describe('a scenario of the image service', () => {
  it('sends only the beginning of the file, with the length and tag of the whole file: breaks-off', async () => {
    const { headers, file } = await fileOf({ name: 'breaks-off', bytes: 500 });
    expect(file.equals(plain.subarray(0, 500))).toBe(true);
    expect(headers.get('content-length')).toBe(String(plain.length));
    expect(headers.get('etag')).toMatch(/^"/);
    expect((await fileOf({ name: 'breaks-off', bytes: 1e6 })).file.equals(plain)).toBe(true);
  });

  it('sends only the beginning of the file, with the length of that beginning: truncated', async () => {
    const { headers, file } = await fileOf({ name: 'truncated', kept: 0.25 });
    expect(file.equals(plain.subarray(0, Math.floor(plain.length * 0.25)))).toBe(true);
    expect(headers.get('content-length')).toBe(String(file.length));
  });

  it('sends over 20 MB between the beginning and the end of the picture: huge', async () => {
    const { headers, file } = await fileOf({ name: 'huge' });
    expect(file.length).toBeGreaterThan(24 * 2 ** 20);
    expect(headers.get('content-length')).toBe(String(file.length));
    expect(file.subarray(0, 100).equals(plain.subarray(0, 100))).toBe(true);
    expect(file.subarray(-10_000).equals(plain.subarray(-10_000))).toBe(true);
  });

  it('sends half a megabyte that unpacks to 3.6 gigapixels: image-bomb', async () => {
    const { headers, file } = await fileOf({ name: 'image-bomb' });
    expect(headers.get('content-type')).toBe('image/png');
    expect(file.length).toBeLessThan(500_000);
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([60_000, 60_000]);
    const from = file.indexOf('IDAT') + 4;
    const data = file.subarray(from, from + file.readUInt32BE(from - 8));
    expect(file.readUInt32BE(from + data.length)).toBe(crc32(data, crc32('IDAT')));
    const inflate = createInflate({ chunkSize: 2 ** 20 });
    let length = 0;
    inflate.on('data', (piece: Buffer) => (length += piece.length));
    // `inflate` ends without an error only if the checksum of the unpacked bytes is correct.
    const ended = once(inflate, 'end');
    inflate.end(data);
    await ended;
    expect(length).toBe(60_000 * 7501);
  });

  it.each([
    [{ name: 'svg' }, 'image/svg+xml', '<script>'],
    [{ name: 'svg', type: 'image/png' }, 'image/png', '<script>'],
    [{ name: 'not-an-image' }, 'image/png', 'This is text'],
    [{ name: 'hdurl-html' }, 'text/html; charset=utf-8', '<!doctype html>'],
  ])('replaces the picture with %j', async (scenario, type, text) => {
    const { headers, file } = await fileOf(scenario);
    expect(headers.get('content-type')).toBe(type);
    expect(file.toString()).toContain(text);
  });

  it.each(['huge', 'truncated', 'wrong-length', 'not-an-image', 'image-bomb', 'svg'])(
    'does not change the JSON record of the day: %s',
    async (name) => {
      const record = '/planetary/apod?api_key=mine';
      const answer = await get({ name }, record);
      expect(await answer.json()).toEqual(await (await get({ name: 'none' }, record)).json());
    },
  );

  it('does not change an answer with the status 404: huge', async () => {
    expect((await get({ name: 'huge' }, '/image/x/hd.jpg')).status).toBe(404);
  });
});
