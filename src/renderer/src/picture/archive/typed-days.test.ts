import { afterEach, describe, expect, it } from 'vitest';
import { setLanguage } from '#shared/language/language.ts';
import { parseTypedDay, parseTypedMonths } from './typed-days.ts';

afterEach(() => setLanguage({ language: 'en', formats: 'en' }));

describe('a day or month in the search of the archive', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');

  it.each([
    ['nov 2025', 'en', ['2025-11']],
    ['November 2025', 'en', ['2025-11']],
    ['März 2021', 'de', ['2021-03']],
    ['marzo de 2021', 'es', ['2021-03']],
    ['mars 2021', 'fr', ['2021-03']],
    ['2021年3月', 'ja', ['2021-03']],
    ['11/2025', 'en', ['2025-11']],
    ['11.2025', 'en', ['2025-11']],
    ['2025-11', 'en', ['2025-11']],
    ['18 nov 2025', 'en', ['2025-11']],
    ['2031', 'en', []],
    ['nov', 'en', []],
    ['3/4/2020', 'en', []],
    ['nebula', 'en', []],
  ] as const)(
    'reads the search %j in the language %s as the months %j',
    (typed, language, months) => {
      setLanguage({ language, formats: language });
      expect(parseTypedMonths(typed, now)).toEqual(months);
    },
  );

  it.each([
    ['2019', '2019-01', '2019-12', 12],
    ['2019年', '2019-01', '2019-12', 12],
    ['1995', '1995-06', '1995-12', 7],
    ['2026', '2026-01', '2026-11', 11],
  ])('reads the year %s as its months that can have pictures', (typed, first, last, count) => {
    const months = parseTypedMonths(typed, now);
    expect([months[0], months.at(-1), months.length]).toEqual([first, last, count]);
  });

  it.each([
    ['18 nov 2025', 'en', '2025-11-18'],
    ['18.11.2025', 'de', '2025-11-18'],
    ['2025年11月18日', 'ja', '2025-11-18'],
    ['3/4/2020', 'en-US', '2020-03-04'],
    ['3/4/2020', 'en-GB', '2020-04-03'],
    ['3/14/2020', 'en-GB', '2020-03-14'],
    ['Yesterday', 'fr', '2026-11-20'],
    ['hier', 'fr', '2026-11-20'],
    ['昨日', 'ja', '2026-11-20'],
    ['きのう', 'ja', null],
    ['\u200eｈｉｅｒ', 'fr', '2026-11-20'],
    ['heute', 'de', '2026-11-21'],
    ['1 Jan 1990', 'en', '1990-01-01'],
    ['30 feb 2020', 'en', null],
    ['nov 2025', 'en', null],
    ['18 nov', 'en', null],
    ['', 'en', null],
    ['nebula', 'en', null],
  ])('reads the search %j in %s as the day %s', (typed, formats, date) => {
    setLanguage({ language: 'en', formats });
    expect(parseTypedDay(typed, now)).toBe(date);
  });
});
