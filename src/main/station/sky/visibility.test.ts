import { describe, expect, it } from 'vitest';
import {
  augustEpoch,
  truthOfAugust,
  tenPlaces,
  trueLookAngles,
  trueSolarElevation,
  trueSunlight,
} from '#test/support/ground-truth.ts';
import { earthFixedOf, type EarthFixed, type PositionAt } from '#shared/station/sky/earth.ts';
import { siteOfObserver, type Observer } from '#shared/station/sky/observer.ts';
import { brightnessBandOf } from '#shared/station/sky/brightness.ts';
import { stars } from './stars.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { antipodeOf, darkCircle, subsolarPoint, sunAt, type Sun } from '#shared/station/sky/sun.ts';
import { passesOf } from './passes.ts';
import { magnitudeOf } from './visibility.ts';

const truth = truthOfAugust();

/**
 * Finds the visible part of a pass in steps of half a second, with the Sun, the shadow and the look angles of
 * satellite.js.
 */
function plainly(observer: (typeof tenPlaces)[string], { rise, peak, set }: Pass) {
  let [from, to, dark, litInTheDark] = [NaN, NaN, 0, 0];
  for (let t = rise.t; t <= set.t; t += 0.5) {
    if (trueSolarElevation(observer, t) > -6) continue;
    const isHigh = trueLookAngles(truth, observer, t).elevation >= 10;
    if (isHigh || peak.elevation < 10) dark += 0.5;
    if (trueSunlight(truth, t) < 0.5) continue;
    litInTheDark += 0.5;
    if (!isHigh) continue;
    if (Number.isNaN(from)) from = t;
    to = t;
  }
  return { from, to, dark, litInTheDark };
}

describe('visibilityOf', () => {
  const reasonsOver = (observer: (typeof tenPlaces)[string]): string[] => {
    const passes = passesOf(truth.earthFixed, observer, {
      from: augustEpoch,
      hours: 120,
      minPeakElevation: 3,
    });
    for (const pass of passes) {
      const { from, to, dark, litInTheDark } = plainly(observer, pass);
      if (pass.visible) {
        // satellite.js computes the shadow of a spherical Earth. Its edge differs by at most 21 km, mostly at most 5 s.
        expect(Math.abs((pass.visibleFrom ?? NaN) - from)).toBeLessThan(8);
        expect(Math.abs((pass.visibleTo ?? NaN) - to)).toBeLessThan(8);
      } else {
        if (to - from > 20 + 8) expect.fail(`${String(to - from)} s are visible`);
        if (pass.reason === 'daylight') expect(dark).toBeLessThan(2);
        if (pass.reason === 'in-shadow') expect(dark).toBeGreaterThan(0);
        if (pass.reason === 'in-shadow') expect(litInTheDark).toBeLessThan(20 + 8);
        if (pass.reason === 'too-low') expect(litInTheDark).toBeGreaterThan(2);
        expect([pass.visibleFrom, pass.visibleTo, pass.brightness]).toEqual([null, null, null]);
      }
    }
    return passes.map(({ reason }) => reason ?? 'visible');
  };

  it('agrees with satellite.js over ten places, with at least four passes of each reason', () => {
    const seen = Object.groupBy(Object.values(tenPlaces).flatMap(reasonsOver), (reason) => reason);
    expect(Object.keys(seen).sort()).toEqual(['daylight', 'in-shadow', 'too-low', 'visible']);
    for (const all of Object.values(seen)) expect(all?.length).toBeGreaterThan(3);
  });

  it('returns `too-low` for a pass that is lit above 10° for less than 20 s', () => {
    // Over Paris the station is lit from the horizon, and enters the shadow 1.8 s after it has reached 10°.
    const paris = { latitude: 48.85, longitude: 2.35, altitude: 35 };
    const from = Date.UTC(2026, 8, 9, 21) / 1000;
    const [pass] = passesOf(truth.earthFixed, paris, { from, hours: 1 });
    expect(pass?.peak.elevation).toBeGreaterThan(60);
    expect(pass).toMatchObject({ visible: false, reason: 'too-low', visibleFrom: null });
  });

  it('returns the brightest magnitude of the visible part', () => {
    let later = 0;
    for (const observer of Object.values(tenPlaces))
      for (const pass of passesOf(truth.earthFixed, observer, { from: augustEpoch, hours: 120 })) {
        const { brightness, visibleFrom, visibleTo, peak } = pass;
        if (brightness === null || visibleFrom === null || visibleTo === null) continue;
        if (visibleFrom > peak.t + 30) later += 1;
        const site = siteOfObserver(observer);
        const all = Array.from({ length: 200 }, (_, i) => {
          const t = visibleFrom + ((visibleTo - visibleFrom) * i) / 199;
          return magnitudeOf(site, truth.earthFixed(t), sunAt(t));
        });
        const brightest = Math.min(...all);
        expect(brightness.magnitude).toBeGreaterThan(brightest - 0.001);
        expect(brightness.magnitude).toBeLessThan(brightest + 0.1);
      }
    // In these passes the station would have been brighter before it left the shadow.
    expect(later).toBeGreaterThan(0);
  });

  it('returns a magnitude between −1 and −4.5 for high passes that are sunlit at their culmination', () => {
    const high = Object.values(tenPlaces)
      .flatMap((observer) =>
        passesOf(truth.earthFixed, observer, {
          from: augustEpoch,
          hours: 120,
          minPeakElevation: 35,
        }),
      )
      .flatMap(({ brightness, peak, visibleFrom, visibleTo }) => {
        if (brightness === null || visibleFrom === null || visibleTo === null) return [];
        return visibleFrom <= peak.t && peak.t <= visibleTo ? [brightness.magnitude] : [];
      });
    expect(high.length).toBeGreaterThan(5);
    for (const magnitude of high) {
      expect(magnitude).toBeLessThan(-1);
      expect(magnitude).toBeGreaterThan(-4.5);
    }
  });
});

