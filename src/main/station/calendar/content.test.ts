import { afterEach, describe, expect, it, vi } from 'vitest';
import { isAlarmQuiet } from './content.ts';

afterEach(() => vi.unstubAllEnvs());

describe.each(['UTC', 'Asia/Tokyo', 'America/Los_Angeles'])('isAlarmQuiet in %s', (zone) => {
  /** Quiet hours from 22:00 to 6:00 in the user's time zone. */
  const quiet = { from: 22 * 60, to: 6 * 60 };

  it.each([
    ['returns false for an alarm before and a pass in the quiet hours', 22, 5, 10, false],
    ['returns true for an alarm at the beginning of the quiet hours', 22, 10, 10, true],
    ['returns true for an alarm in and a pass after the quiet hours', 6, 5, 10, true],
    ['returns false for an alarm at the end of the quiet hours', 6, 10, 10, false],
    ['returns false for an alarm at 11:00', 12, 0, 60, false],
    ['returns true for an alarm at midnight', 0, 0, 0, true],
  ])('%s', (_behaviour, hour, minute, leadMinutes, isQuiet) => {
    vi.stubEnv('TZ', zone);
    const pass = new Date(2026, 10, 20, hour, minute).getTime() / 1000;
    const alerts = { enabled: true, onlyVisible: true, minElevation: 20, leadMinutes };
    expect(isAlarmQuiet(pass, { ...alerts, quiet })).toBe(isQuiet);
    expect(isAlarmQuiet(pass, { ...alerts, quiet: null })).toBe(false);
  });
});
