import { expect, it, onTestFinished, vi } from 'vitest';
import { systemTimeZone } from './time-zone.ts';

it('systemTimeZone follows the variable TZ, and does not change it', () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const zone of ['Asia/Tokyo', 'Europe/Paris']) {
    vi.stubEnv('TZ', zone);
    expect([systemTimeZone(), process.env['TZ']]).toEqual([zone, zone]);
  }
});
