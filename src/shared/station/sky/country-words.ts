import { currentLanguage, type Language } from '#shared/language/language.ts';

/** In English: full forms of the map's short names, and names that take an article. Other names are used unchanged. */
const englishPhrases: Readonly<Record<string, string>> = {
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

/** In German: names that take an article, in the dative. */
const germanPhrases: Readonly<Record<string, string>> = {
  AE: 'den Vereinigten Arabischen Emiraten',
  BS: 'den Bahamas',
  CD: 'der Demokratischen Republik Kongo',
  CF: 'der Zentralafrikanischen Republik',
  CG: 'der Republik Kongo',
  CI: 'der Elfenbeinküste',
  DO: 'der Dominikanischen Republik',
  EH: 'der Westsahara',
  FK: 'den Falklandinseln',
  GB: 'dem Vereinigten Königreich',
  IQ: 'dem Irak',
  IR: 'dem Iran',
  LB: 'dem Libanon',
  MD: 'der Republik Moldau',
  MN: 'der Mongolei',
  NE: 'dem Niger',
  NL: 'den Niederlanden',
  PH: 'den Philippinen',
  PS: 'den Palästinensischen Autonomiegebieten',
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

/** In Spanish: names that take an article, and names for which CLDR adds a second one in parentheses. */
const spanishPhrases: Readonly<Record<string, string>> = {
  AE: 'los Emiratos Árabes Unidos',
  BS: 'las Bahamas',
  CD: 'la República Democrática del Congo',
  CF: 'la República Centroafricana',
  CG: 'el Congo',
  DO: 'la República Dominicana',
  EH: 'el Sáhara Occidental',
  FK: 'las Islas Malvinas',
  GB: 'el Reino Unido',
  LB: 'el Líbano',
  MM: 'Myanmar',
  NL: 'los Países Bajos',
  PS: 'los Territorios Palestinos',
  SB: 'las Islas Salomón',
  TF: 'los Territorios Australes Franceses',
};

/** In Japanese: names for which CLDR adds a second one in parentheses. */
const japanesePhrases: Readonly<Record<string, string>> = {
  CD: 'コンゴ民主共和国',
  CG: 'コンゴ共和国',
  FK: 'フォークランド諸島',
  MM: 'ミャンマー',
};

/**
 * In French: “de”, the article and the name of countries whose article does not follow from the ending of the name, or
 * whose name differs from CLDR's.
 */
const frenchPhrases: Readonly<Record<string, string>> = {
  AE: 'des Émirats arabes unis',
  BS: 'des Bahamas',
  BZ: 'du Belize',
  CD: 'de la République démocratique du Congo',
  CG: 'du Congo',
  CU: 'de Cuba',
  CY: 'de Chypre',
  DJ: 'de Djibouti',
  FJ: 'des Fidji',
  FK: 'des Îles Malouines',
  GW: 'de la Guinée-Bissau',
  HT: 'd’Haïti',
  IL: 'd’Israël',
  KH: 'du Cambodge',
  KP: 'de la Corée du Nord',
  KR: 'de la Corée du Sud',
  MG: 'de Madagascar',
  MK: 'de la Macédoine du Nord',
  MM: 'de la Birmanie',
  MX: 'du Mexique',
  MZ: 'du Mozambique',
  NL: 'des Pays-Bas',
  OM: 'd’Oman',
  PH: 'des Philippines',
  PR: 'de Porto Rico',
  PS: 'des Territoires palestiniens',
  SB: 'des Îles Salomon',
  SR: 'du Suriname',
  TF: 'des Terres australes françaises',
  TT: 'de Trinité-et-Tobago',
  TW: 'de Taïwan',
  US: 'des États-Unis',
  ZW: 'du Zimbabwe',
};

/** A French name of a country in the form after “au-dessus”. Names that end in e are feminine. */
function withFrenchArticle(name: string): string {
  if (/^[AEIOUÉÎ]/.test(name)) return `de l’${name}`;
  return name.endsWith('e') ? `de la ${name}` : `du ${name}`;
}

const phrasesByLanguage: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>> = {
  de: germanPhrases,
  es: spanishPhrases,
  fr: frenchPhrases,
  ja: japanesePhrases,
};

/** Countries that have no ISO 3166-1 number in the map, by their names in the map. */
const unnumberedCountries: Readonly<Record<string, Readonly<Partial<Record<Language, string>>>>> = {
  'N. Cyprus': {
    de: 'Nordzypern',
    es: 'el norte de Chipre',
    fr: 'du nord de Chypre',
    ja: '北キプロス',
  },
  Somaliland: {
    de: 'Somaliland',
    es: 'Somalilandia',
    fr: 'du Somaliland',
    ja: 'ソマリランド',
  },
};

/** The ISO 3166-1 code of a country from its number in the map: `840` is `US`. The map has no number for Kosovo. */
function countryCodeOf(name: string, number: string | undefined): string | undefined {
  if (name === 'Kosovo') return 'XK';
  return number === undefined ? undefined : new Intl.Locale(`und-${number}`).region;
}

/** Names of countries in one language, cached because creating them is slow. */
let displayNamesCache: { readonly language: Language; readonly names: Intl.DisplayNames } | null =
  null;

/** The name of a country in the form that follows "over", from its name and its ISO 3166-1 number in world-atlas. */
export function countryPhrase(name: string, number: string | undefined): string {
  const language = currentLanguage();
  if (language === 'en') return englishPhrases[name] ?? name;
  const code = countryCodeOf(name, number);
  if (code === undefined)
    return unnumberedCountries[name]?.[language] ?? englishPhrases[name] ?? name;
  if (displayNamesCache?.language !== language)
    displayNamesCache = { language, names: new Intl.DisplayNames(language, { type: 'region' }) };
  const phrase = phrasesByLanguage[language]?.[code];
  if (phrase !== undefined) return phrase;
  const localName = displayNamesCache.names.of(code) ?? name;
  return language === 'fr' ? withFrenchArticle(localName) : localName;
}
