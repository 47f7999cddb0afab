import { describe, expect, it } from 'vitest';
import { antipode, solarElevation, subsolarPoint } from './sun.ts';

describe('subsolarPoint', () => {
  // Declinations at equinoxes and solstices; longitudes at 12:00 UT follow from the equation of time.
  it.each([
    { what: 'March equinox', time: '2024-03-20T03:06:00Z', latitude: 0 },
    { what: 'June solstice', time: '2024-06-20T20:51:00Z', latitude: 23.44 },
    { what: 'September equinox', time: '2024-09-22T12:44:00Z', latitude: 0 },
    { what: 'December solstice', time: '2024-12-21T09:20:00Z', latitude: -23.44 },
  ])('has the declination of the $what', ({ time, latitude }) => {
    expect(subsolarPoint(Date.parse(time)).latitude).toBeCloseTo(latitude, 1);
  });

  it.each([
    { what: 'the Sun is 16 min 27 s early', time: '2024-11-03T12:00:00Z', longitude: -4.11 },
    { what: 'the Sun is 14 min 13 s late', time: '2024-02-11T12:00:00Z', longitude: 3.55 },
    { what: 'clock and Sun agree', time: '2024-04-15T12:00:00Z', longitude: 0 },
  ])('has the longitude of the day when $what', ({ time, longitude }) => {
    expect(Math.abs(subsolarPoint(Date.parse(time)).longitude - longitude)).toBeLessThan(0.1);
  });

  it('goes west by 15° an hour and stays in [-180, 180)', () => {
    const noon = Date.parse('2024-04-15T12:00:00Z');
    expect(subsolarPoint(noon + 3_600_000).longitude).toBeCloseTo(-15, 0);
    expect(subsolarPoint(noon - 11 * 3_600_000).longitude).toBeCloseTo(165, 0);
    expect(subsolarPoint(noon + 11 * 3_600_000).longitude).toBeCloseTo(-165, 0);
  });
});

describe('solarElevation', () => {
  const sun = { longitude: 30, latitude: 20 };

  it.each([
    { what: 'overhead', place: sun, degrees: 90 },
    { what: 'at the antipode', place: antipode(sun), degrees: -90 },
    { what: 'on the terminator', place: { longitude: 120, latitude: 0 }, degrees: 0 },
    { what: 'at the pole in summer', place: { longitude: 0, latitude: 90 }, degrees: 20 },
  ])('is $degrees° $what', ({ place, degrees }) => {
    expect(solarElevation(place, sun)).toBeCloseTo(degrees, 5);
  });
});
