import { describe, expect, it } from 'vitest';
import { readTypedPlace } from './typed-place.ts';

describe('readTypedPlace', () => {
  it.each([
    ['48.14, 11.58', 48.14, 11.58],
    ['48,14; 11,58', 48.14, 11.58],
    ['48,14 11,58', 48.14, 11.58],
    ['51°30′N 0°7′W', 51.5, -7 / 60],
    ['51°30\'26"N, 0°7\'39"W', 51.5072, -0.1275],
    ['33.87 S 151.21 E', -33.87, 151.21],
    ['13.4 E 52.5 N', 52.5, 13.4],
    ['-34.6 -58.38', -34.6, -58.38],
    ['geo:52.52,13.40', 52.52, 13.4],
    ['https://www.openstreetmap.org/#map=12/48.1372/11.5755', 48.1372, 11.5755],
  ])('reads %s as %d° north and %d° east', (text, latitude, longitude) => {
    const place = readTypedPlace(text);
    if (place?.ok !== true) throw new Error(place?.problem);
    expect(place.value.latitude).toBeCloseTo(latitude, 4);
    expect(place.value.longitude).toBeCloseTo(longitude, 4);
  });

  it.each(['', 'Munich', '東京'])('leaves %j to the search for towns', (text) => {
    expect(readTypedPlace(text)).toBeNull();
  });

  it.each([
    ['48.14', /latitude and longitude/],
    ['91, 200', /between −90 and 90/],
    ['48,14,11', /commas/],
  ])('returns the reason why %s is no place', (text, words) => {
    const place = readTypedPlace(text);
    expect(place?.ok === false && place.problem).toMatch(words);
  });
});
