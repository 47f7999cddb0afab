import { describe, expect, it } from 'vitest';
import { createQuota, demoWindows } from './quota.ts';

const hour = 3_600_000;
const many = (count: number, act: () => boolean): boolean[] => Array.from({ length: count }, act);

describe('the quota of an API key', () => {
  it('allows 30 requests in a rolling hour', () => {
    const quota = createQuota(demoWindows);
    expect(many(20, () => quota(0).allowed)).not.toContain(false);
    expect(many(10, () => quota(hour / 2).allowed)).not.toContain(false);
    expect(quota(hour - 1)).toEqual({ allowed: false, limit: 30, remaining: 0, nextAt: hour });
    // The first twenty requests are now an hour old, so only the ten requests of half an hour ago still count.
    expect(many(20, () => quota(hour).allowed)).not.toContain(false);
    expect(quota(hour).allowed).toBe(false);
  });

  it('allows 50 requests a day, and reports the window with the fewest requests left', () => {
    const quota = createQuota(demoWindows);
    many(30, () => quota(0).allowed);
    expect(many(20, () => quota(2 * hour).allowed)).not.toContain(false);
    expect(quota(5 * hour)).toEqual({ allowed: false, limit: 50, remaining: 0, nextAt: 24 * hour });
    expect(quota(24 * hour).allowed).toBe(true);
  });

  it('does not count refused requests', () => {
    const quota = createQuota([{ limit: 1, ms: hour }]);
    quota(0);
    many(5, () => quota(hour - 1).allowed);
    expect(quota(hour)).toEqual({ allowed: true, limit: 1, remaining: 0, nextAt: hour });
  });

  it('ignores requests that have a time in the future because the clock was set back', () => {
    const quota = createQuota([{ limit: 1, ms: hour }]);
    quota(10 * hour);
    expect(quota(0).allowed).toBe(true);
  });

  it('counts each of 100,000 requests', () => {
    const quota = createQuota([{ limit: 100_000, ms: hour }]);
    for (let n = 0; n < 100_000; n++) quota(n * 10);
    expect(quota(hour - 1).allowed).toBe(false);
    expect(quota(hour + 1_000_000).remaining).toBe(99_999);
  });
});
