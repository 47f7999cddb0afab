import { describe, expect, it } from 'vitest';
import { distance, earthFixedOf } from '#shared/station/sky/earth.ts';
import type { Observer } from '#shared/station/sky/observer.ts';
import { tenPlaces } from '#test/support/ground-truth.ts';
import { movedTruth, poll, randomOf, stationElements } from '#test/support/orbit.ts';
import { trueBodyOf, trueTransits } from '#test/support/transit-truth.ts';
import { ephemerisOf, type Ephemeris } from '../orbit/ephemeris.ts';
import { fitOrbit } from '../orbit/fit.ts';
import { transitsOf } from './transits.ts';

const day = 86_400;
const start = Date.UTC(2026, 11, 1) / 1000;
const truth = movedTruth(stationElements[1], start);
const bodies = { sun: trueBodyOf('sun'), moon: trueBodyOf('moon') };

function fitted(until: number): Ephemeris {
  const random = randomOf(7);
  const fit = fitOrbit(poll(truth, { until, everySeconds: 600, count: 145, random }));
  if (!fit.ok) throw new Error(fit.reason);
  return ephemerisOf(fit.orbit);
}

const place = (name: string): Observer => {
  const found = tenPlaces[name];
  if (found === undefined) throw new Error(name);
  return found;
};

describe('transitsOf', () => {
  // The day after the fixes on which a plain search with another ephemeris finds one.
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

  it('moved to the place that it names, is in the middle of the disc, and at the edge half a width beside', () => {
    const from = start + day;
    const observer = place('New York');
    const ephemeris = fitted(from);
    const [transit] = transitsOf(ephemeris, observer, { from, hours: 24, withinKm: 50 });
    if (transit === undefined) throw new Error('none');
    const there = { ...transit.stand, altitude: observer.altitude };
    const [again] = transitsOf(ephemeris, there, { from, hours: 24, withinKm: 50 });
    expect(again?.distanceKm).toBeLessThan(0.05);
    expect(again?.separation).toBeLessThan(0.01);
    // From where the distance to the line is half a width, the station touches the edge.
    const part = transit.halfWidthKm / transit.distanceKm;
    const edge = {
      latitude: there.latitude + (observer.latitude - there.latitude) * part,
      longitude: there.longitude + (observer.longitude - there.longitude) * part,
      altitude: observer.altitude,
    };
    const [grazing] = transitsOf(ephemeris, edge, { from, hours: 24, withinKm: 50 });
    expect(grazing?.separation).toBeCloseTo(transit.discRadius, 1);
    expect(transit.line.length).toBeGreaterThan(5);
    // The line over the globe goes through the same place, and farther.
    expect(transit.path).toContainEqual(transit.stand);
    const [first, last] = [transit.path[0], transit.path.at(-1)];
    if (first === undefined || last === undefined) throw new Error('no path');
    expect(distance(earthFixedOf(first), earthFixedOf(last))).toBeGreaterThan(1500);
    const steps = transit.path.slice(1).map((place, index) => {
      const before = transit.path[index] ?? place;
      return distance(earthFixedOf(before), earthFixedOf(place));
    });
    expect(Math.min(...steps)).toBeGreaterThan(50);
  });

  it('finds none within 1 km where the line is farther, nor at a pole', () => {
    const from = start + day;
    const ephemeris = fitted(from);
    expect(transitsOf(ephemeris, place('Quito'), { from, hours: 24, withinKm: 1 })).toEqual([]);
    const pole = { latitude: 90, longitude: 0, altitude: 0 };
    expect(transitsOf(ephemeris, pole, { from, hours: 24, withinKm: 100 })).toEqual([]);
  });

  it('says when the line will be known well enough: later, the faster the uncertainty grows', () => {
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
