import { describe, expect, it } from 'vitest';
import type { Observer } from '#shared/station/sky/observer.ts';
import type { Sky } from '#shared/station/sky/sky.ts';
import { skySchema } from '#shared/station/sky/sky.ts';
import {
  augustEpoch,
  truthOfAugust,
  tenPlaces,
  trueLookAngles,
  trueSolarElevation,
} from '#test/support/ground-truth.ts';
import {
  degreesApart,
  trueDirection,
  truePlanets,
  trueStars,
  type TrueStar,
} from '#test/support/sky-truth.ts';
import { trueBodyOf } from '#test/support/transit-truth.ts';
import { siteOfObserver } from '#shared/station/sky/observer.ts';
import type { Ephemeris } from '../orbit/ephemeris.ts';
import { nightAround } from './night.ts';
import { passesOf } from './passes.ts';
import { skyOf } from './sky.ts';

const truth = truthOfAugust();
const ephemeris: Ephemeris = {
  earthFixed: truth.earthFixed,
  sigmaKm: () => 1,
  deviations: () => ({ alongKm: 1, crossKm: 0.1 }),
  timeSigma: () => 0.1,
  epoch: augustEpoch,
  at: () => {
    throw new Error('not asked for');
  },
};
const radians = Math.PI / 180;
const lookOf = ([east, north, up]: readonly [number, number, number]) => ({
  azimuth: (Math.atan2(east, north) / radians + 360) % 360,
  elevation: Math.asin(Math.max(-1, Math.min(1, up))) / radians,
});

function skyOver(observer: Observer): Sky {
  const pass = passesOf(truth.earthFixed, observer, { from: augustEpoch, hours: 48 })[0];
  if (pass === undefined) throw new Error('no pass');
  return skyOf(ephemeris, observer, pass);
}

describe('skyOf', () => {
  it.each(['Berlin', 'Quito', 'Sydney', 'Ushuaia', 'Lhasa'])(
    'agrees over %s with astronomia about stars, planets, Sun and Moon',
    (name) => {
      const observer = tenPlaces[name] ?? expect.fail();
      const sky = skyOver(observer);
      for (const star of Object.keys(trueStars) as TrueStar[]) {
        const ours = sky.stars.find(({ names }) => names?.en === star);
        if (ours === undefined) throw new Error(star);
        const off = degreesApart(lookOf(ours.direction), trueDirection(star, observer, sky.t));
        // The star Arcturus moves by 2.3″ a year.
        expect(off, star).toBeLessThan(0.03);
      }
      for (const { body, direction } of sky.bodies) {
        const theirs =
          body === 'sun' || body === 'moon'
            ? trueLookAngles({ ...truth, earthFixed: trueBodyOf(body) }, observer, sky.t)
            : trueDirection(body, observer, sky.t);
        expect(degreesApart(lookOf(direction), theirs), body).toBeLessThan(0.03);
      }
      expect(sky.bodies.map(({ body }) => body)).toEqual(['sun', 'moon', ...truePlanets]);
    },
  );

  it('returns the Milky Way where its stars are', () => {
    const { galaxy, stars } = skyOver(tenPlaces['Berlin'] ?? expect.fail());
    const from = (name: string): number => {
      const star = stars.find(({ names }) => names?.en === name) ?? expect.fail();
      return degreesApart(lookOf(star.direction), lookOf(galaxy.pole));
    };
    // Galactic latitudes of Deneb, Arcturus and Spica: 2.0°, 69.1° and 50.8° (SIMBAD).
    expect(from('Deneb')).toBeCloseTo(90 - 2, 0);
    expect(from('Arcturus')).toBeCloseTo(90 - 69.1, 0);
    expect(from('Spica')).toBeCloseTo(90 - 50.8, 0);
    expect(degreesApart(lookOf(galaxy.pole), lookOf(galaxy.center))).toBeCloseTo(90, 2);
  });

  it('returns the brightest stars first, lines between listed stars, and a value that fits its schema', () => {
    const sky = skyOver(tenPlaces['Berlin'] ?? expect.fail());
    expect(skySchema.parse(sky)).toEqual(sky);
    expect(sky.stars[0]?.names?.en).toBe('Sirius');
    const vega = sky.stars.find(({ names }) => names?.en === 'Vega');
    expect(vega?.names).toEqual({ en: 'Vega', fr: 'Véga', ja: 'ベガ' });
    expect(sky.stars.filter(({ magnitude }) => magnitude <= 4.5).length).toBeGreaterThan(900);
    expect(sky.stars.slice(0, 40).every(({ names }) => names !== null)).toBe(true);
    const corners = sky.lines.flat();
    expect(sky.lines.length).toBeGreaterThan(80);
    expect(corners.length).toBeGreaterThan(5 * sky.lines.length);
    expect(sky.stars.at(-1)?.names).toBeNull();
    expect(Math.max(...corners)).toBeLessThan(sky.stars.length);
    for (const { direction } of sky.stars) expect(Math.hypot(...direction)).toBeCloseTo(1, 6);
    // No line is longer than a constellation.
    for (const line of sky.lines)
      for (const [k, star] of line.slice(1).entries()) {
        const [a, b] = [sky.stars[star], sky.stars[line[k] ?? 0]];
        if (a === undefined || b === undefined) throw new Error('no star');
        expect(degreesApart(lookOf(a.direction), lookOf(b.direction))).toBeLessThan(40);
      }
  });

  it('returns the phases of the Moon: new on 12 August 2026, first quarter on the 20th, full on the 28th', () => {
    const at = (day: number) => {
      const observer = tenPlaces['Berlin'] ?? expect.fail();
      const t = Date.UTC(2026, 7, day, 12) / 1000;
      const moment = (offset: number) => ({
        t: t + offset,
        azimuth: 0,
        elevation: 0,
        rangeKm: 1000,
      });
      const hidden = { visible: false, reason: null, visibleFrom: null, visibleTo: null } as const;
      const [rise, set] = [moment(-300), moment(300)];
      const pass = { rise, peak: moment(0), set, seen: { rise, set }, brightness: null };
      return skyOf(ephemeris, observer, { ...pass, ...hidden }).moon;
    };
    expect(at(12).lit).toBeLessThan(0.02);
    expect(at(20).lit).toBeCloseTo(0.5, 1);
    expect(at(20).phase).toBeCloseTo(90, -1);
    expect(at(28).lit).toBeGreaterThan(0.98);
  });

  it('returns the brightness of the station during a pass, but none in the shadow of the Earth', () => {
    const passes = Object.values(tenPlaces).flatMap((observer) =>
      passesOf(truth.earthFixed, observer, { from: augustEpoch, hours: 120 }).map((one) => ({
        ...one,
        observer,
      })),
    );
    const pass = passes.find(({ visibleTo, peak }) => visibleTo !== null && visibleTo < peak.t);
    if (pass === undefined) throw new Error('no pass that ends in the shadow');
    const { track } = skyOf(ephemeris, pass.observer, pass);
    expect(track[0]?.t).toBe(pass.rise.t);
    expect(track.at(-1)).toEqual({ t: pass.set.t, magnitude: null });
    const lit = track.flatMap(({ magnitude }) => (magnitude === null ? [] : [magnitude]));
    // Samples every 5 s miss the last moment before the shadow.
    expect(Math.abs(Math.min(...lit) - (pass.brightness?.magnitude ?? NaN))).toBeLessThan(0.3);
  });
});