describe('visibilityOf at midnight', () => {
  const noon = Date.UTC(2026, 2, 20, 12) / 1000;
  const midnight = antipodeOf(subsolarPoint(noon));
  const observer = { ...midnight, altitude: 0 };
  /** A path to the east at this altitude that passes over the observer at the time `noon`. */
  const path =
    (altitudeKm: number): PositionAt =>
    (t): EarthFixed =>
      earthFixedOf(
        { latitude: midnight.latitude, longitude: midnight.longitude + (t - noon) * 0.065 },
        altitudeKm,
      );
  const only = (altitudeKm: number) => {
    const [pass] = passesOf(path(altitudeKm), observer, { from: noon - 1800, hours: 1 });
    return pass ?? expect.fail('no pass');
  };

  it('returns the reason `in-shadow` for a low orbit', () => {
    expect(only(420)).toMatchObject({ visible: false, reason: 'in-shadow', visibleFrom: null });
  });

  it('returns one of the two sunlit parts of a high orbit, before or after the culmination', () => {
    const pass = only(8000);
    expect(pass).toMatchObject({ visible: true, reason: null });
    const { visibleFrom, visibleTo } = pass;
    if (visibleFrom === null || visibleTo === null) throw new Error('not visible');
    expect(visibleTo < pass.peak.t || visibleFrom > pass.peak.t).toBe(true);
  });
});

