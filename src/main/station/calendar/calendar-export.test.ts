import { afterEach, expect, it, vi } from 'vitest';
import { singleFileName } from './calendar-export.ts';

afterEach(() => vi.unstubAllEnvs());

it('singleFileName has the time in the zone of the computer, with two digits each', () => {
  // In this zone year, month, day, hour and minute differ from those of UTC.
  vi.stubEnv('TZ', 'Asia/Kolkata');
  expect(singleFileName(Date.UTC(2025, 11, 31, 21, 34) / 1000)).toBe('ISS 2026-01-01 03.04');
});
