import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { m } from '#words';
import { formatLocale, languages, resolveLanguage, setLanguage } from './language.ts';

afterEach(() => setLanguage({ language: 'en', formats: 'en' }));

describe('resolveLanguage', () => {
  it.each([
    [null, ['de-AT', 'en-GB'], 'de', 'de-AT'],
    // Latin and Esperanto: nobody will translate the app to these.
    [null, ['la-VA', 'en-GB'], 'en', 'en-GB'],
    [null, ['la-VA', 'de-DE'], 'de', 'de-DE'],
    [null, ['la-VA', 'eo', 'ja-JP', 'en-GB'], 'ja', 'ja-JP'],
    [null, ['la-VA'], 'en', 'en'],
    [null, ['fr_CA.UTF-8'], 'fr', 'fr-CA'],
    [null, [], 'en', 'en'],
    [null, ['ja_JP'], 'ja', 'ja-JP'],
    ['es', ['de-DE', 'es-MX'], 'es', 'es-MX'],
    ['es', ['de-DE'], 'es', 'es'],
    [null, ['c', 'de_DE@euro'], 'de', 'de-DE'],
    [null, ['C.UTF-8', '', 'not a tag', 'JA'], 'ja', 'ja'],
    [null, ['en-XX'], 'en', 'en-XX'],
    [null, ['de'], 'de', 'de'],
    [null, ['xx_YY.UTF-8', 'es_ES.UTF-8'], 'es', 'es-ES'],
  ] as const)('takes %s with %j as %s, formats %s', (choice, preferred, language, formats) => {
    expect(resolveLanguage(choice, preferred)).toEqual({ language, formats });
  });
});

describe('setLanguage', () => {
  it('changes the words and the formats', () => {
    expect(m.tray_quit()).toBe('Quit');
    setLanguage({ language: 'de', formats: 'de-CH' });
    expect(m.tray_quit()).toBe('Beenden');
    expect(formatLocale()).toBe('de-CH');
  });

  it('knows every folder of the catalog', () => {
    const folders = readdirSync(import.meta.dirname).filter((name) => /^[a-z]{2}$/.test(name));
    expect([...languages].sort()).toEqual(folders.sort());
  });
});
