import { expect, it } from 'vitest';
import { FakeClock } from '#test/support/fake-clock.ts';
import { guarded, keepRunning } from './defects.ts';

it('passes what a listener throws to its owner only', () => {
  const defects: unknown[] = [];
  const heard: number[] = [];
  const listener = guarded(
    (error) => defects.push(error),
    (value: number) => {
      heard.push(value);
      if (value === 1) throw new Error('bug');
    },
  );
  listener(1);
  listener(2);
  expect(heard).toEqual([1, 2]);
  expect(defects).toEqual([new Error('bug')]);
});

it('restarts a part after a defect with back-off, until it ends or is stopped', async () => {
  const clock = new FakeClock();
  const defects: unknown[] = [];
  const stop = new AbortController();
  const starts: number[] = [];
  let breaks = true;
  const ended = keepRunning(
    () => {
      starts.push(clock.monotonic());
      return breaks ? Promise.reject(new Error('bug')) : Promise.resolve();
    },
    { clock, signal: stop.signal, onDefect: (error) => defects.push(error) },
  );
  await clock.advance(36_000);
  expect(starts).toEqual([0, 5_000, 15_000, 35_000]);
  breaks = false;
  await clock.advance(40_000);
  await ended;
  expect(starts).toHaveLength(5);
  expect(defects).toHaveLength(4);
  const stopped = keepRunning(() => Promise.reject(new Error('bug')), {
    clock,
    signal: stop.signal,
    onDefect: () => stop.abort(),
  });
  await stopped;
});
