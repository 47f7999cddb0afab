import { m } from '#words';
import { currentLanguage, type Language } from '#shared/language/language.ts';

/** A French name of a country in the form after “au-dessus”. Names that end in e are feminine. */
function withFrenchArticle(name: string): string {
  if (/^[AEIOUÉÎ]/.test(name)) return `de l’${name}`;
  return name.endsWith('e') ? `de la ${name}` : `du ${name}`;
}

/** The ISO 3166-1 code of a country from its number in the map: `840` is `US`. The map has no number for Kosovo. */
function countryCodeOf(name: string, number: string | undefined): string | undefined {
  if (name === 'Kosovo') return 'XK';
  return number === undefined ? undefined : new Intl.Locale(`und-${number}`).region;
}

/** The names of countries in one language, cached because they are slow to create. */
interface CountryNames {
  readonly language: Language;
  readonly names: Intl.DisplayNames;
  /** The catalog's phrases by the code of the country, or by its name in the map if it has no code. */
  readonly phrases: ReadonlyMap<string, string>;
}
let countryNamesCache: CountryNames | null = null;

function countryNames(language: Language): CountryNames {
  if (countryNamesCache?.language === language) return countryNamesCache;
  const entries = m.places_country_phrases().split('|');
  countryNamesCache = {
    language,
    names: new Intl.DisplayNames(language, { type: 'region' }),
    phrases: new Map(entries.map((entry) => entry.split('=') as [string, string])),
  };
  return countryNamesCache;
}

/**
 * The name of a country in the form that follows "over", from its name and its ISO 3166-1 number in world-atlas. The
 * catalogs contain the names that take an article, and those that differ from CLDR's; in English, from the map's.
 */
export function countryPhrase(name: string, number: string | undefined): string {
  const language = currentLanguage();
  const { names, phrases } = countryNames(language);
  const code = countryCodeOf(name, number);
  const phrase = phrases.get(code ?? name);
  if (phrase !== undefined) return phrase;
  if (language === 'en' || code === undefined) return name;
  const localName = names.of(code) ?? name;
  return language === 'fr' ? withFrenchArticle(localName) : localName;
}
