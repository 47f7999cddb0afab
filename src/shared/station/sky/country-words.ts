import { currentLanguage, type Language } from '#shared/language/language.ts';

/** In English: full forms of the map's short names, and names that take an article. Other names are used unchanged. */
const phrases: Readonly<Record<string, string>> = {
  Bahamas: 'the Bahamas',
  'Bosnia and Herz.': 'Bosnia and Herzegovina',
  'Central African Rep.': 'the Central African Republic',
  Congo: 'the Republic of the Congo',
  "Côte d'Ivoire": 'Côte d’Ivoire',
  'Dem. Rep. Congo': 'the Democratic Republic of the Congo',
  'Dominican Rep.': 'the Dominican Republic',
  'Eq. Guinea': 'Equatorial Guinea',
  eSwatini: 'Eswatini',
  'Falkland Is.': 'the Falkland Islands',
  'Fr. S. Antarctic Lands': 'the French Southern Lands',
  Gambia: 'the Gambia',
  Macedonia: 'North Macedonia',
  'N. Cyprus': 'Northern Cyprus',
  Netherlands: 'the Netherlands',
  Philippines: 'the Philippines',
  'S. Sudan': 'South Sudan',
  'Solomon Is.': 'the Solomon Islands',
  'United Arab Emirates': 'the United Arab Emirates',
  'United Kingdom': 'the United Kingdom',
  'United States of America': 'the United States',
  'W. Sahara': 'Western Sahara',
};

/** ISO 3166-1 codes of the map's names that `Intl` writes in another way. */
const codes: Readonly<Record<string, string>> = {
  'Bosnia and Herz.': 'BA',
  'Central African Rep.': 'CF',
  Congo: 'CG',
  "Côte d'Ivoire": 'CI',
  'Dem. Rep. Congo': 'CD',
  'Dominican Rep.': 'DO',
  'Eq. Guinea': 'GQ',
  eSwatini: 'SZ',
  'Falkland Is.': 'FK',
  'Fr. S. Antarctic Lands': 'TF',
  Macedonia: 'MK',
  Myanmar: 'MM',
  Palestine: 'PS',
  'S. Sudan': 'SS',
  'Solomon Is.': 'SB',
  'Trinidad and Tobago': 'TT',
  Turkey: 'TR',
  'United States of America': 'US',
  'W. Sahara': 'EH',
};

/** In German: names that take an article, in the dative. */
const german: Readonly<Record<string, string>> = {
  AE: 'den Vereinigten Arabischen Emiraten',
  BS: 'den Bahamas',
  CD: 'der Demokratischen Republik Kongo',
  CF: 'der Zentralafrikanischen Republik',
  CG: 'der Republik Kongo',
  DO: 'der Dominikanischen Republik',
  EH: 'der Westsahara',
  FK: 'den Falklandinseln',
  GB: 'dem Vereinigten Königreich',
  IQ: 'dem Irak',
  IR: 'dem Iran',
  LB: 'dem Libanon',
  MN: 'der Mongolei',
  NE: 'dem Niger',
  NL: 'den Niederlanden',
  PH: 'den Philippinen',
  SB: 'den Salomonen',
  CH: 'der Schweiz',
  SD: 'dem Sudan',
  SK: 'der Slowakei',
  SS: 'dem Südsudan',
  TD: 'dem Tschad',
  TF: 'den Französischen Süd- und Antarktisgebieten',
  TR: 'der Türkei',
  UA: 'der Ukraine',
  US: 'den Vereinigten Staaten',
  XK: 'dem Kosovo',
  YE: 'dem Jemen',
};

/** Codes by the English names of `Intl`; made when another language needs them. */
let byName: ReadonlyMap<string, string> | null = null;

function codeOf(name: string): string | undefined {
  byName ??= readCodes();
  return codes[name] ?? byName.get(name);
}

function readCodes(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));
  const all = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(all.map((code) => [names.of(code) ?? code, code]));
}

/** Names of countries in one language: slow to make. */
let made: { readonly language: Language; readonly names: Intl.DisplayNames } | null = null;

/** The name of a country of world-atlas as it is written after "over", in the language of the app. */
export function countryPhrase(name: string): string {
  const language = currentLanguage();
  if (language === 'en') return phrases[name] ?? name;
  const code = codeOf(name);
  if (code === undefined) return name;
  if (made?.language !== language)
    made = { language, names: new Intl.DisplayNames(language, { type: 'region' }) };
  return (language === 'de' ? german[code] : undefined) ?? made.names.of(code) ?? name;
}
