import { describe, expect, it } from 'vitest';
import { distanceBetween, earthFixedOf, type EarthFixed } from '#shared/station/sky/earth.ts';
import { lookAngles, siteOfObserver, type Observer } from '#shared/station/sky/observer.ts';
import { tenPlaces } from '#test/support/ground-truth.ts';
import { distanceFromLineKm } from '#test/support/line.ts';
import { movedTruth, pollFixes, createRandom, stationElements } from '#test/support/orbit.ts';
import { trueBodyOf, trueTransits } from '#test/support/transit-truth.ts';
import { ephemerisOf, type Ephemeris } from '../orbit/ephemeris.ts';
import { fitOrbit } from '../orbit/fit.ts';
import { centreLineSigma, transitsOf } from './transits.ts';

const day = 86_400;
const start = Date.UTC(2026, 11, 1) / 1000;
const truth = movedTruth(stationElements[1], start);
const bodies = { sun: trueBodyOf('sun'), moon: trueBodyOf('moon') };

function fitted(until: number): Ephemeris {
  const random = createRandom(7);
  const fit = fitOrbit(pollFixes(truth, { until, everySeconds: 600, count: 145, random }));
  if (!fit.ok) throw new Error(fit.reason);
  return ephemerisOf(fit.orbit);
}

const place = (name: string): Observer => {
  const found = tenPlaces[name];
  if (found === undefined) throw new Error(name);
  return found;
};

describe('centreLineSigma', () => {
  it('projects an error along the motion in the inertial frame', () => {
    // The station over 90° east and the equator, in the zenith, moving 5 km/s east and 5 km/s north over the ground.
    const station: EarthFixed = [0, 6800, 0];
    const later: EarthFixed = [-5, 6800, 5];
    // The ground turns 2π in a sidereal day of 86,164 s, here by 0.496 km/s towards −x.
    const [east, north] = [5 + (6800 * 2 * Math.PI) / 86_164, 5];
    const deviations = () => ({ alongKm: 10, crossKm: 0 });
    const body: EarthFixed = [0, -1e8, 0];
    const sigma = centreLineSigma(
      { deviations } as unknown as Ephemeris,
      station,
      later,
      body,
      [0, 1, 0],
      [0, 0, 1],
    );
    expect(sigma(0)).toBeCloseTo((10 * north) / Math.hypot(east, north), 2);
  });
});

