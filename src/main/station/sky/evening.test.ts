import {
  Body,
  Illumination,
  Observer as AstronomyObserver,
  SearchAltitude,
  SearchRiseSet,
} from 'astronomy-engine';
import { describe, expect, it } from 'vitest';
import { eveningSchema } from '#shared/station/sky/evening.ts';
import { siteOfObserver, type Observer } from '#shared/station/sky/observer.ts';
import { trueDirection, truePlanets } from '#test/support/sky-truth.ts';
import { tenPlaces } from '#test/support/ground-truth.ts';
import { eveningOf } from './evening.ts';
import { nightNearest } from './night.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;
const berlin: Observer = { latitude: 52.52, longitude: 13.405, altitude: 0 };
const bodies = {
  ...{ mercury: Body.Mercury, venus: Body.Venus, mars: Body.Mars },
  ...{ jupiter: Body.Jupiter, saturn: Body.Saturn },
};
const tromso: Observer = { latitude: 69.65, longitude: 18.96, altitude: 0 };

describe('eveningOf', () => {
  it.each(Object.entries(tenPlaces))('agrees with astronomy-engine over %s', (_n, place) => {
    const from = at('2026-11-22T00:00Z');
    const { midnight } = nightNearest(siteOfObserver(place), place, from);
    const noon = midnight - 43_200;
    const evening = eveningOf(place, noon + 3600);
    expect(eveningSchema.parse(evening)).toEqual(evening);
    const observer = new AstronomyObserver(place.latitude, place.longitude, 0);
    const start = new Date(noon * 1000);
    const found = {
      sunset: SearchRiseSet(Body.Sun, observer, -1, start, 1),
      nightfall: SearchAltitude(Body.Sun, observer, -1, start, 1, -6),
      darkness: SearchAltitude(Body.Sun, observer, -1, start, 1, -18),
      sunrise: SearchRiseSet(Body.Sun, observer, 1, start, 1),
    };
    for (const [name, time] of Object.entries(found)) {
      const ours = evening[name as keyof typeof found];
      if (time === null) expect(ours, name).toBeNull();
      else expect(Math.abs((ours ?? NaN) - time.date.getTime() / 1000), name).toBeLessThan(30);
    }
  });

  it.each([
    ['in the morning after sunrise', '2026-11-22T07:30Z', '2026-11-22'],
    ['in the afternoon', '2026-11-22T14:30Z', '2026-11-22'],
    ['before midnight', '2026-11-22T22:30Z', '2026-11-22'],
    ['before sunrise', '2026-11-23T06:00Z', '2026-11-22'],
  ])('returns the current night, or by day the next night: %s', (_when, now, evening) => {
    const { sunset } = eveningOf(berlin, at(now));
    expect(new Date((sunset ?? NaN) * 1000).toISOString().slice(0, 10)).toBe(evening);
  });

  it('returns the next night in the polar day once solar midnight is more than six hours ago', () => {
    // Solar midnight is at 22:46 UTC.
    const endAfter = (time: string) =>
      new Date(eveningOf(tromso, at(`2026-06-21T${time}Z`)).end * 1000).toISOString().slice(0, 10);
    expect([endAfter('04:30'), endAfter('05:00')]).toEqual(['2026-06-21', '2026-06-22']);
  });

  it('distinguishes the midnight sun from the polar night', () => {
    const summer = eveningOf(tromso, at('2026-06-21T12:00Z'));
    expect(summer).toMatchObject({ sunset: null, sunrise: null, isSunUp: true, planets: [] });
    expect(summer).toMatchObject({ nightfall: null, darkness: null });
    const winter = eveningOf(tromso, at('2026-12-21T12:00Z'));
    expect(winter).toMatchObject({ sunset: null, sunrise: null, isSunUp: false });
    // The Sun is 3° below the horizon at noon: later it passes −6° (nightfall) and −18° (full darkness).
    expect(winter.nightfall).not.toBeNull();
    expect(winter.darkness).not.toBeNull();
  });

  it.each(Object.entries(tenPlaces))(
    'returns the bright planets at nightfall over %s',
    (_n, place) => {
      // On 15 September 2025, Mars was high over Sydney, and fainter than the limit.
      for (let day = -320; day < 700; day += 85) {
        const evening = eveningOf(place, at('2026-08-01T12:00Z') + day * 86_400);
        const t = evening.nightfall;
        if (t === null) continue;
        const higherThan = (limit: number) =>
          truePlanets.filter((name) => trueDirection(name, place, t).elevation > limit);
        const magnitudes = truePlanets.map((name): [string, number] => [
          name,
          Illumination(bodies[name], new Date(t * 1000)).mag,
        ]);
        const bright = magnitudes.filter(([, mag]) => mag <= 1.5).toSorted((a, b) => a[1] - b[1]);
        const isHigh = (limit: number) => {
          const names: readonly string[] = higherThan(limit);
          return bright.flatMap(([name]) => (names.includes(name) ? [name] : []));
        };
        const named = evening.planets.map(({ body }) => body);
        // The elevations of the reference are accurate to some hundredths of a degree.
        expect([isHigh(4.9), isHigh(5.1)]).toContainEqual(named);
        for (const { body, azimuth } of evening.planets) {
          const truth = trueDirection(body as (typeof truePlanets)[number], place, t);
          expect(Math.cos(((azimuth - truth.azimuth) * Math.PI) / 180)).toBeGreaterThan(0.999);
        }
      }
    },
  );
});
