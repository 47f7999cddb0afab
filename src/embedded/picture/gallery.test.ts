import { describe, expect, test } from 'vitest';
import { createGallery } from './gallery.ts';
import { renderSky } from './sky/render.ts';
import { inSlices } from './steps.ts';

const { signal } = new AbortController();
const small = { width: 160, height: 90 };
const sky = (date: string, size = small) => inSlices(renderSky(date, size), signal);

describe('renderSky', () => {
  test('same date, same bytes; another date, others', async () => {
    const first = await sky('2026-11-20');
    expect(first.length).toBe(160 * 90 * 3);
    expect(Buffer.compare(first, await sky('2026-11-20'))).toBe(0);
    expect(Buffer.compare(first, await sky('2026-11-21'))).not.toBe(0);
  });

  test.each(['2026-11-18', '2026-11-19', '2026-11-20', '1995-06-16'])(
    '%s is a night: dark on the whole, with stars above and land or water below',
    async (date) => {
      const rgb = await sky(date);
      const mean = rgb.reduce((sum, value) => sum + value, 0) / rgb.length;
      expect(mean).toBeGreaterThan(15);
      expect(mean).toBeLessThan(100);
      expect(Math.max(...rgb.subarray(0, rgb.length / 2))).toBeGreaterThan(220);
      expect(Math.max(...rgb.subarray(-160 * 3))).toBeLessThan(160);
    },
  );
});

describe('createGallery', () => {
  test('draws a picture once, however many ask for it', async () => {
    const draw = createGallery(signal);
    const [a, b] = await Promise.all([draw('2026-11-20', small), draw('2026-11-20', small)]);
    expect(b).toBe(a);
    expect(await draw('2026-11-20', small)).toBe(a);
    const larger = await draw('2026-11-20', { width: 320, height: 180 });
    expect(larger.readUInt32BE(16)).toBe(320);
  });

  test('keeps the last few only, and draws the same again', async () => {
    const draw = createGallery(signal);
    const tiny = { width: 16, height: 9 };
    const first = await draw('2026-11-01', tiny);
    for (let day = 10; day < 20; day++) await draw(`2026-11-${day}`, tiny);
    const again = await draw('2026-11-01', tiny);
    expect(again).not.toBe(first);
    expect(again.equals(first)).toBe(true);
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
});
