import { expect, it } from 'vitest';
import { defects } from '#test/support/defects.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { gatherMs, throttle } from './throttle.ts';

it('throttle runs again after an error, which it reports', async () => {
  const clock = new FakeClock();
  let draws = 0;
  const draw = throttle(clock, 1_000, new AbortController().signal, () => {
    draws += 1;
    if (draws === 1) throw new Error('bug');
  });
  draw();
  await clock.advance(gatherMs);
  expect(defects.splice(0)).toEqual([new Error('bug')]);
  draw();
  draw();
  await clock.advance(1_000);
  expect(draws).toBe(2);
});

it('throttle runs once a gap, also after the last request, and not after its end', async () => {
  const clock = new FakeClock();
  const stop = new AbortController();
  const done: number[] = [];
  const request = throttle(clock, 1_000, stop.signal, () => done.push(clock.monotonic()));
  for (let turn = 0; turn < 10; turn++) {
    request();
    await clock.advance(250);
  }
  expect(done).toEqual([gatherMs, 1_000 + gatherMs, 2_000 + gatherMs]);
  await clock.advance(5_000);
  expect(done).toHaveLength(4);
  request();
  request();
  await clock.advance(gatherMs);
  expect(done).toHaveLength(5);
  stop.abort();
  await clock.advance(5_000);
  request();
  expect(done).toHaveLength(5);
});
