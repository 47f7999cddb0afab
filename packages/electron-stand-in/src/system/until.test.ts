import { expect, it } from 'vitest';
import { waitUntil } from './until.ts';

const options = { message: 'no luck', timeoutMs: 50, intervalMs: 1 };

it('waitUntil returns the first value of the condition that is neither null nor false', async () => {
  let looks = 0;
  const third = await waitUntil(() => (++looks < 3 ? null : looks), {
    ...options,
    timeoutMs: 5_000,
  });
  expect(third).toBe(3);
});

it('waitUntil rejects with the given message after the timeout', async () => {
  await expect(waitUntil(() => false, options)).rejects.toThrow('no luck');
});

it('waitUntil does not call the condition if the signal is aborted already', async () => {
  let calls = 0;
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(waitUntil(() => ++calls, { ...options, signal })).rejects.toThrow('enough');
  expect(calls).toBe(0);
});

it('waitUntil rejects when the signal is aborted, even between two calls of the condition', async () => {
  const controller = new AbortController();
  const waiting = waitUntil(() => false, {
    message: 'no luck',
    timeoutMs: 60_000,
    intervalMs: 60_000,
    signal: controller.signal,
  });
  setImmediate(() => controller.abort(new Error('enough')));
  await expect(waiting).rejects.toThrow('enough');
});
