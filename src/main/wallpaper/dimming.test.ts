import { afterEach, describe, expect, it, vi } from 'vitest';
import { dimmingAt } from './dimming.ts';

const berlin = { latitude: 52.52, longitude: 13.405 };
const svalbard = { latitude: 78.22, longitude: 15.65 };
const minute = 60_000;

const evening = (place: typeof berlin | null, at: string) =>
  dimmingAt('evening', { isDark: false, place }, Date.parse(at));

afterEach(() => vi.unstubAllEnvs());

describe('dimmingAt', () => {
  // Sunset and sunrise by the tables of the U.S. Naval Observatory, to the minute.
  it.each([
    ['2026-06-21T12:00:00Z', false, '2026-06-21T19:33:00Z'],
    ['2026-06-21T22:00:00Z', true, '2026-06-22T02:43:00Z'],
    ['2026-12-21T12:00:00Z', false, '2026-12-21T14:54:00Z'],
    ['2026-12-21T20:00:00Z', true, '2026-12-22T07:15:00Z'],
  ])('decides whether to dim in Berlin at %s: %s, until %s', (at, dimmed, until) => {
    const found = evening(berlin, at);
    expect(found.dimmed).toBe(dimmed);
    expect(Math.abs((found.nextAt ?? 0) - Date.parse(until))).toBeLessThan(2 * minute);
    // `nextAt` is the time at which the dimming changes.
    expect(evening(berlin, new Date(found.nextAt ?? 0).toISOString()).dimmed).toBe(!dimmed);
  });

  it.each([
    ['does not set', '2026-06-21T22:00:00Z', false],
    ['does not rise', '2026-12-21T12:00:00Z', true],
  ])('checks again after a day if the Sun %s', (_what, at, dimmed) => {
    expect(evening(svalbard, at)).toEqual({ dimmed, nextAt: Date.parse(at) + 1440 * minute });
  });

  it.each([
    [12, false, 20],
    [20, true, 30],
    [23, true, 30],
    [3, true, 6],
    [6, false, 20],
  ])(
    'uses the local hour if no place is known: at %d o’clock, dimmed: %s',
    (hour, dimmed, until) => {
      const at = new Date(2026, 10, 21, hour);
      expect(evening(null, at.toISOString())).toEqual({
        dimmed,
        nextAt: new Date(2026, 10, 21, until).getTime(),
      });
    },
  );

  it('follows the theme, and plans no further check', () => {
    for (const isDark of [true, false])
      expect(dimmingAt('dark', { isDark, place: berlin }, 0)).toEqual({
        dimmed: isDark,
        nextAt: null,
      });
    expect(dimmingAt('never', { isDark: true, place: berlin }, 0).dimmed).toBe(false);
  });
});

describe.each(['Asia/Tokyo', 'America/Los_Angeles'])(
  'dimmingAt, without a place, in %s',
  (zone) => {
    it.each([
      [19, false, 20],
      [20, true, 30],
      [23, true, 30],
      [0, true, 6],
      [5, true, 6],
      [6, false, 20],
    ])('decides whether to dim at %d o’clock: %s', (hour, dimmed, until) => {
      vi.stubEnv('TZ', zone);
      const nextAt = new Date(2026, 10, 21, until).getTime();
      const at = new Date(2026, 10, 21, hour, 30).toISOString();
      expect(evening(null, at)).toEqual({ dimmed, nextAt });
    });
  },
);
