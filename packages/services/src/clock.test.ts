import { describe, expect, test } from 'vitest';
import { clockChangeSchema, createClock } from './clock.ts';

/** A source of time that advances only when a test changes it. */
function source(start: number) {
  let [wall, monotonic] = [start, 1_000];
  return {
    wall: () => wall,
    monotonic: () => monotonic,
    pass: (ms: number) => {
      wall += ms;
      monotonic += ms;
    },
    correct: (ms: number) => void (wall += ms),
  };
}

const start = Date.UTC(2026, 10, 20, 12);
const then = Date.UTC(2026, 11, 1, 5);

describe('the clock of the services', () => {
  test('follows the system’s clock, including corrections, until it is set', () => {
    const time = source(start);
    const clock = createClock({}, time);
    time.pass(5_000);
    time.correct(3_600_000);
    expect(clock.now()).toBe(start + 3_605_000);
    clock.set({});
    time.correct(1);
    expect(clock.now()).toBe(start + 3_605_001);
  });

  test('advances independently of the system’s clock once it is set', () => {
    const time = source(start);
    const clock = createClock({ now: then }, time);
    time.pass(5_000);
    time.correct(3_600_000);
    expect(clock.now()).toBe(then + 5_000);
    expect(clock.read()).toEqual({ now: '2026-12-01T05:00:05.000Z', rate: 1 });
  });

  test('advances at its rate, and continues from the current time when the rate changes', () => {
    const time = source(start);
    const clock = createClock({ now: then, rate: 60 }, time);
    time.pass(1_000);
    expect(clock.now()).toBe(then + 60_000);
    clock.set({ rate: 0 });
    time.pass(1_000);
    expect(clock.now()).toBe(then + 60_000);
    clock.set({ now: start });
    time.pass(1_000);
    expect(clock.read()).toEqual({ now: new Date(start).toISOString(), rate: 0 });
    clock.set({ rate: 0.5 });
    time.pass(1_000);
    expect(clock.now()).toBe(start + 500);
  });

  test('ends with the year 9999', () => {
    const time = source(start);
    const clock = createClock({ now: Date.UTC(9999, 11, 31, 23, 59, 59, 998) }, time);
    time.pass(1);
    expect(clock.read().now).toBe('9999-12-31T23:59:59.999Z');
    time.pass(1);
    expect(clock.read().now).toBe('9999-12-31T23:59:59.999Z');
  });

  test.each([
    [{ now: '1970-01-01T00:00:00Z' }, { now: 0 }],
    [
      { now: '9999-12-31T23:59:59.999Z', rate: 1e9 },
      { now: Date.UTC(10_000, 0) - 1, rate: 1e9 },
    ],
    [{ now: '1969-12-31T23:59:59.999Z' }, null],
    [{ now: '9999-12-31T23:59:59.999-00:01' }, null],
    [{ rate: 0 }, { rate: 0 }],
    [{ rate: 1e9 + 1 }, null],
    [{ rate: '1' }, null],
    [{ more: 1 }, null],
  ])('reads the change %j', (change, read) => {
    expect(clockChangeSchema.safeParse(change).data ?? null).toEqual(read);
  });
});
