import { expect, it } from 'vitest';
import { until } from './until.ts';

const options = { message: 'no luck', timeoutMs: 50, intervalMs: 1 };

it('gives what the condition gives at last', async () => {
  let looks = 0;
  const third = await until(() => (++looks < 3 ? null : looks), { ...options, timeoutMs: 5_000 });
  expect(third).toBe(3);
});

it('says its message when the time is up', async () => {
  await expect(until(() => false, options)).rejects.toThrow('no luck');
});

it('stops when it is aborted, also between two looks', async () => {
  const controller = new AbortController();
  const waiting = until(() => false, {
    message: 'no luck',
    timeoutMs: 60_000,
    intervalMs: 60_000,
    signal: controller.signal,
  });
  setImmediate(() => controller.abort(new Error('enough')));
  await expect(waiting).rejects.toThrow('enough');
});
