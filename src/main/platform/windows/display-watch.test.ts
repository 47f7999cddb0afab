import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { reportedDefects } from '#test/support/defects.ts';
import { FakeClock, runPromiseCallbacks } from '#test/support/fake-clock.ts';
import { watchDisplays } from './display.ts';

function watch(onChange: (signal: AbortSignal) => Promise<void> = () => Promise.resolve()) {
  const events = new EventEmitter();
  const clock = new FakeClock();
  let changes = 0;
  const made = watchDisplays({
    events,
    clock,
    onChange: (signal) => {
      changes += 1;
      return onChange(signal);
    },
  });
  return { events, clock, dispose: () => made.dispose(), changes: () => changes };
}

it('watchDisplays reports a burst of events once, after the end of the burst', async () => {
  const { events, clock, changes } = watch();
  for (const name of ['display-added', 'display-metrics-changed', 'display-removed']) {
    events.emit(name);
    await clock.advance(1_500);
  }
  expect(changes()).toBe(0);
  await clock.advance(500);
  expect(changes()).toBe(1);
  events.emit('display-added');
  await clock.advance(2_000);
  expect(changes()).toBe(2);
});

it('watchDisplays reports a burst after the work for the previous burst has ended', async () => {
  const ends: (() => void)[] = [];
  const { events, clock, changes } = watch(() => new Promise((resolve) => ends.push(resolve)));
  for (const name of ['display-added', 'display-removed']) {
    events.emit(name);
    await clock.advance(2_000);
  }
  expect(changes()).toBe(1);
  ends.shift()?.();
  await runPromiseCallbacks();
  expect(changes()).toBe(2);
});

it('watchDisplays reports an unexpected error and continues', async () => {
  const { events, clock, changes } = watch(() => Promise.reject(new Error('a defect')));
  for (const name of ['display-added', 'display-removed']) {
    events.emit(name);
    await clock.advance(2_000);
  }
  expect(changes()).toBe(2);
  expect(reportedDefects.splice(0)).toHaveLength(2);
});

it('watchDisplays reports nothing after dispose, and dispose waits for running work', async () => {
  let wasStopped = false;
  const { events, clock, changes, dispose } = watch(
    (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          wasStopped = true;
          resolve();
        });
      }),
  );
  events.emit('display-added');
  await clock.advance(2_000);
  events.emit('display-removed');
  await dispose();
  expect(wasStopped).toBe(true);
  await clock.advance(10_000);
  expect(changes()).toBe(1);
  expect(events.eventNames()).toEqual([]);
});
