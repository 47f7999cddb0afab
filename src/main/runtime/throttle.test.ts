import { expect, it } from 'vitest';
import { reportedDefects } from '#test/support/defects.ts';
import { FakeClock, runPromiseCallbacks } from '#test/support/fake-clock.ts';
import { throttle } from './throttle.ts';

it('throttle reports an error of the function, and runs the function again', async () => {
  const clock = new FakeClock();
  let draws = 0;
  const draw = throttle(clock, 1_000, new AbortController().signal, () => {
    draws += 1;
    if (draws === 1) throw new Error('bug');
  });
  draw();
  await runPromiseCallbacks();
  expect(reportedDefects.splice(0)).toEqual([new Error('bug')]);
  draw();
  draw();
  await clock.advance(1_000);
  expect(draws).toBe(2);
});

it('throttle runs the function once per gap, always after the last request, and never after the abort', async () => {
  const clock = new FakeClock();
  const stop = new AbortController();
  const done: number[] = [];
  const request = throttle(clock, 1_000, stop.signal, () => done.push(clock.monotonic()));
  for (let turn = 0; turn < 10; turn++) {
    request();
    await clock.advance(250);
  }
  expect(done).toEqual([0, 1_000, 2_000]);
  await clock.advance(5_000);
  expect(done).toHaveLength(4);
  request();
  request();
  await runPromiseCallbacks();
  expect(done).toHaveLength(5);
  await clock.advance(5_000);
  request();
  stop.abort();
  await clock.advance(5_000);
  request();
  await clock.advance(5_000);
  expect(done).toHaveLength(5);
});

it('throttle needs no timer for a request after the gap, nor for several requests in one turn', async () => {
  const clock = new FakeClock();
  const sleeps: number[] = [];
  const watched = {
    monotonic: clock.monotonic,
    sleep(ms: number, signal?: AbortSignal) {
      sleeps.push(ms);
      return clock.sleep(ms, signal);
    },
  };
  let runs = 0;
  const request = throttle(watched, 1_000, new AbortController().signal, () => (runs += 1));
  request();
  await Promise.resolve().then(request);
  await runPromiseCallbacks();
  await clock.advance(1_000);
  request();
  await runPromiseCallbacks();
  expect([runs, sleeps]).toEqual([2, []]);
  request();
  await runPromiseCallbacks();
  expect([runs, sleeps]).toEqual([2, [1_000]]);
});
