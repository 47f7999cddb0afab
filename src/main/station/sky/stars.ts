import { radians, type EarthFixed } from '#shared/station/sky/earth.ts';
import { languages } from '#shared/language/language.ts';
import type { StarNames } from '#shared/station/sky/sky.ts';
import catalogue from './star-catalogue.json' with { type: 'json' };

/**
 * A star of the catalogue: all stars to magnitude 4.5, and fainter stars in the lines of constellations. Source:
 * d3-celestial (Olaf Frohn, BSD-3-Clause), from XHIP (Anderson and Francis, 2012). Equinox and epoch J2000, to 0.001°.
 * Proper motion since then is left out: below 0.01° until 2035, but 0.04° for α Centauri and 0.02° for Arcturus; so is
 * aberration, 0.006°. Written by tools/data/stars/stars.ts.
 */
interface Star {
  /** Unit vector, mean equator and equinox of J2000. */
  readonly direction: EarthFixed;
  readonly magnitude: number;
  readonly names: StarNames | null;
}

const languageColumns: readonly string[] = catalogue.languages;
const starNames = catalogue.names.split(',').map((entry): StarNames | null => {
  const namesInLanguages = entry.split('|');
  const [en = ''] = namesInLanguages;
  if (en === '') return null;
  const names: StarNames = { en };
  for (const language of languages) {
    const name = namesInLanguages[languageColumns.indexOf(language)];
    if (name !== undefined && name !== '') names[language] = name;
  }
  return names;
});

/** All stars, the brightest first. */
export const stars: readonly Star[] = catalogue.stars.split(',').map((entry, index) => {
  const [ra = 0, dec = 0, magnitude = 0] = entry.split(' ').map(Number);
  const horizontalPart = Math.cos(dec * radians);
  return {
    direction: [
      horizontalPart * Math.cos(ra * radians),
      horizontalPart * Math.sin(ra * radians),
      Math.sin(dec * radians),
    ],
    magnitude,
    names: starNames[index] ?? null,
  };
});

/** The lines of the constellations, as indices of `stars`. */
export const constellationLines: readonly (readonly number[])[] = catalogue.lines
  .split(',')
  .map((line) => line.split(' ').map(Number));
