import { afterEach, describe, expect, it, vi } from 'vitest';
import { isAlarmQuiet } from './content.ts';

afterEach(() => vi.unstubAllEnvs());

describe.each(['UTC', 'Asia/Tokyo', 'America/Los_Angeles'])('isAlarmQuiet in %s', (zone) => {
  /** Quiet hours from 22:00 to 6:00 in the user's time zone. */
  const quiet = { from: 22 * 60, to: 6 * 60 };

  it.each([
    ['rings before the quiet hours, for a pass in them', 22, 5, 10, false],
    ['is quiet from their beginning', 22, 10, 10, true],
    ['is quiet in them, for a pass after them', 6, 5, 10, true],
    ['rings from their end', 6, 10, 10, false],
    ['rings at noon', 12, 0, 60, false],
    ['is quiet at midnight', 0, 0, 0, true],
  ])('%s', (_behaviour, hour, minute, leadMinutes, isQuiet) => {
    vi.stubEnv('TZ', zone);
    const pass = new Date(2026, 10, 20, hour, minute).getTime() / 1000;
    const alerts = { enabled: true, onlyVisible: true, leadMinutes };
    expect(isAlarmQuiet(pass, { ...alerts, quiet })).toBe(isQuiet);
    expect(isAlarmQuiet(pass, { ...alerts, quiet: null })).toBe(false);
  });
});
