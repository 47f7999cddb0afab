import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createGallery } from './gallery.ts';

const { signal } = new AbortController();
const small = { width: 160, height: 90 };

describe('createGallery', () => {
  test('draws a picture once, however many ask for it', async () => {
    const draw = createGallery(signal);
    const [a, b] = await Promise.all([draw('2026-11-20', small), draw('2026-11-20', small)]);
    expect(b).toBe(a);
    expect(await draw('2026-11-20', small)).toBe(a);
    const larger = await draw('2026-11-20', { width: 320, height: 180 });
    expect(larger.readUInt32BE(16)).toBe(320);
    const idat = larger.indexOf('IDAT');
    const data = larger.subarray(idat + 4, idat + 4 + larger.readUInt32BE(idat - 4));
    expect(inflateSync(data).length).toBe((320 * 3 + 1) * 180);
  });

  test('keeps the last few only, by their bytes, and draws the same again', async () => {
    const tiny = { width: 16, height: 9 };
    const draw = createGallery(signal, 2000);
    const first = await draw('2026-11-01', tiny);
    expect(await draw('2026-11-01', tiny)).toBe(first);
    for (let day = 10; day < 15; day++) await draw(`2026-11-${day}`, tiny);
    const again = await draw('2026-11-01', tiny);
    expect(again).not.toBe(first);
    expect(again.equals(first)).toBe(true);
  });

  test('keeps nothing that is larger than all that may be kept', async () => {
    const draw = createGallery(signal, 10);
    const first = await draw('2026-11-20', small);
    expect(await draw('2026-11-20', small)).not.toBe(first);
  });

  test('stops drawing when told to', async () => {
    const stop = new AbortController();
    const draw = createGallery(stop.signal);
    const pictures = [draw('2026-11-20', small), draw('2026-11-19', small)];
    stop.abort(new Error('stopped'));
    const outcomes = await Promise.allSettled(pictures);
    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: { message: 'stopped' } },
      { status: 'rejected', reason: { message: 'stopped' } },
    ]);
  });

  test('nothing is drawn for those who have gone; who stayed gets the picture', async () => {
    const order: string[] = [];
    const gone = new AbortController();
    const draw = createGallery(signal);
    const told = (name: string, picture: Promise<unknown>): Promise<unknown> =>
      picture.then(
        () => order.push(name),
        (error: unknown) => order.push(`${name}: ${String(error)}`),
      );
    // Ten times the work of the one behind it, and it would come first.
    const large = told('large', draw('2026-11-20', { width: 640, height: 360 }, gone.signal));
    const shared = told('shared', draw('2026-11-19', small, gone.signal));
    const stayed = told('stayed', draw('2026-11-19', small));
    gone.abort(new Error('gone'));
    await Promise.all([large, shared, stayed]);
    expect(order).toEqual(['large: Error: gone', 'shared: Error: gone', 'stayed']);
    await expect(draw('2026-11-20', small, gone.signal)).rejects.toThrow('gone');
    // Had it been drawn all the same, it would be kept, and come before anyone can go.
    const again = new AbortController();
    const unseen = draw('2026-11-20', { width: 640, height: 360 }, again.signal);
    again.abort(new Error('not there'));
    await expect(unseen).rejects.toThrow('not there');
    expect((await draw('2026-11-20', { width: 640, height: 360 })).length).toBeGreaterThan(1000);
  });
});
