import { expect, it } from 'vitest';
import { legacyEndings, rehearseWeek, type RehearsedDay } from './week.ts';

/**
 * The expected source of the picture on the day on which the legacy service ends and on the day after, by the way in
 * which it ends. On the day before, the source is the successor.
 */
const sources: Readonly<Record<string, string>> = {
  'legacy shows a logo': 'successor',
  'legacy is gone (410)': 'successor',
  'legacy is gone (404)': 'successor',
  'legacy answers as its successor, one day; the successor is down': 'legacy',
  'legacy answers as its successor, a list; the successor is down': 'legacy',
  'legacy shows a logo; the successor is down': 'feed',
  'all hosts of the agency are down': 'editors',
};

it.each(Object.entries(legacyEndings))(
  'the app gets the picture of each day if the legacy service ends in this way: %s',
  async (name, scenarios) => {
    const days: RehearsedDay[] = [];
    for await (const day of rehearseWeek(scenarios, '2026-11-30', '2026-12-02')) days.push(day);
    expect(days.map(({ source }) => source)).toEqual(['successor', sources[name], sources[name]]);
    for (const day of days) {
      expect(day).toMatchObject({ picture: day.date, isWallpaperSet: true });
      const requests = Object.values(day.requests).reduce((sum, count) => sum + count, 0);
      expect(requests).toBeLessThanOrEqual(6);
    }
  },
);
