import { afterEach, expect, it } from 'vitest';
import { setLanguage } from '#shared/language/language.ts';
import { countryPhrase } from './country-words.ts';

afterEach(() => setLanguage({ language: 'en', formats: 'en' }));

it.each([
  ['en', 'United Kingdom', '826', 'the United Kingdom'],
  ['en', 'N. Cyprus', undefined, 'Northern Cyprus'],
  ['en', 'Bosnia and Herz.', '070', 'Bosnia and Herzegovina'],
  ['en', 'Somaliland', undefined, 'Somaliland'],
  ['en', 'Turkey', '792', 'Turkey'],
  ['de', 'N. Cyprus', undefined, 'Nordzypern'],
  ['de', 'Palestine', '275', 'den Palästinensischen Autonomiegebieten'],
  ['es', 'United Kingdom', '826', 'el Reino Unido'],
  ['es', 'Myanmar', '104', 'Myanmar'],
  ['es', 'France', '250', 'Francia'],
  ['fr', 'France', '250', 'de la France'],
  ['fr', 'Brazil', '076', 'du Brésil'],
  ['fr', 'India', '356', 'de l’Inde'],
  ['fr', 'Mexico', '484', 'du Mexique'],
  ['fr', 'United States of America', '840', 'des États-Unis'],
  ['fr', 'N. Cyprus', undefined, 'du nord de Chypre'],
  ['ja', 'Somaliland', undefined, 'ソマリランド'],
  ['ja', 'Dem. Rep. Congo', '180', 'コンゴ民主共和国'],
] as const)(
  'countryPhrase writes countries in %s as required after “over”: %s',
  (language, name, number, phrase) => {
    setLanguage({ language, formats: language });
    expect(countryPhrase(name, number)).toBe(phrase);
  },
);
