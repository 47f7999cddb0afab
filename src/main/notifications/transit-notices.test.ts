import { m } from '#words';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { emptyContent } from '#test/support/surroundings.ts';
import { sunTransit } from '#test/support/transits.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import type { Transit } from '#shared/station/sky/transit.ts';
import { unknownStation, type ObserverInUse } from '#shared/station/station.ts';
import type { AppState } from '#shared/state.ts';
import { transitNotices } from './transit-notices.ts';

const at = new Date(2026, 10, 29, 14, 23, 5).getTime();
const time = (day: number, hour: number, minute = 0): number =>
  new Date(2026, 10, day, hour, minute).getTime();

const transit = sunTransit(at);
const observer: ObserverInUse = {
  latitude: 48.14,
  longitude: 11.58,
  altitude: 520,
  source: 'settings',
};

const stateWith = (
  list: Transit[],
  changes: { observer?: ObserverInUse; enabled?: boolean } = {},
): AppState => {
  const { station } = defaultSettings;
  const alerts = { ...station.alerts, enabled: changes.enabled ?? true };
  return {
    ...emptyContent,
    revision: 1,
    services: { source: 'live', simulated: false },
    settings: { ...defaultSettings, station: { ...station, alerts } },
    station: {
      ...unknownStation,
      observer: changes.observer ?? observer,
      transits: { list, until: at + 86_400_000 },
    },
  };
};
const keysAt = (now: number, shown: readonly string[] = [], list = [transit]): string[] =>
  transitNotices(stateWith(list), new Set(shown), now).map(({ key }) => key);

const eveningKey = `transit:sun:${at / 1000}:evening@48.200,11.600`;
const lastCallKey = `transit:sun:${at / 1000}:last-call@48.200,11.600`;

describe('the notification about a transit', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it.each([
    ['not before 18:00 of the day before', time(28, 17, 59), []],
    ['from 18:00 of the day before', time(28, 18), [eveningKey]],
    ['until two hours before as that of the evening', time(29, 12, 23), [eveningKey]],
    ['from two hours before as the last call', at - 2 * 3600_000, [lastCallKey]],
    ['not after the transit', at, []],
  ])('appears %s', (_when, now, keys) => {
    expect(keysAt(now)).toEqual(keys);
  });

  it.each([
    ['Pacific/Kiritimati', '2026-11-29T08:00:00Z', '2026-11-28T04:00:00Z'],
    ['America/Los_Angeles', '2026-12-01T05:00:00Z', '2026-11-30T02:00:00Z'],
  ])('appears in the evening of the time zone %s', (zone, transitAt, evening) => {
    vi.stubEnv('TZ', zone);
    const list = [{ ...transit, t: Date.parse(transitAt) / 1000 }];
    const [before, from] = [-1, 0].map((ms) => keysAt(Date.parse(evening) + ms, [], list).length);
    expect([before, from]).toEqual([0, 1]);
  });

  it('has the time in its key, rounded to seconds', () => {
    const list = [{ ...transit, t: transit.t + 0.6 }];
    expect(keysAt(time(28, 18, 1), [], list)[0]).toContain(`transit:sun:${at / 1000 + 1}:`);
  });

  it('appears once for the evening and once for the last call, also when a newer fit moves the time', () => {
    const later = { ...transit, t: transit.t + 90 };
    expect(keysAt(time(28, 19), [eveningKey], [later])).toEqual([]);
    expect(keysAt(time(29, 13), [eveningKey])).toEqual([lastCallKey]);
    expect(keysAt(time(29, 13), [eveningKey, lastCallKey], [later])).toEqual([]);
  });

  it('appears again when the place to stand has left the band, and says so', () => {
    const [near, far] = [48.22, 48.24].map((latitude) => ({
      ...transit,
      stand: { latitude, longitude: 11.6 },
    }));
    if (near === undefined || far === undefined) return expect.fail();
    expect(keysAt(time(28, 20), [eveningKey], [near])).toEqual([]);
    const [notice] = transitNotices(stateWith([far]), new Set([eveningKey]), time(28, 20));
    expect(notice?.body).toMatch(/^The place to stand has moved\. Go: /);
    const moved = notice?.key ?? '';
    expect(keysAt(time(28, 21), [eveningKey, moved], [far])).toEqual([]);
    // The line moves back.
    expect(keysAt(time(28, 22), [eveningKey, moved])).toEqual([eveningKey]);
  });

  it('says the time, whether to go, the way to the line, and how to look at the Sun', () => {
    const [notice] = transitNotices(stateWith([transit]), new Set(), time(28, 18));
    expect(notice).toMatchObject({
      kind: 'transit',
      click: { kind: 'open', view: 'station/transits' },
      until: at + 60_000,
    });
    expect(notice?.title).toMatch(/^The station in front of the Sun: .*29.*:23:05/);
    expect(notice?.body).toMatch(
      /^Go: the line is known to ±\s.* plan a trip\. Go .* to the north\. /,
    );
    expect(notice?.body).toContain(m.notice_transit_filter());
  });

  it('names the Moon without a filter', () => {
    const moon = { ...transit, body: 'moon' } as const;
    const [notice] = transitNotices(stateWith([moon]), new Set(), time(28, 18));
    expect(notice?.title).toMatch(/^The station in front of the Moon: /);
    expect(notice?.body).not.toContain(m.notice_transit_filter());
  });

  it.each([
    ['the line is too uncertain', stateWith([{ ...transit, lineSigmaKm: 8 }])],
    [
      'the place is only guessed',
      stateWith([transit], { observer: { ...observer, source: 'guess' } }),
    ],
    ['the notices about the station are off', stateWith([transit], { enabled: false })],
  ])('does not appear when %s', (_why, state) => {
    expect(transitNotices(state, new Set(), time(29, 13))).toEqual([]);
  });

  it('is not repeated for a transit of the other body within the same hour', () => {
    const moon = { ...transit, body: 'moon', t: transit.t + 600 } as const;
    expect(keysAt(time(28, 18), [eveningKey], [transit, moon])).toEqual([
      `transit:moon:${moon.t}:evening@48.200,11.600`,
    ]);
  });
});