describe('transitsOf', () => {
  // Place, days after `start`, and body of a transit that a simple search with another ephemeris finds.
  it.each([
    ['New York', 1, 'moon'],
    ['Quito', 1, 'moon'],
    ['Ushuaia', 1, 'moon'],
    ['Suva', 13, 'sun'],
    ['Sydney', 12, 'sun'],
  ] as const)('finds the transit over %s on day %i', (name, index, body) => {
    const from = start + index * day;
    const observer = place(name);
    const ours = transitsOf(fitted(from), observer, { from, hours: 24, withinKm: 50 });
    const options = { from, to: from + day, withinKm: 50, minElevation: 5 };
    const theirs = trueTransits(truth, observer, bodies, options);
    expect(theirs.map(({ disc }) => disc)).toEqual([body]);
    expect(ours.map((one) => one.body)).toEqual([body]);
    const [one, other] = [ours[0], theirs[0]];
    if (one === undefined || other === undefined) throw new Error('none');
    expect(Math.abs(one.t - other.t)).toBeLessThan(1);
    expect(Math.abs(one.distanceKm - other.distanceKm)).toBeLessThan(0.5);
    expect(Math.abs(one.separation - other.separation)).toBeLessThan(0.05);
    expect(Math.abs(one.elevation - other.elevation)).toBeLessThan(0.01);
    // The Sun and the Moon are half a degree wide, and the station crosses them within seconds.
    expect(one.discRadius).toBeCloseTo(0.26, 1);
    expect(one.seconds).toBeGreaterThan(0.3);
    expect(one.seconds).toBeLessThan(5);
    expect(one.lineSigmaKm).toBeLessThan(2);
  });

  it('returns a place at which the station crosses the middle of the disc, and a half width to the edge', () => {
    const from = start + day;
    const observer = place('New York');
    const ephemeris = fitted(from);
    const [transit] = transitsOf(ephemeris, observer, { from, hours: 24, withinKm: 50 });
    if (transit === undefined) throw new Error('none');
    const there = { ...transit.stand, altitude: observer.altitude };
    const [again] = transitsOf(ephemeris, there, { from, hours: 24, withinKm: 50 });
    expect(again?.distanceKm).toBeLessThan(0.05);
    expect(again?.separation).toBeLessThan(0.01);
    // At half a width from the centre line, the station touches the edge of the disc.
    const part = transit.halfWidthKm / transit.distanceKm;
    const edge = {
      latitude: there.latitude + (observer.latitude - there.latitude) * part,
      longitude: there.longitude + (observer.longitude - there.longitude) * part,
      altitude: observer.altitude,
    };
    const [grazing] = transitsOf(ephemeris, edge, { from, hours: 24, withinKm: 50 });
    expect(grazing?.separation).toBeCloseTo(transit.discRadius, 1);
    expect(transit.line.length).toBeGreaterThan(5);
    // The line over the globe goes through the same place, and extends farther.
    expect(transit.path).toContainEqual(transit.stand);
    const [first, last] = [transit.path[0], transit.path.at(-1)];
    if (first === undefined || last === undefined) throw new Error('no path');
    expect(distanceBetween(earthFixedOf(first), earthFixedOf(last))).toBeGreaterThan(1500);
    const steps = transit.path.slice(1).map((place, index) => {
      const before = transit.path[index] ?? place;
      return distanceBetween(earthFixedOf(before), earthFixedOf(place));
    });
    expect(Math.min(...steps)).toBeGreaterThan(50);
  });

  it('finds no transit within 1 km if the centre line is farther away, nor at a pole', () => {
    const from = start + day;
    const ephemeris = fitted(from);
    expect(transitsOf(ephemeris, place('Quito'), { from, hours: 24, withinKm: 1 })).toEqual([]);
    const pole = { latitude: 90, longitude: 0, altitude: 0 };
    expect(transitsOf(ephemeris, pole, { from, hours: 24, withinKm: 100 })).toEqual([]);
  });

  it.each([-400, 8000])(
    'returns for a height of %d m a `stand` at which the station crosses the middle of the disc',
    (altitude) => {
      const from = start + day;
      const ephemeris = fitted(from);
      const over = (observer: Observer) =>
        transitsOf(ephemeris, observer, { from, hours: 24, withinKm: 100 })[0] ??
        expect.fail('none');
      const flat = over({ ...place('New York'), altitude: 0 });
      const high = over({ ...place('New York'), altitude });
      expect(over({ ...high.stand, altitude }).separation).toBeLessThan(0.01);
      // The line lies where the line of sight to the body meets the given height, and may also be shifted along itself.
      const shifted = Math.abs(altitude / 1000) / Math.tan((flat.elevation * Math.PI) / 180);
      const moved = distanceFromLineKm(high.line, flat.stand);
      expect(moved).toBeGreaterThan(0.01);
      expect(moved).toBeLessThan(1.1 * shifted);
      // A place without a height counts as at sea level.
      expect(over({ ...place('New York'), altitude: null }).line).toEqual(flat.line);
    },
  );

  it('adds the effect of an uncertain height to the uncertainty of the centre line', () => {
    const from = start + day;
    const ephemeris = { ...fitted(from), deviations: () => ({ alongKm: 0, crossKm: 0 }) };
    const at = (altitude: number | null, altitudeSigma?: number) => {
      const observer = { ...place('New York'), altitude, altitudeSigma };
      const [transit] = transitsOf(ephemeris, observer, { from, hours: 24, withinKm: 50 });
      return transit ?? expect.fail('none');
    };
    const sure = at(0);
    expect(sure.lineSigmaKm).toBeLessThan(0.1);
    const moved = distanceFromLineKm(at(1000).line, sure.stand);
    const sideways = at(0, 1000).lineSigmaKm;
    expect(moved).toBeGreaterThan(0.2);
    expect(sideways).toBeCloseTo(moved, 1);
    expect(at(null, 560).lineSigmaKm).toBeCloseTo(sideways * 0.56, 1);
    expect(at(null)).toEqual(sure);
    // The uncertainty of the height does not decrease with time.
    expect(at(0, 1000).goodAt).toBe(sure.goodAt);
  });

  it('returns the chord across the disc as seen from the observer’s place', () => {
    const from = start + day;
    const ephemeris = fitted(from);
    const observer = place('New York');
    const [transit] = transitsOf(ephemeris, observer, { from, hours: 24, withinKm: 50 });
    const { chord, separation, discRadius, seconds, t } = transit ?? expect.fail('none');
    const { right, up, rightRate, upRate } = chord;
    expect(Math.hypot(right, up)).toBeCloseTo(separation, 3);
    // At the closest approach, the motion is perpendicular to the direction of the centre of the disc.
    expect(Math.abs(right * rightRate + up * upRate)).toBeLessThan(0.002);
    expect((2 * discRadius) / Math.hypot(rightRate, upRate)).toBeCloseTo(seconds, 1);
    expect(Math.abs(chord.t - t)).toBeLessThan(5);
    // The motion from half a second before the closest approach to half a second after it, computed from azimuths and
    // elevations.
    const site = siteOfObserver(observer);
    for (const by of [-0.5, 0.5]) {
      const [station, moon] = [ephemeris.earthFixed, bodies.moon].map((one) =>
        lookAngles(site, one(chord.t + by)),
      );
      if (station === undefined || moon === undefined) throw new Error('none');
      const across = (station.azimuth - moon.azimuth) * Math.cos((moon.elevation * Math.PI) / 180);
      expect(across).toBeCloseTo(right + rightRate * by, 1);
      expect(station.elevation - moon.elevation).toBeCloseTo(up + upRate * by, 1);
    }
  });

  it.each([-400, 8000])('finds transits from a height of %i m', (altitude) => {
    const from = start + 12 * day;
    const observer = { ...place('Sydney'), altitude };
    const [transit] = transitsOf(fitted(start), observer, { from, hours: 24, withinKm: 100 });
    expect(transit?.body).toBe('sun');
  });

  it('returns a later `goodAt` if the uncertainty of the centre line grows faster', () => {
    const ephemeris = fitted(start);
    const from = start + 12 * day;
    const goodAt = (kmADay: number): number | null | undefined => {
      const crossKm = (t: number): number => (kmADay * (t - start)) / day;
      const deviations = (t: number) => ({ alongKm: 0, crossKm: crossKm(t) });
      const options = { from, hours: 24, withinKm: 50 };
      return transitsOf({ ...ephemeris, deviations }, place('Sydney'), options)[0]?.goodAt;
    };
    expect(goodAt(0.001)).toBeNull();
    const [slow, fast] = [goodAt(0.2) ?? NaN, goodAt(2) ?? NaN];
    expect(slow).toBeGreaterThan(start);
    expect(fast).toBeGreaterThan(slow);
    expect(fast).toBeLessThan(from + day);
  });
});

