import { describe, expect, it } from 'vitest';
import { fakeSurroundings } from '../../../../test/support/surroundings.ts';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import type { Fix } from '../../../shared/station.ts';
import { startStationTracker } from './tracker.ts';

function start(answer: () => Result<Fix> = () => ok(fix)) {
  const surroundings = fakeSurroundings();
  let asked = 0;
  const tracker = startStationTracker({
    ...surroundings,
    source: {
      fetch: () => {
        asked += 1;
        return Promise.resolve(answer());
      },
    },
  });
  return { ...surroundings, tracker, asked: () => asked };
}

const fix: Fix = { time: 1.5, latitude: 10, longitude: 20, receivedAt: 2_000 };

describe('startStationTracker', () => {
  it('polls every 5 s while somebody looks, every 10 minutes otherwise', async () => {
    const { clock, tracker, asked } = start();
    await clock.advance(3600_000 - 1);
    expect(asked()).toBe(6);
    tracker.watch(true);
    await clock.advance(60_000);
    expect(asked()).toBe(6 + 13);
    tracker.watch(false);
    await clock.advance(3600_000);
    expect(asked()).toBe(6 + 13 + 1 + 5);
    await tracker.dispose();
  });

  it('is never closer than 5 s, whatever is clicked', async () => {
    const { clock, tracker, asked } = start();
    for (let second = 0; second < 60; second += 1) {
      tracker.check();
      tracker.watch(second % 2 === 0);
      await clock.advance(1_000);
    }
    expect(asked()).toBeLessThanOrEqual(13);
    expect(asked()).toBeGreaterThan(9);
    await tracker.dispose();
  });

  it('backs off, keeps the last position with its time, and recovers', async () => {
    let up = true;
    const { clock, tracker, state, asked } = start(() =>
      up ? ok(fix) : fail({ kind: 'timeout', stage: 'headers', afterMs: 15_000 }),
    );
    await clock.advance(0);
    up = false;
    tracker.watch(true);
    await clock.advance(3600_000);
    expect(state.current.station).toMatchObject({ status: 'failed', last: fix });
    expect(asked()).toBeLessThan(90);
    up = true;
    await clock.advance(60_000);
    expect(state.current.station).toMatchObject({ status: 'ready' });
    await tracker.dispose();
  });

  it('honours the time that the service names, also by hand', async () => {
    const { clock, tracker, asked } = start(() =>
      fail({ kind: 'unavailable', status: 503, retryAt: Date.parse('2026-11-20T13:00:00Z') }),
    );
    await clock.advance(0);
    for (let minute = 0; minute < 59; minute += 1) {
      tracker.check();
      await clock.advance(60_000);
    }
    expect(asked()).toBe(1);
    await clock.advance(60_000);
    expect(asked()).toBe(2);
    await tracker.dispose();
  });
});
