import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createServices } from '../../services.ts';
import type { Size } from '../sky/size.ts';
import { resized } from './size.ts';

const now = Date.UTC(2026, 10, 20, 3, 30);
const services = createServices({ now: () => now });
afterAll(() => services.stop());

const get = (path: string, options?: RequestInit) =>
  services.picture.fetch(new Request(`http://pictures.test${path}`, options));
async function sizeOf(path: string): Promise<Size> {
  const answer = await get(path);
  expect(answer.headers.get('content-type')).toBe('image/png');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

describe('the pictures', () => {
  test('are PNG files in two sizes', async () => {
    expect(await sizeOf('/image/2026-11-01/standard.png')).toEqual({ width: 1280, height: 720 });
    expect(await sizeOf('/image/2026-11-01/hd.png')).toEqual({ width: 1920, height: 1080 });
  });

  test('have the shape of their day', async () => {
    const { width, height } = await sizeOf('/image/2026-10-31/standard.png');
    expect(width / height).toBeGreaterThanOrEqual(3);
    expect(await sizeOf('/image/2026-11-06/standard.png')).toEqual({ width: 960, height: 1280 });
    expect(await sizeOf('/image/2026-11-12/hd.png')).toEqual({ width: 640, height: 480 });
  });

  test('come in the size that is asked for', async () => {
    const at = '/image/2026-11-01/hd.png';
    expect(await sizeOf(`${at}?w=320`)).toEqual({ width: 320, height: 180 });
    expect(await sizeOf(`${at}?w=320&h=90&fit=clip&crop=faces`)).toEqual({
      width: 160,
      height: 90,
    });
    expect(await sizeOf(`${at}?w=100&h=90&fit=crop`)).toEqual({ width: 100, height: 90 });
    expect(resized({ width: 1920, height: 1080 }, { h: 54, fit: 'crop' })).toEqual({
      width: 96,
      height: 54,
    });
  });

  test.each(['w=0', 'w=5000', 'h=x', 'w=99.5', 'fit=stretch'])('400 for %s', async (query) => {
    const answer = await get(`/image/2026-11-01/hd.png?${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(query.slice(0, query.indexOf('=')));
  });

  test.each(['2026-11-01/huge.png', '2026-11-01/constructor', '2999-01-01/hd.png', 'x/hd.png'])(
    '404 Not Found for %s',
    async (path) => {
      const answer = await get(`/image/${path}`);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: 'Not Found' });
    },
  );

  test('are not drawn for a client that has gone', async () => {
    const gone = new AbortController();
    const answer = get('/image/1999-12-31/hd.png', { signal: gone.signal });
    gone.abort();
    expect((await answer).type).toBe('error');
    expect(await sizeOf('/image/1999-12-31/hd.png?w=64')).toEqual({ width: 64, height: 36 });
  });

  test('the mark of the placeholder is flat and the same for every day', async () => {
    expect(await sizeOf('/image/2026-11-01/placeholder.png')).toEqual({ width: 400, height: 400 });
    const hashOf = async (date: string) => {
      const bytes = await (await get(`/image/${date}/placeholder.png`)).arrayBuffer();
      return createHash('sha256').update(Buffer.from(bytes)).digest('hex');
    };
    expect(await hashOf('2026-11-01')).toBe(await hashOf('2026-11-02'));
  });
});
