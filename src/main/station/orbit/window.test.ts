import { describe, expect, it } from 'vitest';
import type { Fix } from '#shared/station/station.ts';
import { windowOf } from './window.ts';

const at = (time: number): Fix => ({ time, latitude: 0, longitude: 0, receivedAt: 0 });
const every = (seconds: number, count: number): Fix[] =>
  Array.from({ length: count }, (_, k) => at(1e9 - k * seconds));
const times = (fixes: readonly Fix[]): number[] => fixes.map(({ time }) => time);

describe('windowOf', () => {
  it('gives the fixes oldest first, whatever the order', () => {
    const fixes = [at(1e9), at(1e9 - 600), at(1e9 - 300)];
    expect(times(windowOf(fixes, null))).toEqual([1e9 - 600, 1e9 - 300, 1e9]);
  });

  it('thins out what was polled every 5 s, and never takes a time twice', () => {
    const window = times(windowOf([...every(5, 200), ...every(5, 200)], null));
    expect(new Set(window).size).toBe(window.length);
    expect(window.every((time, k) => k === 0 || time - (window[k - 1] ?? 0) >= 15)).toBe(true);
    expect(window.at(-1)).toBe(1e9);
  });

  it('ends after 36 hours when there are enough, after ten days when there are not', () => {
    expect(windowOf(every(600, 2000), null)[0]?.time).toBeGreaterThan(1e9 - 36.2 * 3600);
    expect(windowOf(every(86_400, 40), null)).toHaveLength(11);
  });

  it('never grows past 180, and spans the window all the same', () => {
    const window = windowOf(every(20, 20_000), null);
    expect(window).toHaveLength(180);
    expect(window[0]?.time).toBeLessThan(1e9 - 35 * 3600);
  });

  it('takes nothing older than a manoeuvre', () => {
    expect(windowOf(every(60, 100), 1e9 - 600)).toHaveLength(11);
  });
});
