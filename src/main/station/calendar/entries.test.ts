import { describe, expect, it } from 'vitest';
import { noonMs, passAt } from '#test/support/any-state.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import type { Transit } from '#shared/station/sky/transit.ts';
import {
  calendarEntriesOf,
  cancelledEntries,
  type CalendarEntry,
  type EventContent,
  type EventSubject,
} from './entries.ts';

const observer = { latitude: 52.5, longitude: 13.4, altitude: 34 };
const pass = passAt(60, {
  visible: true,
  reason: null,
  brightness: { magnitude: -3, band: 'jupiter' },
});
const transit: Transit = {
  body: 'sun',
  t: noonMs / 1000 + 3600,
  seconds: 0.6,
  azimuth: 181.6,
  elevation: 20,
  discRadius: 0.27,
  separation: 0.9,
  rangeKm: 900,
  silhouette: 30,
  stand: { latitude: 52.6, longitude: 13.4 },
  distanceKm: 11,
  halfWidthKm: 3.3,
  chord: { t: noonMs / 1000 + 3600, right: 0.9, up: 0, rightRate: 0, upRate: 0.9 },
  line: [],
  path: [],
  lineSigmaKm: 0.4,
  timeSigma: 0.5,
  goodAt: null,
};
const passSubject = (change: Partial<Pass> = {}, sigma: number | null = 2): EventSubject => ({
  kind: 'pass',
  observer,
  pass: { ...pass, ...change },
  sigma,
});
const transitSubject = (change: Partial<Transit> = {}): EventSubject => ({
  kind: 'transit',
  observer,
  transit: { ...transit, ...change },
});

/** A content that differs for any two different subjects. */
const contentOf = (subject: EventSubject): EventContent => ({
  start: noonMs / 1000 + 3600,
  end: noonMs / 1000 + 4200,
  summary: JSON.stringify(subject),
  description: '',
  location: '',
  latitude: 0,
  longitude: 0,
  alarmMinutes: null,
});
const entriesOf = (subject: EventSubject, stored: readonly CalendarEntry[] = []) =>
  calendarEntriesOf([subject], { stored, contentOf, now: noonMs, newId: () => 'id' });
/** The sequence number of the event after an export of `first` and then of `second`. */
const sequenceAfter = (first: EventSubject, second: EventSubject): number | undefined =>
  entriesOf(second, entriesOf(first))[0]?.sequence;

/** The times of the pass, moved by some seconds. */
function moved(seconds: { rise?: number; peak?: number; set?: number }): Partial<Pass> {
  const { rise, set } = pass.seen;
  return {
    seen: {
      rise: { ...rise, t: rise.t + (seconds.rise ?? 0) },
      set: { ...set, t: set.t + (seconds.set ?? 0) },
    },
    peak: { ...pass.peak, t: pass.peak.t + (seconds.peak ?? 0) },
  };
}
const atElevation = (elevation: number): Partial<Pass> => ({ peak: { ...pass.peak, elevation } });
const inBand = (band: 'jupiter' | 'sirius'): Partial<Pass> => ({
  brightness: { magnitude: -3, band },
});

