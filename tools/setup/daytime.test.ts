import { expect, it } from 'vitest';
import { timeZoneAtNoon } from './daytime.ts';

it('timeZoneAtNoon returns a time zone in which the hour is 12, for every hour of the day', () => {
  for (let hour = 0; hour < 24; hour++) {
    const now = Date.UTC(2026, 10, 21, hour, 30);
    const there = new Intl.DateTimeFormat('en-GB', {
      timeZone: timeZoneAtNoon(now),
      hour: '2-digit',
      hourCycle: 'h23',
    });
    expect(there.format(now), timeZoneAtNoon(now)).toBe('12');
  }
});