describe('centreLineSigma', () => {
  /**
   * A station that is at rest over the Earth, in the zenith, with the body behind it. Its inertial motion is to the
   * east.
   */
  const zenith: EarthFixed = [Math.SQRT1_2, Math.SQRT1_2, 0];
  const east: EarthFixed = [-Math.SQRT1_2, Math.SQRT1_2, 0];
  const north: EarthFixed = [0, 0, 1];
  const station: EarthFixed = [zenith[0] * 42_164, zenith[1] * 42_164, 0];
  const body: EarthFixed = [zenith[0] * 384_400, zenith[1] * 384_400, 0];

  it.each<[string, EarthFixed, { alongKm: number; crossKm: number }, number]>([
    ['along the track, across a line to the north', east, { alongKm: 3, crossKm: 0 }, 3],
    ['along the track, across a line to the east', north, { alongKm: 3, crossKm: 0 }, 0],
    ['across the track, across a line to the north', east, { alongKm: 0, crossKm: 3 }, 0],
    ['across the track, across a line to the east', north, { alongKm: 0, crossKm: 3 }, 3],
    ['in both directions', east, { alongKm: 3, crossKm: 4 }, 3],
  ])('projects an error %s', (_which, across, deviation, km) => {
    const deviations = { deviations: () => deviation } as unknown as Ephemeris;
    const sigma = centreLineSigma(deviations, station, station, body, zenith, across);
    // The error of the model is 50 m.
    expect(sigma(0)).toBeCloseTo(Math.hypot(km, 0.05), 6);
  });
});
