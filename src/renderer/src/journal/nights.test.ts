import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '#shared/language/language.ts';
import { nightStartOf, nightYearsAgo, periodInWords, periodStartOf } from './nights.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  setLanguage({ language: 'en', formats: 'en' });
});

const at = (text: string): number => new Date(text).getTime();

describe.each(['UTC', 'Asia/Tokyo', 'America/Los_Angeles'])('in the time zone %s', (zone) => {
  beforeEach(() => void vi.stubEnv('TZ', zone));

  describe('nightStartOf', () => {
    it('returns the noon before the night', () => {
      for (const time of ['2026-11-21T12:00', '2026-11-21T23:59', '2026-11-22T00:00'])
        expect(nightStartOf(at(time))).toBe(at('2026-11-21T12:00'));
      for (const time of ['2026-12-31T20:00', '2027-01-01T08:00'])
        expect(nightStartOf(at(time))).toBe(at('2026-12-31T12:00'));
    });

    it.each([
      ['2026-11-21T12:00', '2026-11-22T11:59', true],
      ['2026-11-21T11:59', '2026-11-21T12:00', false],
    ])('%s and %s are in the same night, from noon to noon: %s', (one, other, isSame) => {
      expect(nightStartOf(at(one)) === nightStartOf(at(other))).toBe(isSame);
    });
  });

  describe('periodStartOf', () => {
    it('returns the hour at which the day or the night begins', () => {
      expect(periodStartOf(at('2026-11-21T07:30'))).toBe(at('2026-11-21T06:00'));
      expect(periodStartOf(at('2026-11-21T23:30'))).toBe(at('2026-11-21T16:00'));
      expect(periodStartOf(at('2026-11-22T03:30'))).toBe(at('2026-11-21T16:00'));
    });

    it.each([
      ['2026-11-21T16:00', '2026-11-22T05:59', true],
      ['2026-11-21T23:59', '2026-11-22T00:01', true],
      ['2026-11-21T06:00', '2026-11-21T15:59', true],
      ['2026-11-21T15:59', '2026-11-21T16:00', false],
      ['2026-11-21T05:59', '2026-11-21T06:00', false],
    ])('%s and %s are in the same day or night: %s', (one, other, isSame) => {
      expect(periodStartOf(at(one)) === periodStartOf(at(other))).toBe(isSame);
    });
  });

  describe('periodInWords', () => {
    it.each([
      ['2026-11-21T20:00', '2026-11-21T23:00', 'Tonight'],
      ['2026-11-21T20:00', '2026-11-22T02:00', 'Tonight'],
      ['2026-11-21T20:00', '2026-11-22T08:00', 'Last night'],
      ['2026-11-21T20:00', '2026-11-22T18:00', 'Last night'],
      ['2026-11-20T20:00', '2026-11-22T08:00', 'Night of November 20 to November 21'],
      ['2026-10-31T20:00', '2026-11-22T18:00', 'Night of October 31 to November 1'],
      ['2026-11-22T09:00', '2026-11-22T09:01', 'Today'],
      ['2026-11-22T13:00', '2026-11-22T20:00', 'Today'],
      ['2026-11-21T13:00', '2026-11-22T02:00', 'Yesterday'],
      ['2026-11-20T09:00', '2026-11-22T20:00', 'November 20'],
      ['2025-11-20T09:00', '2026-11-22T20:00', 'November 20, 2025'],
      ['2024-12-31T20:00', '2026-11-22T18:00', 'Night of December 31, 2024 to January 1, 2025'],
    ])('describes %s at %s as “%s”', (then, now, words) => {
      expect(periodInWords(at(then), at(now))).toBe(words);
    });

    it.each([
      ['de', 'de', 'Nacht vom 30. November auf den 1. Dezember'],
      ['es', 'es-MX', 'Noche del 30 de noviembre al 1 de diciembre'],
      ['fr', 'fr-CA', 'Nuit du 30 novembre au 1er décembre'],
      ['ja', 'ja', '11月30日から12月1日にかけての夜'],
    ] as const)('names the evening and the morning in %s (%s): %s', (language, formats, words) => {
      setLanguage({ language, formats });
      expect(periodInWords(at('2026-11-30T20:00'), at('2026-12-22T18:00'))).toBe(words);
    });
  });

  describe('nightYearsAgo', () => {
    it('returns the night that begins at noon of the same date in an earlier year', () => {
      const night = { from: at('2025-11-21T12:00'), to: at('2025-11-22T12:00') };
      expect(nightYearsAgo(1, at('2026-11-21T22:00'))).toEqual(night);
      expect(nightYearsAgo(1, at('2026-11-22T03:00'))).toEqual(night);
    });

    it('returns the night of March 1 for a leap day', () => {
      expect(nightYearsAgo(1, at('2024-02-29T22:00')).from).toBe(at('2023-03-01T12:00'));
    });
  });
});