describe('nightAround', () => {
  const night = (latitude: number, longitude: number, t: number) => {
    const observer = { latitude, longitude, altitude: 0 };
    return { ...nightAround(siteOfObserver(observer), observer, t), observer };
  };

  it.each([
    ['Berlin in August', 52.5, 13.4, Date.UTC(2026, 7, 20, 20)],
    ['Quito in March', -0.2, -78.5, Date.UTC(2026, 2, 20, 1)],
    ['Sydney in June', -33.9, 151.2, Date.UTC(2026, 5, 21, 9)],
    ['Suva near the date line', -18.1, 178.4, Date.UTC(2026, 0, 10, 12)],
  ])('finds the twilights of %s', (_name, latitude, longitude, at) => {
    const { dusk, dawn, lowest, highest, observer } = night(latitude, longitude, at / 1000);
    const times = [...dusk, ...dawn.toReversed()].map((time) => time ?? NaN);
    for (const [k, limit] of [0, -6, -12, -18, -18, -12, -6, 0].entries())
      expect(trueSolarElevation(observer, times[k] ?? NaN)).toBeCloseTo(limit, 1);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const [first, last] = [times[0] ?? NaN, times.at(-1) ?? NaN];
    expect(Math.abs((first + last) / 2 - at / 1000)).toBeLessThan(12 * 3600);
    expect(lowest).toBeLessThan(-18);
    expect(highest).toBeGreaterThan(0);
  });

  it('returns null for each twilight limit that the Sun does not cross', () => {
    const june = Date.UTC(2026, 5, 21, 22) / 1000;
    const december = Date.UTC(2026, 11, 21, 22) / 1000;
    const none = [null, null, null, null];
    expect(night(70, 20, june)).toMatchObject({ dusk: none, dawn: none });
    expect(night(70, 20, june).lowest).toBeGreaterThan(0);
    expect(night(90, 0, december)).toMatchObject({ dusk: none, dawn: none });
    expect(night(90, 0, december).highest).toBeLessThan(-18);
    const polar = night(75, 20, december);
    expect(polar.highest).toBeLessThan(-6);
    expect(polar.dusk.map((time) => time !== null)).toEqual([false, false, true, true]);
    expect(night(62, 20, june).dusk.map((time) => time !== null)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
