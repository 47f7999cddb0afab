import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { readCoordinateEntry, type Axis } from './coordinates.ts';
import { languages, setLanguage } from '../language/language.ts';
import { placeInWords } from '../words.ts';
import { expectRecord, figures } from '#test/support/record.ts';
import { runs } from '#test/support/runs.ts';

afterEach(() => setLanguage({ language: 'en', formats: 'en' }));

const degreesOf = (text: string, axis: Axis): number | string => {
  const entry = readCoordinateEntry(text, axis);
  if (!entry.ok) return entry.problem;
  return entry.value.kind === 'one' ? entry.value.degrees : 'a pair';
};
const placeOf = (text: string, axis: Axis = 'latitude'): readonly number[] | string => {
  const entry = readCoordinateEntry(text, axis);
  if (!entry.ok) return entry.problem;
  if (entry.value.kind === 'one') return 'one coordinate';
  return [entry.value.place.latitude, entry.value.place.longitude];
};

describe('readCoordinateEntry', () => {
  it.each([
    ['13.4', 13.4],
    ['13,4', 13.4],
    ['13,405', 13.405],
    [' 13.4 ', 13.4],
    ['.5', 0.5],
    ['+13.4', 13.4],
    ['-13,4', -13.4],
    ['\u221213.4', -13.4],
    ['\u201313.4', -13.4],
    ['13.4 E', 13.4],
    ['13,4° W', -13.4],
    ['W 13.4', -13.4],
    ['13.4 w', -13.4],
    ['13,4 Ost', 13.4],
    ['13.4 Oeste', -13.4],
    ['13.4 este', 13.4],
    ['13.4West', -13.4],
    ['0°7′W', -7 / 60],
    ['0° 7\u2019 30\u201D W', -7.5 / 60],
    ["0°7'30''W", -7.5 / 60],
    ['13º 24,6\u00B4 E', 13.41],
    ['13°24′36″', 13.41],
    ['-13° 24′ 36″', -13.41],
    ['13d24m36s', 13.41],
    ['13d24m36s W', -13.41],
    ['13 24 36 E', 13.41],
    ['13° 24.6', 13.41],
    ['180', 180],
    ['-180', -180],
    ['-0', 0],
    ['0 W', 0],
    ['١٣٫٤', 13.4],
    ['１３．４', 13.4],
    ['西経13.4', -13.4],
    ['13,4 Ouest', -13.4],
  ])('reads %j as one longitude', (text, degrees) => {
    expect(degreesOf(text, 'longitude')).toBeCloseTo(degrees, 9);
  });

  it.each([
    ['33.87 S', -33.87],
    ['33,87 Süd', -33.87],
    ['33.87 sur', -33.87],
    ['33d52m12s S', -33.87],
    ['33d52m S', -33 - 52 / 60],
    ["33deg52'S", -33 - 52 / 60],
    ['33 degrees 52 S', -33 - 52 / 60],
    ['52.52 Nord', 52.52],
  ])('reads %j as one latitude', (text, degrees) => {
    expect(degreesOf(text, 'latitude')).toBeCloseTo(degrees, 9);
  });

  it.each([
    ['52.52, 13.40', 52.52, 13.4],
    ['52.52,13.40', 52.52, 13.4],
    ['52,52; 13,40', 52.52, 13.4],
    ['52,52;13,40', 52.52, 13.4],
    ['52,52 13,40', 52.52, 13.4],
    ['52,52, 13,40', 52.52, 13.4],
    ['52,52,13,40', 52.52, 13.4],
    ['52.52 13.40', 52.52, 13.4],
    ['52.52 / 13.40', 52.52, 13.4],
    ['52.52\n13.40', 52.52, 13.4],
    ['52.52\t13.40', 52.52, 13.4],
    ['52, 13', 52, 13],
    ['(52.52, 13.40)', 52.52, 13.4],
    ['52.52 N 13.40 E', 52.52, 13.4],
    ['52,52 N 13,40 E', 52.52, 13.4],
    ['52.52N13.40E', 52.52, 13.4],
    ['52.52° N, 13.40° E', 52.52, 13.4],
    ['N 52.52 E 13.4', 52.52, 13.4],
    ['N52,52 E13,4', 52.52, 13.4],
    ['N 52° 31.2′, E 13° 24′', 52.52, 13.4],
    ['13.4 E 52.52 N', 52.52, 13.4],
    ['33d51m36s S 151.2 E', -33.86, 151.2],
    ['151.2 E 33d51m36s S', -33.86, 151.2],
    ['13.4 E, 52.52', 52.52, 13.4],
    ['52.52 N, 13.4', 52.52, 13.4],
    ['52,52 Nord 13,40 Ost', 52.52, 13.4],
    ['34,60 Sur 58,38 Oeste', -34.6, -58.38],
    ['51°30′N 0°7′W', 51.5, -7 / 60],
    ['51°30\'36"N 0°7\'12"W', 51.51, -0.12],
    ['51d30m36s N 0d7m12s W', 51.51, -0.12],
    ['52.52° 13.40°', 52.52, 13.4],
    ['-33.87 151.21', -33.87, 151.21],
    ['\u221233,87; 151,21', -33.87, 151.21],
    ['geo:52.52,13.40', 52.52, 13.4],
    ['geo:52.52,13.40,34;u=35', 52.52, 13.4],
    ['https://www.openstreetmap.org/#map=12/52.52/13.40', 52.52, 13.4],
    ['https://www.openstreetmap.org/?mlat=52.52&mlon=13.40#map=5/1/2', 52.52, 13.4],
    ['https://www.google.com/maps/@52.52,13.40,15z', 52.52, 13.4],
    ['https://www.google.com/maps/place/X/@1,2,15z/data=!4m5!3d52.52!4d13.40', 52.52, 13.4],
    ['https://maps.google.com/?q=52.52,13.40', 52.52, 13.4],
  ])('reads %j as a pair', (text, latitude, longitude) => {
    for (const axis of ['latitude', 'longitude'] as const) {
      const place = placeOf(text, axis);
      expect(place).toEqual([expect.closeTo(latitude, 9), expect.closeTo(longitude, 9)]);
    }
  });

  it.each<[string, Axis, string | RegExp]>([
    ['', 'latitude', 'Enter a number.'],
    ['  ', 'longitude', 'Enter a number.'],
    ['91', 'latitude', 'Latitude must be between −90 and 90.'],
    ['134', 'latitude', 'Latitude must be between −90 and 90.'],
    ['180,1', 'longitude', 'Longitude must be between −180 and 180.'],
    ['52.52, 200', 'latitude', 'Longitude must be between −180 and 180.'],
    ['13.4 O', 'longitude', /^O means east in German, and west in Spanish/],
    ['52,52 N 13,40 O', 'latitude', /^O means east in German, and west in Spanish/],
    ['13.4 E', 'latitude', 'Latitude cannot have E.'],
    ['52 N', 'longitude', 'Longitude cannot have N.'],
    ['52 N 13 N', 'latitude', /^Latitude is given twice/],
    ['-52 S', 'latitude', 'Use either the minus sign or S, not both.'],
    ['52,52,13', 'latitude', /^The commas can be read in two ways/],
    ['33D52M10S', 'latitude', /^S can mean seconds or south/],
    ['33D52M 10S', 'latitude', /^S can mean seconds or south/],
    ['52°61′', 'latitude', 'Minutes and seconds must be below 60.'],
    ['52.5°30′', 'latitude', /^The latitude cannot be read/],
    ['52.5.3', 'latitude', /^The latitude cannot be read/],
    // Neither 80° 8′ nor 8° 8′.
    ["0808'N", 'latitude', /^The latitude cannot be read/],
    ['1e2', 'longitude', /^The longitude cannot be read/],
    ['Berlin', 'latitude', /^The latitude cannot be read/],
    ['NaN', 'latitude', /^The latitude cannot be read/],
    ['Infinity', 'longitude', /^The longitude cannot be read/],
    ['--5', 'longitude', /^The longitude cannot be read/],
    ['1, 2, 3', 'latitude', /cannot be read/],
    ['9'.repeat(40), 'longitude', 'Longitude must be between −180 and 180.'],
  ])('refuses %j as a %s, with the reason', (text, axis, problem) => {
    const entry = readCoordinateEntry(text, axis);
    if (entry.ok) throw new Error(`read as ${JSON.stringify(entry.value)}`);
    if (typeof problem === 'string') expect(entry.problem).toBe(problem);
    else expect(entry.problem).toMatch(problem);
  });

  it('refuses a text that is longer than any coordinate or link', () => {
    expect(degreesOf('9'.repeat(2001), 'longitude')).toMatch(/cannot be read/);
    expect(degreesOf('9'.repeat(2000), 'longitude')).toMatch(/must be between/);
  });

  const steps = (limit: number) =>
    fc.integer({ min: -limit * 10_000, max: limit * 10_000 }).map((step) => step / 10_000);
  const somePlace = fc.record({ latitude: steps(90), longitude: steps(180) });

  const comma = (degrees: number): string => degrees.toFixed(4).replace('.', ',');
  const point = (degrees: number): string => degrees.toFixed(4).replace('-', '\u2212');
  const sexagesimal = (degrees: number, letters: string): string => {
    const seconds = Math.round(Math.abs(degrees) * 36_000) / 10;
    const [d, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    return `${d}°${m}′${s.toFixed(1)}″${letters[degrees < 0 ? 1 : 0]}`;
  };

  it('parses every coordinate in each form that the app writes, with a point and with a comma', () => {
    fc.assert(
      fc.property(somePlace, ({ latitude, longitude }) => {
        for (const write of [comma, point]) {
          expect(degreesOf(write(latitude), 'latitude')).toBeCloseTo(latitude, 9);
          expect(degreesOf(write(longitude), 'longitude')).toBeCloseTo(longitude, 9);
        }
      }),
    );
  });

  it('reads back every pair in each notation', () => {
    fc.assert(
      fc.property(somePlace, ({ latitude, longitude }) => {
        const [north, east] = [sexagesimal(latitude, 'NS'), sexagesimal(longitude, 'EW')];
        const texts = [
          `${point(latitude)}, ${point(longitude)}`,
          `${point(latitude)} ${point(longitude)}`,
          `${comma(latitude)}; ${comma(longitude)}`,
          `${comma(latitude)} ${comma(longitude)}`,
          `${north} ${east}`,
          `${east}, ${north}`,
        ];
        for (const text of texts)
          expect(placeOf(text)).toEqual([
            expect.closeTo(latitude, 4),
            expect.closeTo(longitude, 4),
          ]);
      }),
    );
  });

  it.each(languages)('reads back a place in the notation that the app uses in %s', (language) => {
    setLanguage({ language, formats: language });
    fc.assert(
      fc.property(somePlace, (place) => {
        const [latitude, longitude] = placeOf(placeInWords(place)) as readonly number[];
        expect(Math.abs((latitude ?? NaN) - place.latitude)).toBeLessThanOrEqual(0.0501);
        expect(Math.abs((longitude ?? NaN) - place.longitude)).toBeLessThanOrEqual(0.0501);
      }),
    );
  });

  it('returns a place within the limits or a reason, whatever is typed', () => {
    const typed = fc.stringMatching(/^[0-9.,;\-−+° '"′″NSEWOdms/]*$/u);
    fc.assert(
      fc.property(typed, fc.constantFrom<Axis>('latitude', 'longitude'), (text, axis) => {
        const entry = readCoordinateEntry(text, axis);
        if (!entry.ok) {
          expect(entry.problem).toMatch(/^[A-Z].*\.$/);
          return;
        }
        const { value } = entry;
        const place =
          value.kind === 'pair'
            ? value.place
            : { latitude: 0, longitude: 0, [axis]: value.degrees };
        expect(Math.abs(place.latitude)).toBeLessThanOrEqual(90);
        expect(Math.abs(place.longitude)).toBeLessThanOrEqual(180);
      }),
      { numRuns: runs(1000) },
    );
  });
});

/** Entries at the limits of each form: spaces, signs, letters, marks, words, links, and texts that are almost of a form. */
// prettier-ignore
const entries = [
  '北緯35 度39 分31 秒 東経139 度44 分43 秒',
  '北緯35度39分31秒',
  '52.52 n 13.40 e',
  '33.87 s 151.21 e',
  '33,87 s 151,21 w',
  '+52.52 +13.40',
  '+52.52 -13.40',
  '-52.52 +13.40',
  '{"lat" : 48.137, "lng" : 11.575}',
  '48-08-14N 9-34-31E',
  '2048-08-14',
  '48-08-14.5, 9-34-31',
  '48-08-14,5',
  "0808'",
  "0808'N 01134'E",
  "52'30",
  '48-08-141',
  '1.48-08-14',
  '8FWH4HX8+QR2',
  'X8FWH4HX8+QR',
  '8fwh4hx8+qr',
  'WFWH4HX8+QR',
  '8FWH4HX8+',
  'JN58TD',
  'JN58tdx',
  'aJN58td',
  'AA00aa',
  'RR99xx',
  'IO91wm',
  'jn58td',
  'N 13 E',
  'N13.4E',
  '13.4 N E',
  'E 13.4 E',
  '52.52° 13.40° 7°',
  '52,52,13,40,5',
  '5,52,52,13,40',
  'x52,52,13,40',
  '52,52,13,40x',
  '+52,52,-13,40',
  '-52,52,+13,40',
  '52, 13.4 E',
  '13.4, 52 N',
  '13.4 52 N',
  'E 13.4 52.5',
  '52°30′60″',
  '52°60′',
  '52°59′59″',
  '52°30.5′30″',
  '52°30.5′',
  '52°30′30.5″',
  '52 30 30 N 13 24 36 E',
  '52°30’36” 13°24’36”',
  '\u300352',
  '0° 7\u2018\u2018',
  '52\u02da30\u02b936\u02ba',
  '52`30',
  '52\u00b430',
  ' 8FWH4HX8+QR ',
  ' +48.137+011.575/ ',
  'x+48.137+011.575/',
  '+48.137+011.575/x',
  '+48.137+011.575+519/',
  '+48.137+011.575CRSWGS_84/',
  '+48+011',
  '+48.1+11',
  '48.137,11.575,519 m',
  '48.137;11.575;519m',
  '48.137 11.575 519',
  '48.137, 11.575, 519 km',
  '48.137, 11.575, x',
  'x48.137, 11.575, 519',
  'geo:48.137,11.575?z=3',
  'geo:48.137,11.575x',
  'GEO:48.137,11.575',
  'xgeo:48.137,11.575',
  'geo:0,0?Q=48.137,11.575',
  'geo:1,2?z=1&q=48.137,11.575',
  'HTTPS://WWW.OPENSTREETMAP.ORG/#MAP=12/48.1/11.5',
  'https://www.openstreetmap.org/?mlat=1.5&mlon=-2.5',
  'https://www.openstreetmap.org/#map=12.5/48.1/11.5',
  'https://maps.apple.com/?ll=48.137,11.575&q=Home',
  'https://maps.apple.com/?query=48.137,11.575',
  'http://x/?q=loc:48.137,11.575',
  'll=48.137,11.575',
  'q=48.137,11.575',
  'loc:48.137,11.575',
  '@48.137,11.575,17z',
  '@48.137,11.575 ',
  'xq=48.137,11.575',
  'https://www.bing.com/maps?lvl=12&cp=48.137~11.575',
  'https://yandex.ru/maps/?pt=11.575,48.137',
  'yandex.com/maps/?ll=11.575,48.137',
  'https://evil.com/yandex.com/?ll=11.575,48.137',
  'POINT (11.575 48.137)',
  'point(11.575 48.137)',
  'POINT(11.575 48.137) x',
  'xPOINT(11.575 48.137)',
  '52.52 Grad',
  '52.52 grados',
  '52.52 degrés',
  '52.52 degre',
  '52.52deg',
  '52.52 degree north',
  '48.137 degrees N 11.575 degrees E',
  '52 gradient',
  '480814N0113431E',
  '480814n 0113431e',
  '480814N/0113431W',
  '480814S,0113431O',
  '4808N 01134W',
  'x4808N01134E',
  '4808N01134Ex',
  '48:08',
  '48:08:14',
  '48:08:14,5',
  '1048:08:14',
  '48:08:145',
  '48:8N 11:5E',
  'Lat 48.137 Long 11.575',
  'LAT:48.137,LNG:11.575',
  'latitud: 48,137; longitud: 11,575',
  'lng 11.575 lat 48.137',
  '経度139.7 緯度35.6',
  'Breitengrad 48,1 Längengrad 11,5',
  'lattice 48 long 11',
  'Lat: 48.137 Lon:',
  '(52.52)(13.40)',
  '[52.52] [13.40]',
  '52.52\u200b13.40',
  '52.52||13.40',
  '52.52|13.40',
  '52.52/13.40/7',
  '52.52;;13.40',
  '52.52 ; 13.40',
  '52.52:13.40',
  'Süden 33.9',
  'Norden 52.5',
  'Sued 33.9',
  'Sud 33.9',
  'Osten 13',
  'Westen 13',
  'östlicher Länge 13',
  'westlicher Länge 13',
  'südlicher Breite 33',
  'Este 13',
  'est 13',
  'Norte 52',
  'Northern 52',
  'Nordsee 52',
  '南緯33.9 西経70.6',
  '南33.9',
  '北35',
  '東139',
  '西70',
  '13d24mS',
  '33D52m10S',
  '33d52m10s',
  '33d52m10s N',
  '33d52m10sN',
  '33 d 52 m 10 s S',
  '33d 52m 10 S',
  '33d52.5S',
  '33d52.5s',
  '5d5s5',
  '52.',
  '52. N',
  '.5 .6',
  '1.2.3 4',
  '+-5',
  '-+5',
  '- 5',
  '+ 5',
  '-5 N',
  '+5 N',
  '+5 S',
  'N +5',
  'N -5',
  'W-13.4',
  '-13.4W',
  'O 13.4',
  '13.4 o',
  '90',
  '90.0001',
  '-90',
  '-90.1',
  '180.0001',
  '0',
  '-0 0',
  '99999999999999999999',
  '1e5',
  '1/2',
  '½',
  '52.52% 13',
  '52.52%2C13.40',
  'https://maps.google.com/?q=52.52%2c13.40',
  '+48.137, 11.575, 519',
  '52.52،13.40',
  '35.6、139.7',
  '{"lng":11.575,"lat":48.137}',
  '480814N 0113431E x',
  'x 480814N 0113431E',
  '48:08:14.25N 11:34:31.75E',
  '48-08-14.25N 11-34-31E',
  '+52,52,13,40',
  'x1.5 2.5',
  '1.5 2.5 3.5',
  '52 N 13 E 5 N',
  '-1',
  '1 S',
  '13 E 14 E',
  'O',
  'N',
  '-',
  '33D52M10S 151D12M0',
  '33D52M10S 151.2 E',
];

it('readCoordinateEntry reads each entry as stored', async () => {
  const lines = entries.map((entry) => {
    const results = (['latitude', 'longitude'] as const).map((axis) => {
      const read = readCoordinateEntry(entry, axis);
      if (!read.ok) return read.problem;
      const { value } = read;
      return value.kind === 'one'
        ? figures(value.degrees)
        : figures(value.place.latitude, value.place.longitude);
    });
    return `${entry} → ${[...new Set(results)].join(' | ')}`;
  });
  await expectRecord(lines, join(import.meta.dirname, 'coordinates.txt'));
});

it('readCoordinateEntry returns no −0', () => {
  for (const entry of ['-0', '0 W']) expect(degreesOf(entry, 'longitude')).toBe(0);
});

it.each([
  ['de', '52,5 N 13,4 O', [52.5, 13.4]],
  ['es', '34,6 S 58,4 o', [-34.6, -58.4]],
  ['fr', '48,9 N 2,3 O', [48.9, -2.3]],
] as const)(
  'readCoordinateEntry reads O as the language writes it: %s',
  (language, text, place) => {
    setLanguage({ language, formats: language });
    expect(placeOf(text)).toEqual(place);
  },
);
