import { expect, it } from 'vitest';
import { setClockAhead } from './clock.ts';

it('setClockAhead moves the present time, and no other', () => {
  const RealDate = Date;
  try {
    setClockAhead(0);
    expect(Date).toBe(RealDate);
    const hour = 3_600_000;
    setClockAhead(24 * hour);
    const start = RealDate.now();
    for (const time of [Date.now(), new Date().getTime()])
      expect(Math.round((time - start) / hour)).toBe(24);
    expect(new Date(5).getTime()).toBe(5);
    expect(new Date(2026, 0, 2).getDate()).toBe(2);
    expect(Date.UTC(1970, 0, 2)).toBe(24 * hour);
    expect(new Date() instanceof RealDate).toBe(true);
  } finally {
    globalThis.Date = RealDate;
  }
});
