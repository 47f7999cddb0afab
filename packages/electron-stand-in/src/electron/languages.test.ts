import { expect, it } from 'vitest';
import { preferredLanguages } from './languages.ts';

it.each([
  [{}, []],
  [{ LANG: 'C' }, []],
  [{ LANG: 'de_DE.UTF-8' }, ['de-DE', 'de-DE', 'de', 'de']],
  [{ LANG: 'en_US.UTF-8', LC_ALL: 'ja_JP.UTF-8' }, ['ja-JP', 'ja-JP', 'ja', 'ja']],
  [{ LANG: 'en_US', LC_MESSAGES: 'es_MX' }, ['es-MX', 'es']],
  [{ LANG: 'en_US', LANGUAGE: 'de:es_ES' }, ['de', 'es-ES', 'es']],
  [{ LANG: 'de_DE@euro' }, ['de-DE@euro', 'de@euro', 'de-DE', 'de']],
])('preferredLanguages returns for the environment %j: %j', (env, languages) => {
  expect(preferredLanguages(env)).toEqual(languages);
});
