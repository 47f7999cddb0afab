import { expect, it } from 'vitest';
import { systemClock } from './clock.ts';

it('systemClock sleeps for the given time, and not at all if aborted', async () => {
  const before = systemClock.monotonic();
  await expect(systemClock.sleep(20)).resolves.toBe(true);
  expect(systemClock.monotonic() - before).toBeGreaterThanOrEqual(19);

  const stop = new AbortController();
  const long = systemClock.sleep(3_000_000_000, stop.signal);
  stop.abort();
  await expect(long).resolves.toBe(false);
  await expect(systemClock.sleep(3_000_000_000, stop.signal)).resolves.toBe(false);
});
