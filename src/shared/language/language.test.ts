import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { m } from '#words';
import { clockTime } from '../time-words.ts';
import {
  formatLocale,
  languages,
  resolveLanguage,
  setLanguage,
  type FormatChoices,
} from './language.ts';

afterEach(() => setLanguage({ language: 'en', formats: 'en' }));

describe('resolveLanguage', () => {
  it.each([
    [null, ['de-AT', 'en-GB'], 'de', 'de-AT'],
    // Latin and Esperanto: the app will not be translated to these.
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
  ] as const)(
    'resolves %s with the system’s %j to the language %s and the formats %s',
    (choice, preferred, language, formats) => {
      expect(resolveLanguage(choice, preferred)).toEqual({ language, formats });
    },
  );
});

describe('the formats that the user chose', () => {
  const formats = (units: FormatChoices['units'], hours: FormatChoices['hours'], tag = 'en-GB') =>
    resolveLanguage(null, [tag], { units, hours }).formats;

  it('override the formats of the region', () => {
    expect(formats('automatic', 'automatic')).toBe('en-GB');
    expect(formats('km', 'automatic')).toBe('en-GB-u-ms-metric');
    expect(formats('miles', '12', 'de-DE')).toBe('de-DE-u-hc-h12-ms-ussystem');
    expect(formats('automatic', '24', 'en-US-u-hc-h12-nu-latn')).toBe(
      'en-US-u-hc-h23-hc-h12-nu-latn',
    );
  });

  it.each([
    ['en-US', '24', '18:04'],
    ['en-GB', '12', '6:04 pm'],
    ['de-DE', '12', '6:04 PM'],
    ['en-US-u-hc-h12', '24', '18:04'],
    ['ja-JP', '12', '午後6:04'],
  ] as const)('write the time in %s with %s hours as %s', (tag, hours, words) => {
    setLanguage(resolveLanguage(null, [tag], { units: 'automatic', hours }));
    const at = new Date(2026, 10, 20, 18, 4).getTime();
    expect(clockTime(at).replaceAll('\u202f', ' ')).toBe(words);
  });
});

describe('setLanguage', () => {
  it('changes the words and the formats', () => {
    expect(m.tray_quit()).toBe('Quit');
    setLanguage({ language: 'de', formats: 'de-CH' });
    expect(m.tray_quit()).toBe('Beenden');
    expect(formatLocale()).toBe('de-CH');
  });

  it('accepts exactly the languages that have a folder of translations', () => {
    const folders = readdirSync(join(import.meta.dirname, '../../locales')).filter((name) =>
      /^[a-z]{2}$/.test(name),
    );
    expect([...languages].sort()).toEqual(folders.sort());
  });
});
