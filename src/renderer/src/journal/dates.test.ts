import { afterEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '#shared/language/language.ts';
import { fullTimeInWords, relativeTimeInWords } from './dates.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  setLanguage({ language: 'en', formats: 'en' });
});

const now = new Date(2026, 10, 22, 15, 30).getTime();
const minute = 60_000;

describe('relativeTimeInWords', () => {
  it.each([
    ['en', 20_000, 'now'],
    ['en', minute - 1, 'now'],
    ['en', minute, '1 minute ago'],
    ['en', 5 * minute, '5 minutes ago'],
    ['en', 60 * minute - 1, '59 minutes ago'],
    ['en', 60 * minute, '1 hour ago'],
    ['en', 150 * minute, '2 hours ago'],
    ['en', 16 * 60 * minute, 'yesterday'],
    ['en', 40 * 60 * minute, 'Nov 20'],
    ['en', 400 * 24 * 60 * minute, 'Oct 18, 2025'],
    ['en', -10 * minute, 'Nov 22'],
    ['de', 5 * minute, 'vor 5 Minuten'],
    ['de', 16 * 60 * minute, 'gestern'],
    ['de', 40 * 60 * minute, '20. Nov.'],
    ['ja', 5 * minute, '5 分前'],
    ['es', 150 * minute, 'hace 2 horas'],
  ] as const)('writes in %s, %i ms later: %s', (language, ago, words) => {
    setLanguage({ language, formats: language });
    expect(relativeTimeInWords(now - ago, now)).toBe(words);
  });
});

it('fullTimeInWords writes the date with the year, and the time', () => {
  expect(fullTimeInWords(now)).toBe('Sunday, November 22, 2026 at 3:30 PM');
});

it.each([
  ['Asia/Tokyo', '2026-12-31T15:10:00Z', '2026-12-31T14:50:00Z', 'yesterday'],
  ['Asia/Tokyo', '2026-12-31T15:10:00Z', '2026-12-31T15:00:00Z', '10 minutes ago'],
  ['Asia/Tokyo', '2027-01-02T00:00:00Z', '2026-12-31T15:10:00Z', 'yesterday'],
  ['Asia/Tokyo', '2027-01-05T00:00:00Z', '2026-12-31T15:10:00Z', 'Jan 1'],
  ['Asia/Tokyo', '2027-01-05T00:00:00Z', '2026-12-31T14:50:00Z', 'Dec 31, 2026'],
  ['America/Los_Angeles', '2026-11-20T09:00:00Z', '2026-11-20T07:00:00Z', 'yesterday'],
])('relativeTimeInWords counts days by the time zone %s, at %s', (zone, at, then, words) => {
  vi.stubEnv('TZ', zone);
  expect(relativeTimeInWords(Date.parse(then), Date.parse(at))).toBe(words);
});