describe('calendarEntriesOf', () => {
  it.each<[string, EventSubject, number]>([
    ['a begin 4 s later', passSubject(moved({ rise: 4 })), 0],
    ['a begin 6 s later', passSubject(moved({ rise: 6 })), 1],
    ['a begin 6 s earlier', passSubject(moved({ rise: -6 })), 1],
    ['a culmination 4 s later', passSubject(moved({ peak: 4 })), 0],
    ['a culmination 6 s later', passSubject(moved({ peak: 6 })), 1],
    ['an end 4 s later', passSubject(moved({ set: 4 })), 0],
    ['an end 6 s later', passSubject(moved({ set: 6 })), 1],
    ['a height 1.9° larger', passSubject(atElevation(69.1)), 0],
    ['twice the uncertainty', passSubject({}, 4), 0],
    ['half the uncertainty', passSubject({}, 1), 0],
    ['a height 2.1° larger', passSubject(atElevation(69.3)), 1],
    ['another visibility', passSubject({ visible: false }), 1],
    ['another reason', passSubject({ reason: 'too-low' }), 1],
    ['the same brightness', passSubject(inBand('jupiter')), 0],
    ['another brightness', passSubject(inBand('sirius')), 1],
    ['an uncertainty of nearly twice the value', passSubject({}, 3.9), 0],
    ['an uncertainty of more than twice the value', passSubject({}, 4.1), 1],
    ['an uncertainty of more than half the value', passSubject({}, 1.1), 0],
    ['an uncertainty of less than half the value', passSubject({}, 0.9), 1],
  ])('updates a pass only if a user would notice the difference: %s', (_what, second, count) => {
    expect(sequenceAfter(passSubject(), second)).toBe(count);
  });

  it.each<[string, Partial<Transit>, number]>([
    ['4 s later', { t: transit.t + 4 }, 0],
    ['6 s later', { t: transit.t + 6 }, 1],
    ['0.4 km farther away', { distanceKm: 11.4 }, 0],
    ['0.6 km farther away', { distanceKm: 11.6 }, 1],
    ['0.6 km nearer', { distanceKm: 10.4 }, 1],
    ['less than twice as uncertain', { lineSigmaKm: 0.79 }, 0],
    ['more than twice as uncertain', { lineSigmaKm: 0.81 }, 1],
    ['less than half as uncertain', { lineSigmaKm: 0.19 }, 1],
    ['with a time at which it will be known', { goodAt: noonMs }, 1],
  ])('updates a transit only if a user would notice the difference: %s', (_what, change, count) => {
    expect(sequenceAfter(transitSubject(), transitSubject(change))).toBe(count);
  });

  it('distinguishes transits of the Sun and of the Moon', () => {
    const stored = entriesOf(transitSubject());
    expect(entriesOf(transitSubject({ body: 'moon' }), stored)[0]).toMatchObject({
      sequence: 0,
      subject: { transit: { body: 'moon' } },
    });
  });

  it('creates an entry for a pass at another time or place, and for a pass and a transit of the same time', () => {
    const atPass = transitSubject({ t: pass.peak.t });
    const later = passSubject(moved({ peak: 5580, rise: 5580, set: 5580 }));
    const elsewhere = { ...passSubject(), observer: { ...observer, latitude: 52.6 } };
    for (const [first, second] of [
      ...[later, elsewhere, atPass].map((other) => [passSubject(), other] as const),
      [atPass, passSubject()],
    ] as const)
      expect(entriesOf(second, entriesOf(first))[0]).toMatchObject({
        sequence: 0,
        subject: second,
      });
  });
});

describe('cancelledEntries', () => {
  const nearby = (north: number, east: number): typeof observer => ({
    ...observer,
    latitude: observer.latitude + north,
    longitude: observer.longitude + east,
  });
  const until = noonMs + 86_400_000;
  const known = { observer, subjects: [], passesUntil: until, transitsUntil: until };

  it.each<[string, EventSubject, Partial<Parameters<typeof cancelledEntries>[1]>, number]>([
    ['a pass that does not happen', passSubject(), {}, 1],
    ['a pass that still happens', passSubject(), { subjects: [passSubject()] }, 0],
    [
      'a pass that is no longer visible',
      passSubject(),
      { subjects: [passSubject({ visible: false })] },
      1,
    ],
    ['a pass while no passes are known', passSubject(), { passesUntil: null }, 0],
    ['a pass later than the forecast', passSubject(), { passesUntil: noonMs }, 0],
    ['a pass of a place 200 m farther north', passSubject(), { observer: nearby(0.002, 0) }, 0],
    ['a pass of a place 150 m farther west', passSubject(), { observer: nearby(0, -0.002) }, 0],
    ['a pass of the same place within 100 m', passSubject(), { observer: nearby(9e-4, 9e-4) }, 1],
    ['a transit that has moved away', transitSubject(), {}, 1],
    ['a transit outside a reduced search radius', transitSubject(), { withinKm: 10 }, 0],
    ['a transit while no transits are known', transitSubject(), { transitsUntil: null }, 0],
  ])('returns a cancelled event, or nothing, for %s', (_what, subject, change, count) => {
    const cancelled = cancelledEntries(
      entriesOf(subject),
      { ...known, withinKm: 50, ...change },
      noonMs,
    );
    expect(cancelled.map(({ isCancelled, sequence }) => [isCancelled, sequence])).toEqual(
      Array.from({ length: count }, () => [true, 1]),
    );
  });

  it('cancels an event once, and none that is over', () => {
    const forecast = { ...known, withinKm: 50 };
    const [entry] = cancelledEntries(entriesOf(passSubject()), forecast, noonMs);
    if (entry === undefined) expect.fail();
    expect(cancelledEntries([entry], forecast, noonMs)).toEqual([entry]);
    expect(cancelledEntries([entry], forecast, entry.content.end * 1000)).toEqual([]);
  });
});
