import { foldWords } from '#shared/fold-text.ts';
import { languages } from '#shared/language/language.ts';

/** Names of countries that users type and `Intl.DisplayNames` does not return in the languages of the app. */
const otherCountryNames: Readonly<Record<string, string>> = {
  AE: 'UAE, Emirates, VAE, Emirate, EAU, Emiratos, Émirats',
  AT: 'Osterreich, Autriche',
  BA: 'Bosnia, Bosnien, Bosnie, BiH',
  BE: 'België, Belgie',
  BR: 'Brasil',
  BY: 'Belorussia, Weißrussland, Bielorrusia, Biélorussie',
  CD: 'Congo, Kongo, DRC, DR Congo, RDC, Zaire, Democratic Republic of the Congo',
  CG: 'Congo, Kongo, Republic of the Congo',
  CH: 'Helvetia, Svizzera',
  CI: 'Ivory Coast, Elfenbeinküste, Costa de Marfil',
  CN: 'PRC, Mainland China, VR China, Volksrepublik China',
  CV: 'Cape Verde',
  CZ: 'Czech Republic, Tschechische Republik, República Checa, République tchèque, Tschechei, Česko, Česká republika',
  DE: 'BRD',
  DK: 'Danmark',
  DO: 'RD, R.D.',
  ES: 'Espana',
  FI: 'Suomi',
  GB: 'UK, U.K., R.U., Great Britain, Britain, Großbritannien, Gran Bretaña, Grande-Bretagne, United Kingdom of Great Britain, 英国, グレートブリテン',
  GR: 'Hellas, Ellada, Ελλάδα',
  HK: 'Hong Kong, Hongkong, 香港',
  HR: 'Hrvatska',
  HU: 'Magyarország',
  IE: 'IRL, Republic of Ireland, Éire',
  IR: 'Persia',
  IT: 'Italia',
  KP: 'DPRK',
  KR: 'Korea, Republic of Korea, Corea, Corée, 韓国, 大韓民国',
  LK: 'Ceylon',
  MD: 'Moldavia, Moldawien, Moldavie',
  MK: 'Macedonia, Mazedonien, Macédoine',
  MM: 'Burma, Birma, Birmania, Birmanie, ビルマ',
  MO: 'Macau, Macao, マカオ',
  NL: 'Holland, Holanda, Hollande, The Netherlands, Nederland',
  NO: 'Norge, Noreg',
  PL: 'Polska',
  PS: 'Palestine, Palästina, Palestina, West Bank, Gaza',
  RO: 'Rumania',
  RU: 'Russian Federation, Россия, Rossija',
  SE: 'Sverige',
  SK: 'Slovensko, Slovak Republic',
  SZ: 'Swaziland, Swasiland',
  TL: 'East Timor, Osttimor, Timor Oriental',
  TR: 'Turkey, Türkei, Turquía, Turquie, Türkiye',
  TW: 'Republic of China, Formosa',
  US: 'USA, U.S., U.S.A., America, Amerika, Amérique, United States of America, Estados Unidos de América, EE. UU., EEUU, Vereinigte Staaten von Amerika, États-Unis d’Amérique, 米国, アメリカ, アメリカ合衆国, 美国',
  VA: 'Vatican',
  VN: 'Viet Nam',
  ZA: 'RSA, Suid-Afrika',
};

/**
 * A country, by its two letters, or a region of a country: `US CA`. The keys of regions are those of `compactPlaces`.
 */
export type Area = string;

export interface Areas {
  /** The areas with exactly this name or these letters, in any language of the app. */
  named(words: string): ReadonlySet<Area>;
  /** The areas with this name, or if there is none, those whose name begins with these words. */
  matching(words: string): ReadonlySet<Area>;
}

const none: ReadonlySet<Area> = new Set();
/** "D.C." is "dc", "U.S.A." is "usa". */
const keyOf = (name: string): string => foldWords(name).replaceAll(' ', '');

/**
 * Creates a search for countries and regions.
 *
 * @param countries the letters of the countries
 * @param regionLines the lines of the regions in the text of `compactPlaces`
 */
export function createAreas(countries: ReadonlySet<string>, regionLines: readonly string[]): Areas {
  const areasByName = new Map<string, Set<Area>>();
  const add = (name: string, area: Area): void => {
    // "N. Ireland" and "S Korea" are usual.
    for (const form of [name, name.replace(/^([nsew])(?:orth|outh|ast|est)(?:ern)? /iu, '$1')]) {
      const key = keyOf(form);
      const areas = areasByName.get(key);
      if (areas === undefined) areasByName.set(key, new Set([area]));
      else areas.add(area);
    }
  };
  for (const language of languages) {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    for (const country of countries) add(names.of(country) ?? country, country);
  }
  for (const country of countries) {
    add(country, country);
    for (const name of otherCountryNames[country]?.split(', ') ?? []) add(name, country);
  }
  for (const line of regionLines) {
    const [country = '', region = '', names = ''] = line.split('\t');
    const area = `${country} ${region}`;
    // A number is a code of GeoNames, which nobody types.
    if (/^\D+$/.test(region)) add(region, area);
    for (const name of names.split(',')) {
      add(name, area);
      if (/^\p{scx=Hira}+$/u.test(name)) add(`${name}州`, area);
    }
  }
  const named = (words: string): ReadonlySet<Area> => areasByName.get(keyOf(words)) ?? none;
  return {
    named,
    matching(words) {
      const areas = named(words);
      if (areas.size > 0) return areas;
      const start = keyOf(words);
      if (start === '') return none;
      return new Set(
        [...areasByName].flatMap(([name, found]) => (name.startsWith(start) ? [...found] : [])),
      );
    },
  };
}
