import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysOfTypedDates, parseTypedDates, typedDatesInclude } from './typed-dates.ts';

describe('parseTypedDates', () => {
  it.each<[string, readonly (number | null)[]]>([
    ['2026-11-20', [2026, 11, 20]],
    ['2026-11-2', [2026, 11, 2]],
    ['2026-', [2026, null, null]],
    ['2026-0', [2026, null, null]],
    ['2026-02', [2026, 2, null]],
    ['2026-11-', [2026, 11, null]],
    ['2026-11-0', [2026, 11, null]],
    ['2026-11-02', [2026, 11, 2]],
    ['2026-00', []],
    ['2026--1', []],
    ['2026-11', [2026, 11, null]],
    ['18.11.2025', [2025, 11, 18]],
    ['18. 11. 2025', [2025, 11, 18]],
    ['11/18/2025', [2025, 11, 18]],
    ['18/11/2025', [2025, 11, 18]],
    ['11/2025', [2025, 11, null]],
    ['2025/11/18', [2025, 11, 18]],
    ['2025年11月18日', [2025, 11, 18]],
    ['2025年11月', [2025, 11, null]],
    ['1.2025', [2025, 1, null]],
    ['13/2025', []],
    ['nov', [null, 11, null]],
    ['Novem', [null, 11, null]],
    ['Sept', [null, 9, null]],
    ['November 18', [null, 11, 18]],
    ['november 18th', [null, 11, 18]],
    ['18 nov', [null, 11, 18]],
    ['the 18th of november', []],
    ['18 of november', [null, 11, 18]],
    ['18 nov 2025', [2025, 11, 18]],
    ['  Nov 18,  2025 ', [2025, 11, 18]],
    ['nov 2025', [2025, 11, null]],
    ['2025 nov', [2025, 11, null]],
    ['1999', [1999, null, null]],
    ['', []],
    ['no', []],
    ['ju', []],
    ['18', []],
    ['18 2025', []],
    ['1604', []],
    ['november rain', []],
    ['nov dec', []],
    ['nov 44', []],
    ['2026-13', []],
    ['18/31/2025', []],
    ['\u200e11/\u200e18/\u200e2025', [2025, 11, 18]],
    ['m31', []],
    ['ngc 1999', []],
    ['comet', []],
    ['18 de nov de 2025', [2025, 11, 18]],
    ['nov 18 2025 2025', []],
    ['x18 nov', []],
    ...['2026-11-20', '2025/11/18', '11/2025', '18.11.2025', '18/11/2025'].flatMap(
      (date): [string, []][] => [
        [`x${date}`, []],
        [`${date}x`, []],
      ],
    ),
    ['nov 0', []],
    ['nov 1', [null, 11, 1]],
    ['nov 31', [null, 11, 31]],
    ['nov 32', []],
    ['nov 1900', [1900, 11, null]],
    ['nov 1899', []],
    ['.18. , nov.', [null, 11, 18]],
  ])('reads %j as %j', (typed, [year, month, day]) => {
    const meant = parseTypedDates(typed);
    if (year === undefined) expect(meant).toBeNull();
    else expect(meant?.patterns).toEqual([{ year, month, day }]);
  });

  it('returns two days for a date such as 3/4/2020, which has two orders of month and day', () => {
    expect(daysOfTypedDates(parseTypedDates('3/4/2020') ?? nothing, 2026)).toEqual([
      '2020-03-04',
      '2020-04-03',
    ]);
  });

  it('returns each day of a month, a year and every year', () => {
    const days = (typed: string) => daysOfTypedDates(parseTypedDates(typed) ?? nothing, 2026);
    const year = days('2020');
    expect([year.length, year[0], year.at(-1)]).toEqual([12 * 31, '2020-01-01', '2020-12-31']);
    expect(days('2020-02').slice(-2)).toEqual(['2020-02-30', '2020-02-31']);
    const all = days('4 nov');
    expect([all.length, all[0], all.at(-1)]).toEqual([32, '1995-11-04', '2026-11-04']);
    expect(days('4/4/2020')).toEqual(['2020-04-04']);
  });

  it('is sure of a date in numbers, but not of the name of a month or a year alone', () => {
    expect(
      ['2026-11', '2026-11-20', '18.11.2025'].map((typed) => parseTypedDates(typed)?.isSure),
    ).toEqual([true, true, true]);
    expect(['nov', 'may 4', '1999'].map((typed) => parseTypedDates(typed)?.isSure)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('reads the months of the user’s language', () => {
    expect(parseTypedDates('18 août', 'fr')?.patterns).toEqual([{ year: null, month: 8, day: 18 }]);
    expect(parseTypedDates('1er août', 'fr')?.patterns).toEqual([{ year: null, month: 8, day: 1 }]);
    expect(parseTypedDates('18. Dezember 2025', 'de')?.patterns).toEqual([
      { year: 2025, month: 12, day: 18 },
    ]);
  });

  it('reads English names of months in every language', () => {
    for (const locale of ['de', 'es', 'ja', 'fr'])
      expect(parseTypedDates('october 2019', locale)?.patterns).toEqual([
        { year: 2019, month: 10, day: null },
      ]);
  });

  it('returns dates for which daysOfTypedDates lists exactly the days that match', () => {
    const from = Date.parse('1995-06-16T00:00:00Z');
    const date = fc
      .integer({ min: 0, max: 11_500 })
      .map((days) => new Date(from + days * 24 * 3600_000).toISOString().slice(0, 10));
    const typed = fc.constantFrom(
      'nov',
      '18 nov',
      '2020',
      '2020-02',
      'feb 2019',
      '2/3/2020',
      '1 may',
    );
    fc.assert(
      fc.property(date, typed, (day, words) => {
        const meant = parseTypedDates(words) ?? nothing;
        expect(daysOfTypedDates(meant, 2026).includes(day)).toBe(typedDatesInclude(meant, day));
      }),
    );
  });

  const nothing = { patterns: [], isSure: false };
});
