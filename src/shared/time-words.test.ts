import { afterEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from './language/language.ts';
import {
  calendarDay,
  clockTime,
  countdownInWords,
  dueInWords,
  durationInWords,
  dayAndTime,
  dayInWords,
  intervalInWords,
  secondsInWords,
  sinceTime,
  untilClock,
  untilInWords,
  untilTime,
} from './time-words.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  setLanguage({ language: 'en', formats: 'en' });
});

const noon = Date.parse('2026-11-20T12:00:00Z');
const minute = 60_000;
const hour = 60 * minute;
/** `Intl` puts a narrow space before AM and PM. */
const plain = (text: string): string => text.replaceAll('\u202f', ' ');

describe.each([
  ['UTC', 0],
  ['Asia/Tokyo', 9],
  ['America/Los_Angeles', -8],
])('times in %s', (zone, offset) => {
  const local = (hours: number): number => noon - offset * hour + hours * hour;

  it('use the 12-hour or 24-hour clock of the user', () => {
    vi.stubEnv('TZ', zone);
    expect(plain(clockTime(local(0)))).toBe('12:00 PM');
    setLanguage({ language: 'de', formats: 'de-DE' });
    expect(clockTime(local(3.5))).toBe('15:30');
  });

  it('include the day if it is not the current day', () => {
    vi.stubEnv('TZ', zone);
    expect(plain(untilInWords(local(11.5), local(0)))).toBe('11:30 PM');
    expect(plain(untilInWords(local(12.5), local(0)))).toBe('Sat, Nov 21, 12:30 AM');
    expect(plain(untilInWords(local(-12.5), local(0)))).toBe('Thu, Nov 19, 11:30 PM');
  });

  it('begin with the day: today, tomorrow, or the date', () => {
    vi.stubEnv('TZ', zone);
    expect(plain(dayInWords(local(11.5), local(0)))).toBe('today 11:30 PM');
    expect(plain(dayInWords(local(12.5), local(0)))).toBe('tomorrow 12:30 AM');
    expect(plain(dayInWords(local(36), local(0)))).toBe('Sun, Nov 22, 12:00 AM');
    expect(plain(dayInWords(local(-12.5), local(0)))).toBe('Thu, Nov 19, 11:30 PM');
  });

  it('use the word “midnight” for the end of the day', () => {
    vi.stubEnv('TZ', zone);
    expect(untilTime(local(12), local(0))).toBe('until midnight');
    expect(plain(untilTime(local(36), local(0)))).toBe('until Sun, Nov 22, 12:00 AM');
  });

  it('keep a calendar day unchanged in every zone', () => {
    vi.stubEnv('TZ', zone);
    expect(calendarDay('2026-11-20')).toBe('Nov 20, 2026');
    expect(calendarDay('2026-11-20', 'long')).toBe('November 20, 2026');
  });
});

it.each([
  ['Europe/Berlin', '2026-10-24T23:30:00Z', 'today 1:30 AM'],
  ['Europe/Berlin', '2026-10-25T00:30:00Z', 'today 2:30 AM GMT+2'],
  ['Europe/Berlin', '2026-10-25T01:30:00Z', 'today 2:30 AM GMT+1'],
  ['Europe/Berlin', '2026-10-25T02:00:00Z', 'today 3:00 AM'],
  ['Europe/Berlin', '2026-03-29T00:30:00Z', 'today 1:30 AM'],
  ['Australia/Lord_Howe', '2026-04-04T14:20:00Z', 'today 1:20 AM'],
  ['Australia/Lord_Howe', '2026-04-04T14:40:00Z', 'today 1:40 AM GMT+11'],
  ['Australia/Lord_Howe', '2026-04-04T15:10:00Z', 'today 1:40 AM GMT+10:30'],
])('dayInWords names the zone in the doubled hour: %s, %s is %s', (zone, at, words) => {
  vi.stubEnv('TZ', zone);
  expect(plain(dayInWords(Date.parse(at), Date.parse(at)))).toBe(words);
});

it.each([
  ['as “now”', -1, 'now'],
  ['as “now”', 0, 'now'],
  ['to the second', 1, '12:00:00 PM'],
  ['to the second', 2 * minute - 1, '12:01:59 PM'],
  ['to the minute', 2 * minute, '12:02 PM'],
])('dueInWords writes a due time %s if it is %d ms ahead: %s', (_how, ahead, words) => {
  vi.stubEnv('TZ', 'UTC');
  expect(plain(dueInWords(noon + ahead, noon))).toBe(words);
});

it.each([
  ['en-US', 'Tue, Oct 6, 10:30 PM'],
  ['de', 'Di., 6. Okt., 22:30'],
  ['ja', '10月6日(火) 22:30'],
])('untilInWords joins the day and the time as usual in %s', (formats, text) => {
  setLanguage({ language: 'en', formats });
  const at = new Date(2026, 9, 6, 22, 30).getTime();
  expect(untilInWords(at, new Date(2026, 9, 5, 12).getTime()).replace(/\s/g, ' ')).toBe(text);
  setLanguage({ language: 'en', formats: 'en' });
});