describe('visibilityOf in twilight', () => {
  const t = Date.UTC(2026, 2, 20, 18) / 1000;
  const { center, radius } = darkCircle(t, -6);
  /** The Sun is at −6° at `t`: in the evening on the western edge of the night, in the morning on the eastern edge. */
  const evening = { latitude: 0, longitude: center.longitude - radius, altitude: 0 };
  const morning = { ...evening, longitude: center.longitude + radius };
  const passAt = (observer: Observer, later: number) => {
    const path: PositionAt = (at) =>
      earthFixedOf({ latitude: 0, longitude: observer.longitude + (at - t - later) * 0.065 }, 420);
    return passesOf(path, observer, { from: t - 1800, hours: 1 })[0] ?? expect.fail('no pass');
  };

  it('returns a visible part from the moment when the Sun is at −6°', () => {
    const { visible, visibleFrom, rise } = passAt(evening, 0);
    expect(visible).toBe(true);
    expect(visibleFrom ?? NaN).toBeGreaterThan(rise.t);
    expect(trueSolarElevation(evening, visibleFrom ?? NaN)).toBeCloseTo(-6, 1);
    expect(Math.abs((visibleFrom ?? NaN) - t)).toBeLessThan(5);
  });

  it('returns the reason `daylight` if the pass ends before the Sun is at −6°', () => {
    expect(passAt(evening, -400)).toMatchObject({ visible: false, reason: 'daylight' });
  });

  it('returns the reason `daylight` for a pass whose only dark part is below 10° and in shadow', () => {
    const pass = passAt(morning, 230);
    expect(trueSolarElevation(morning, pass.rise.t)).toBeLessThan(-6);
    expect(pass).toMatchObject({ visible: false, reason: 'daylight' });
  });
});

const site = siteOfObserver({ latitude: 0, longitude: 0, altitude: 0 });
const sunFrom = (direction: EarthFixed): Sun => ({
  subsolar: { longitude: 0, latitude: 0 },
  direction,
  distanceKm: 149_597_870.7,
});
const overhead = (km: number): EarthFixed => earthFixedOf({ latitude: 0, longitude: 0 }, km);

describe('magnitudeOf', () => {
  it.each([
    { what: 'the standard, half lit at 1000 km', km: 1000, direction: [0, 1, 0], expected: -1.8 },
    { what: 'ten times nearer, 5 brighter', km: 100, direction: [0, 1, 0], expected: -6.8 },
    // A full disc is π times as bright as a half disc.
    {
      what: 'full, with the Sun behind the observer',
      km: 1000,
      direction: [-1, 0, 0],
      expected: -3.043,
    },
  ] as const)('returns $expected for: $what', ({ km, direction, expected }) => {
    expect(magnitudeOf(site, overhead(km), sunFrom(direction))).toBeCloseTo(expected, 3);
  });

  it('returns a fainter, finite magnitude for a larger phase angle', () => {
    const from = (degrees: number) => {
      const angle = (degrees * Math.PI) / 180;
      return magnitudeOf(site, overhead(420), sunFrom([-Math.cos(angle), Math.sin(angle), 0]));
    };
    const magnitudes = [0, 30, 60, 90, 120, 150, 179, 180].map(from);
    expect(magnitudes).toEqual(magnitudes.toSorted((a, b) => a - b));
    expect(magnitudes.every(Number.isFinite)).toBe(true);
  });
});

describe('brightnessBandOf', () => {
  // Planets: the range of nine of ten days, Mallama and Hilton (2018). Stars: Bright Star Catalogue (Hoffleit, 1991).
  it.each([
    ['Venus', -4.8, 'venus'],
    ['Venus', -3.8, 'venus'],
    ['Jupiter', -2.9, 'jupiter'],
    ['Jupiter', -2, 'jupiter'],
    ['Sirius', -1.46, 'sirius'],
    ['Arcturus', -0.04, 'vega'],
    ['Vega', 0.03, 'vega'],
    ['Capella', 0.08, 'vega'],
    ['Rigel', 0.12, 'vega'],
    ['Alioth', 1.77, 'dipper'],
    ['Dubhe', 1.79, 'dipper'],
    ['Alkaid', 1.86, 'dipper'],
    ['Mizar', 2.27, 'dipper'],
    ['Merak', 2.37, 'dipper'],
    ['Phecda', 2.44, 'dipper'],
    ['Megrez', 3.31, 'faint'],
  ])('puts %s, magnitude %d, into the band %s', (_name, magnitude, band) => {
    expect(brightnessBandOf(magnitude)).toBe(band);
  });

  it('calls no star as bright as Jupiter, and only the brightest star Sirius', () => {
    const bands = stars.map(({ magnitude }) => brightnessBandOf(magnitude));
    expect(bands.filter((band) => ['venus', 'jupiter'].includes(band))).toEqual([]);
    expect(bands.filter((band) => band === 'sirius')).toHaveLength(1);
  });
});
