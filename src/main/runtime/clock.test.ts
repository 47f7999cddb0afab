import { getEventListeners } from 'node:events';
import { uptime } from 'node:os';
import { expect, it, vi } from 'vitest';
import { inOwnTurn, systemClock } from './clock.ts';

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

it('systemClock sleeps without blocking the event loop, and leaves neither a timer nor a listener', async () => {
  const stop = new AbortController();
  let hasRun = false;
  setImmediate(() => (hasRun = true));
  await systemClock.sleep(5, stop.signal);
  expect([hasRun, getEventListeners(stop.signal, 'abort').length]).toEqual([true, 0]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const long = systemClock.sleep(1_000, stop.signal);
    expect(vi.getTimerCount()).toBe(1);
    stop.abort();
    await long;
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it('systemClock returns the time since the start of the system in milliseconds', () => {
  const before = uptime() * 1000;
  const time = systemClock.uptime();
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(uptime() * 1000);
});

it('inOwnTurn runs the work between the work before and that after it', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('before'));
  const result = await inOwnTurn(() => {
    order.push('work');
    setImmediate(() => order.push('after'));
    return 5;
  });
  expect([result, ...order]).toEqual([5, 'before', 'work', 'after']);
});
