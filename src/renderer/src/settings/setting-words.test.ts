import { expect, it } from 'vitest';
import { m } from '#words';
import { defaultSettings } from '#shared/settings/settings.ts';
import { settingKeys, type SettingKey } from '#shared/settings/table.ts';
import { settingName, valueInWords } from './setting-words.ts';

it.each<[SettingKey, unknown, string]>([
  ['wallpaper.caption', true, m.settings_value_on()],
  ['wallpaper.caption', false, m.settings_value_off()],
  ['wallpaper.enabled', null, m.settings_value_off()],
  ['theme', 'light', m.settings_theme_light()],
  ['language', null, m.settings_language_system()],
  ['language', 'de', 'Deutsch'],
  ['journal.authorId', 7, '7'],
  ['station.alerts.quiet', null, m.settings_value_off()],
  [
    'station.alerts.quiet',
    { from: 0, to: 425 },
    m.settings_value_span({ from: '12:00 AM', to: '7:05 AM' }),
  ],
  ['wallpaper.show.without', [], m.settings_value_none()],
  ['wallpaper.show.without', ['rover', 'Mars'], 'rover, Mars'],
  ['wallpaper.appearance.colour', '#123456', '#123456'],
  ['station.horizon', [0, 5, 0, 0, 0, 0, 0, 0], '0° 5° 0° 0° 0° 0° 0° 0°'],
  ['services.proxy', null, m.settings_value_none()],
  ['services.proxy', 'http://proxy:8080', 'http://proxy:8080'],
])('valueInWords of %s, %j, is %s', (key, value, words) => {
  // ICU changes the kind of space in a time from version to version.
  expect(valueInWords(key, value).replaceAll(/\s/g, ' ')).toBe(words);
});

it('settingName and valueInWords describe each setting and its default', () => {
  const valueOf = (key: string): unknown =>
    key
      .split('.')
      .reduce<unknown>((tree, name) => (tree as Record<string, unknown>)[name], defaultSettings);
  for (const key of settingKeys.filter((one) => one !== 'wallpaperCommand')) {
    expect(settingName(key)).not.toBe(key);
    expect(valueInWords(key, valueOf(key))).not.toMatch(/^$|null|undefined|\[object|NaN|Invalid/);
  }
  expect(settingName('unknown')).toBe('unknown');
});
