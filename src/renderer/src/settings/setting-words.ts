import { m } from '#words';
import { settingRows, type SettingKey } from '#shared/settings/table.ts';
import { clockTime } from '#shared/time-words.ts';
import type { DaySpan } from '#shared/settings/row.ts';

/** The name of a setting as in the app; the key itself if there is no such setting. */
export const settingName = (key: string): string =>
  Object.hasOwn(settingRows, key) ? settingRows[key as SettingKey].label() : key;

/** A value of a setting in the words that its control in the Settings view uses. */
export function valueInWords(key: SettingKey, value: unknown): string {
  const row = settingRows[key];
  if (value === null && 'nullable' in row) return row.nullable();
  switch (row.kind) {
    case 'switch':
      return value === true ? m.settings_value_on() : m.settings_value_off();
    case 'choice': {
      const choice = row.choices.find(([one]) => one === value);
      return choice?.[1]() ?? String(value);
    }
    case 'number':
      return row.words(value as number);
    case 'span':
      return value === null ? m.settings_value_off() : spanInWords(value as DaySpan);
    case 'list':
      return (value as readonly string[]).join(', ') || m.settings_value_none();
    case 'colour':
      return String(value);
    case 'own':
      if (row.words !== undefined) return row.words(value as never);
      return (value as string | null) ?? m.settings_value_none();
  }
}

function spanInWords({ from, to }: DaySpan): string {
  const clockInWords = (minutes: number): string =>
    clockTime(new Date(2026, 0, 1, 0, minutes).getTime());
  return m.settings_value_span({ from: clockInWords(from), to: clockInWords(to) });
}