it('dateInFormat writes the first of a month in French as 1er, and only there', () => {
  setLanguage({ language: 'fr', formats: 'fr-FR' });
  expect(calendarDay('2026-05-01', 'long')).toBe('1er mai 2026');
  expect(calendarDay('2026-05-11', 'long')).toBe('11 mai 2026');
  expect(
    dayAndTime(new Date(2026, 4, 1, 1, 5).getTime(), new Date(2026, 4, 2).getTime()).replaceAll(
      /\s/g,
      ' ',
    ),
  ).toBe('ven. 1er mai, 01:05');
  setLanguage({ language: 'en', formats: 'en-GB' });
  expect(calendarDay('2026-05-01', 'long')).toBe('1 May 2026');
});

it.each([
  ['en-US', 'Wed, May 6, 5:00 AM'],
  ['de', 'Mi., 6. Mai, 05:00'],
])('dayAndTime writes the hour as the time alone in %s', (formats, words) => {
  setLanguage({ language: 'en', formats });
  const at = new Date(2026, 4, 6, 5).getTime();
  expect(plain(dayAndTime(at, at))).toBe(words);
});

it('dayAndTime writes the year of a date half a year away, in both directions', () => {
  const at = new Date(2026, 4, 6, 5).getTime();
  const halfYear = 183 * 24 * hour;
  for (const sign of [-1, 1]) {
    expect(plain(dayAndTime(at, at + sign * (halfYear - 1)))).toBe('Wed, May 6, 5:00 AM');
    expect(plain(dayAndTime(at, at + sign * halfYear))).toBe('May 6, 2026, 5:00 AM');
  }
});

it.each([
  ['en', 'en-US', ['until 1:05 AM', 'since 1:05 AM', 'until 2:05 AM', 'since Wed, May 6, 1:05 AM']],
  [
    'es',
    'es-ES',
    ['hasta la 1:05', 'desde la 1:05', 'hasta las 2:05', 'desde el mié, 6 may, 1:05'],
  ],
] as const)('untilClock and sinceTime use the form of the hour: %s', (language, formats, words) => {
  setLanguage({ language, formats });
  const at = new Date(2026, 4, 6, 1, 5).getTime();
  expect(
    [
      untilClock(at),
      sinceTime(at, at + hour),
      untilTime(at + hour, at),
      sinceTime(at, at + 24 * hour),
    ].map(plain),
  ).toEqual(words);
});

describe('countdownInWords', () => {
  it.each([
    [-5, '0 min 0 s'],
    [900, '0 min 1 s'],
    [599_001, '10 min'],
    [598_001, '9 min 59 s'],
    [825_000, '14 min'],
    [59 * minute + 1, '1 h 0 min'],
    [7_390_000, '2 h 4 min'],
    [20 * hour + 51.5 * minute, '20 h 52 min'],
    [97_510_000, '1 d 4 h'],
    [74 * hour, '3 d 2 h'],
    [24 * hour - 1, '1 d 0 h'],
    [23 * hour + 59 * minute, '23 h 59 min'],
    [59 * minute, '59 min'],
    [599_000, '9 min 59 s'],
    [600_000, '10 min'],
  ])('writes %d ms as “%s”', (ms, words) =>
    expect(countdownInWords(ms).replaceAll('\u00a0', ' ')).toBe(words),
  );

  it('uses the units of the language', () => {
    setLanguage({ language: 'ja', formats: 'ja-JP' });
    expect(countdownInWords(7_390_000)).toBe('2時間4分');
  });
});

it.each([
  ['en', 'en-GB', /^0\.8\ss$/],
  ['en', 'en-US', /^0\.8\ss$/],
  ['de', 'de-DE', /^0,8\ss$/],
  ['es', 'es-ES', /^0,8\ss$/],
  ['fr', 'fr-FR', /^0,8\ss$/],
  ['ja', 'ja-JP', /^0\.8秒$/],
] as const)('secondsInWords writes the unit as a symbol: %s, %s', (language, formats, words) => {
  setLanguage({ language, formats });
  expect(secondsInWords(0.84)).toMatch(words);
});

it.each([
  ['en', 'en-GB', /^90\ss$/, /^5\smin$/],
  ['de', 'de-DE', /^90\ss$/, /^5\sMin\.$/],
  ['es', 'es-ES', /^90\ss$/, /^5\smin$/],
  ['fr', 'fr-FR', /^90\ss$/, /^5\smin$/],
  ['ja', 'ja-JP', /^90秒$/, /^5分$/],
] as const)(
  'intervalInWords writes seconds below two minutes: %s, %s',
  (language, formats, s, min) => {
    setLanguage({ language, formats });
    expect(intervalInWords(90)).toMatch(s);
    expect(intervalInWords(300)).toMatch(min);
  },
);

it.each([
  [119, '119 s', '2 min'],
  [3600, '60 min', '60 min'],
  [5399, '90 min', '90 min'],
  [120, '2 min', '2 min'],
  [59.4, '59 s', '59 s'],
  [59.6, '60 s', '1 min'],
])('writes %s s as an interval and as a duration: %s, %s', (seconds, interval, duration) => {
  const inWords = [intervalInWords(seconds), durationInWords(seconds)];
  expect(inWords.map((words) => words.replaceAll(/\s/g, ' '))).toEqual([interval, duration]);
});
