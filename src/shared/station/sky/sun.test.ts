import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trueSubsolar } from '#test/support/ground-truth.ts';
import { dotProduct, earthFixedOf } from './earth.ts';
import {
  antipodeOf,
  darkCircle,
  sineOfSolarElevation,
  solarElevation,
  subsolarPoint,
  sunAt,
} from './sun.ts';

const unix = (iso: string): number => Date.parse(iso) / 1000;

describe('subsolarPoint', () => {
  // Declinations at equinoxes and solstices. Longitudes at 12:00 UT follow from the equation of time.
  it.each([
    { what: 'March equinox', time: '2024-03-20T03:06:00Z', latitude: 0 },
    { what: 'June solstice', time: '2024-06-20T20:51:00Z', latitude: 23.436 },
    { what: 'September equinox', time: '2024-09-22T12:44:00Z', latitude: 0 },
    { what: 'December solstice', time: '2024-12-21T09:20:00Z', latitude: -23.437 },
  ])('returns the declination of the $what', ({ time, latitude }) => {
    expect(Math.abs(subsolarPoint(unix(time)).latitude - latitude)).toBeLessThan(0.01);
  });

  it('agrees with Meeus, Astronomical Algorithms, example 25.a', () => {
    // 1992-10-13 0h TD: apparent declination −7.78507°, right ascension 13h 13m 31.4s.
    const t = unix('1992-10-13T00:00:00Z') - 59;
    expect(sunAt(t).subsolar.latitude).toBeCloseTo(-7.785, 2);
    expect(sunAt(t).distanceKm / 149_597_870.7).toBeCloseTo(0.99766, 4);
  });

  it.each([
    { what: 'the Sun is 16 min 27 s early', time: '2024-11-03T12:00:00Z', longitude: -4.11 },
    { what: 'the Sun is 14 min 13 s late', time: '2024-02-11T12:00:00Z', longitude: 3.55 },
    { what: 'clock and Sun agree', time: '2024-04-15T12:00:00Z', longitude: 0 },
  ])('returns the longitude at 12:00 UT of a day when $what', ({ time, longitude }) => {
    expect(Math.abs(subsolarPoint(unix(time)).longitude - longitude)).toBeLessThan(0.1);
  });

  it('agrees with satellite.js within 0.01° from 2000 to 2050', () => {
    const instant = fc.integer({ min: unix('2000-01-01'), max: unix('2050-01-01') });
    fc.assert(
      fc.property(instant, (t) => {
        const [found, { lat, lon }] = [subsolarPoint(t), trueSubsolar(t)];
        expect(Math.abs(found.latitude - lat)).toBeLessThan(0.01);
        expect(Math.abs(((found.longitude - lon + 540) % 360) - 180)).toBeLessThan(0.01);
      }),
    );
  });

  it('moves west by 15° an hour within [-180, 180)', () => {
    const noon = unix('2024-04-15T12:00:00Z');
    expect(subsolarPoint(noon + 3600).longitude).toBeCloseTo(-15, 0);
    expect(subsolarPoint(noon - 11 * 3600).longitude).toBeCloseTo(165, 0);
    expect(subsolarPoint(noon + 11 * 3600).longitude).toBeCloseTo(-165, 0);
  });
});

describe('solarElevation', () => {
  const sun = { longitude: 30, latitude: 20 };

  it.each([
    { what: 'overhead', place: sun, degrees: 90 },
    { what: 'at the antipode', place: antipodeOf(sun), degrees: -90 },
    { what: 'on the terminator', place: { longitude: 120, latitude: 0 }, degrees: 0 },
    { what: 'at the pole in summer', place: { longitude: 0, latitude: 90 }, degrees: 20 },
  ])('is $degrees° $what', ({ place, degrees }) => {
    expect(solarElevation(place, sun)).toBeCloseTo(degrees, 5);
  });

  it('agrees with sineOfSolarElevation', () => {
    const sky = sunAt(1_700_000_000);
    const place = { latitude: 0, longitude: 40 };
    const ground = earthFixedOf(place);
    const length = Math.sqrt(dotProduct(ground, ground));
    const up = [ground[0] / length, ground[1] / length, ground[2] / length] as const;
    const sine = Math.sin((solarElevation(place, sky.subsolar) * Math.PI) / 180);
    expect(sineOfSolarElevation(up, sky)).toBeCloseTo(sine, 12);
  });
});

describe('darkCircle', () => {
  it.each([0, -6, -12, -18])('has an edge on which the Sun is at %d° elevation', (elevation) => {
    const t = unix('2026-06-01T05:00:00Z');
    const { center, radius } = darkCircle(t, elevation);
    expect(solarElevation(center, subsolarPoint(t))).toBeCloseTo(-90, 4);
    const rim = { longitude: center.longitude, latitude: center.latitude + radius };
    expect(solarElevation(rim, subsolarPoint(t))).toBeCloseTo(elevation, 6);
  });
});
