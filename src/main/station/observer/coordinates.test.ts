import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCoordinates, validObserver } from './coordinates.ts';

describe('parseCoordinates', () => {
  it.each([
    ['52.52, 13.405', 52.52, 13.405, 0],
    ['52.52 13.405', 52.52, 13.405, 0],
    ['  -33.87,151.21 ', -33.87, 151.21, 0],
    ['−33.87, −70.5', -33.87, -70.5, 0],
    ['-0.18 -78.47 2850', -0.18, -78.47, 2850],
    ['-0.18, -78.47, 2850 m', -0.18, -78.47, 2850],
    ['33.87 S 151.21 E', -33.87, 151.21, 0],
    ['33.87S, 151.21E', -33.87, 151.21, 0],
    ['N 52.5 W 0.5', 52.5, -0.5, 0],
    ['151.21 e, 33.87 s', -33.87, 151.21, 0],
    ['52°30′N 13°24′18″E', 52.5, 13.405, 0],
    ['52° 30\' 0" N, 13° 24\' 18" E', 52.5, 13.405, 0],
    ['52,52; 13,405', 52.52, 13.405, 0],
    ['52,52 13,405', 52.52, 13.405, 0],
    ['90, -180', 90, -180, 0],
    ['-0, 0', 0, 0, 0],
  ])('reads %j', (text, latitude, longitude, altitude) => {
    const parsed = parseCoordinates(text);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure));
    expect(parsed.value.latitude).toBeCloseTo(latitude, 9);
    expect(parsed.value.longitude).toBeCloseTo(longitude, 9);
    expect(parsed.value.altitude).toBe(altitude);
  });

  it.each([
    ['', 'needed'],
    ['52.52', 'needed'],
    ['1, 2, 3, 4', 'needed'],
    ['Berlin, Germany', 'no angle'],
    ['0x10, 3', 'no angle'],
    ['1e1, 3', 'no angle'],
    ['NaN, 3', 'no angle'],
    ['12°60′N, 3', 'no angle'],
    ['-12 S, 3', 'no angle'],
    ['1, 2, high', 'no altitude'],
    ['1, 2, 9001', 'altitude must'],
    ['91, 0', 'latitude must'],
    ['0, 181', 'longitude must'],
    ['12 N, 13 N', 'One of the two'],
    ['12 E, 13 E', 'One of the two'],
  ])('refuses %j', (text, words) => {
    const parsed = parseCoordinates(text);
    expect(parsed).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } });
    if (!parsed.ok && parsed.failure.kind === 'invalid-input') {
      expect(parsed.failure.detail).toContain(words);
    }
  });

  it('reads back what it is given, and never throws', () => {
    const degrees = (most: number) =>
      fc.integer({ min: -most * 1000, max: most * 1000 }).map((value) => value / 1000);
    fc.assert(
      fc.property(degrees(90), degrees(180), (latitude, longitude) => {
        expect(parseCoordinates(`${latitude}, ${longitude}`)).toEqual({
          ok: true,
          value: { latitude: latitude + 0, longitude: longitude + 0, altitude: 0 },
        });
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => void parseCoordinates(text)));
  });
});

describe('validObserver', () => {
  it('refuses what is no number', () => {
    expect(validObserver({ latitude: NaN, longitude: 0, altitude: 0 }).ok).toBe(false);
    expect(validObserver({ latitude: 0, longitude: 0, altitude: Infinity }).ok).toBe(false);
  });
});
