import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Allowance, createQuota, demoWindows } from './quota.ts';

const hour = 3_600_000;
const many = (count: number, act: () => boolean): boolean[] => Array.from({ length: count }, act);

test('30 an hour, in a window that rolls', () => {
  const quota = createQuota(demoWindows);
  expect(many(20, () => quota(0).allowed)).not.toContain(false);
  expect(many(10, () => quota(hour / 2).allowed)).not.toContain(false);
  expect(quota(hour - 1)).toEqual({ allowed: false, limit: 30, remaining: 0, nextAt: hour });
  // The first twenty are an hour old now; the ten of half an hour ago still count.
  expect(many(20, () => quota(hour).allowed)).not.toContain(false);
  expect(quota(hour).allowed).toBe(false);
});

test('50 a day, named once it is the tighter one', () => {
  const quota = createQuota(demoWindows);
  many(30, () => quota(0).allowed);
  const last = many(20, () => quota(2 * hour).allowed);
  expect(last).not.toContain(false);
  expect(quota(5 * hour)).toEqual({ allowed: false, limit: 50, remaining: 0, nextAt: 24 * hour });
  expect(quota(24 * hour).allowed).toBe(true);
});

test('refused requests do not count', () => {
  const quota = createQuota([{ limit: 1, ms: hour }]);
  quota(0);
  many(5, () => quota(hour - 1).allowed);
  expect(quota(hour)).toEqual({ allowed: true, limit: 1, remaining: 0, nextAt: hour });
});

test('two windows that are both used up: the next request waits for the later one', () => {
  const quota = createQuota([
    { limit: 2, ms: 10 },
    { limit: 3, ms: 40 },
  ]);
  for (const at of [0, 35, 36]) expect(quota(at).allowed).toBe(true);
  expect(quota(37)).toMatchObject({ allowed: false, nextAt: 45 });
});

test('a clock that is set back starts anew', () => {
  const quota = createQuota([{ limit: 1, ms: hour }]);
  quota(10 * hour);
  expect(quota(0).allowed).toBe(true);
});

/** The same in as few words as possible: every request is kept, and counted each time. */
function naiveQuota(windows: typeof demoWindows): (now: number) => Allowance {
  const granted: number[][] = windows.map(() => []);
  return (now) => {
    const states = windows.map(({ limit, ms }, n) => {
      // What has left a window does not come back when the clock is set back.
      const used = (granted[n] ?? []).filter((at) => at > now - ms && at <= now);
      granted[n] = used;
      const remaining = limit - used.length;
      return { limit, remaining, nextAt: remaining > 0 ? now : (used[0] ?? NaN) + ms };
    });
    const tightest = states.reduce((a, b) => (b.remaining < a.remaining ? b : a));
    const allowed = tightest.remaining > 0;
    if (allowed) for (const used of granted) used.push(now);
    return {
      allowed,
      limit: tightest.limit,
      remaining: allowed ? tightest.remaining - 1 : 0,
      nextAt: Math.max(...states.map(({ nextAt }) => nextAt)),
    };
  };
}

test('any run of requests is counted as if each were kept', () => {
  const windows = [
    { limit: 3, ms: 10 },
    { limit: 5, ms: 40 },
  ];
  // Mostly on, often in the same millisecond, sometimes back.
  const steps = fc.array(fc.integer({ min: -30, max: 30 }).map((step) => Math.max(step, -5) % 13));
  fc.assert(
    fc.property(steps, (moves) => {
      const [quota, naive] = [createQuota(windows), naiveQuota(windows)];
      let now = 1000;
      for (const move of moves) {
        now += move;
        expect(quota(now)).toEqual(naive(now));
      }
    }),
    { numRuns: 500 },
  );
});

test('100,000 requests in an hour and as many after it', () => {
  const quota = createQuota([{ limit: 100_000, ms: hour }]);
  for (let n = 0; n < 200_000; n++) expect(quota(n * 36).allowed).toBe(true);
  expect(quota(200_000 * 36)).toMatchObject({ allowed: true, remaining: 0 });
  expect(quota(200_000 * 36)).toMatchObject({ allowed: false });
});
