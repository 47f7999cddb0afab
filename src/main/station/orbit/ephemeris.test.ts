import { describe, expect, it } from 'vitest';
import { pollFixes, createRandom, stationElements, orbitTruthOf } from '#test/support/orbit.ts';
import { ephemerisOf } from './ephemeris.ts';
import { fitOrbit } from './fit.ts';
import { passesOf } from '../sky/passes.ts';

const truth = orbitTruthOf(stationElements[2]);
const until = truth.epoch + 30_000;
const fit = fitOrbit(
  pollFixes(truth, { until, everySeconds: 300, count: 60, random: createRandom(11) }),
);
if (!fit.ok) throw new Error(fit.reason);
const { orbit } = fit;

describe('ephemerisOf', () => {
  const ephemeris = ephemerisOf(orbit);

  it('returns the same position from `at`, `earthFixed` and `sigmaKm`', () => {
    const place = ephemeris.at(until);
    expect(place.earthFixed).toEqual(ephemeris.earthFixed(until));
    expect(place.altitudeKm).toBeGreaterThan(395);
    expect(place.altitudeKm).toBeLessThan(445);
    expect(Math.abs(place.latitude)).toBeLessThan(51.9);
    expect(place.sigmaKm).toBe(ephemeris.sigmaKm(until));
  });

  it('computes the distance from the centre of the Earth within 100 m', () => {
    for (let t = until; t < until + 6000; t += 600) {
      const expected = Math.hypot(...truth.earthFixed(t));
      expect(Math.abs(Math.hypot(...ephemeris.earthFixed(t)) - expected)).toBeLessThan(0.1);
    }
  });

  it('returns a `timeSigma` that equals the shift of a pass by an along-track error', () => {
    const observer = { latitude: 48, longitude: 11, altitude: 0 };
    const kmPerDegree = (2 * Math.PI * 6790) / 360;
    for (const k of [0, 1, 2]) {
      const t = until + k * 43_200;
      const by = ephemeris.deviations(t).alongKm / kmPerDegree;
      const argumentOfLatitude = orbit.elements.argumentOfLatitude + by;
      const ahead = ephemerisOf({ ...orbit, elements: { ...orbit.elements, argumentOfLatitude } });
      const peaks = [ephemeris, ahead].map(
        ({ earthFixed }) => passesOf(earthFixed, observer, { from: t, hours: 24 })[0]?.peak.t,
      );
      const shift = (peaks[0] ?? NaN) - (peaks[1] ?? NaN);
      expect(Math.abs(shift / ephemeris.timeSigma(t) - 1)).toBeLessThan(0.05);
    }
  });

  it('states an uncertainty that grows with every day', () => {
    const sigmas = [0, 1, 2, 3, 5].map((days) => ephemeris.sigmaKm(until + days * 86_400));
    expect(sigmas).toEqual(sigmas.toSorted((a, b) => a - b));
    expect(sigmas[4]).toBeGreaterThan(10);
  });
});
