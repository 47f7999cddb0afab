import { describe, expect, it } from 'vitest';
import { fakeSurroundings } from '#test/support/surroundings.ts';
import type { Rest } from '#shared/app.ts';
import { createRest, endOf, type RestChange } from './suspension.ts';

function start(kept: Rest['paused'] = null, at = '2026-11-20T12:00:00Z') {
  const { clock, state, defects, onDefect } = fakeSurroundings(at);
  const written: Rest['paused'][] = [];
  const memory = {
    paused: () => (written.length === 0 ? kept : (written.at(-1) ?? null)),
    remember: (paused: Rest['paused']) => void written.push(paused),
  };
  const rest = createRest({ clock, state, memory, onDefect });
  const changes: RestChange[] = [];
  rest.onChange((change) => changes.push(change));
  return { clock, state, defects, rest, changes, written };
}

describe('a pause', () => {
  it('closes the gate to all services, and ends by itself', async () => {
    const { clock, state, rest, changes, written } = start();
    rest.pause('hour');
    expect(rest.closed('picture')).toMatch(/^paused until /);
    expect(rest.closed('posts')).toMatch(/^paused until /);
    await clock.advance(3599_000);
    expect(rest.isPaused).toBe(true);
    await clock.advance(1_000);
    expect([rest.isPaused, rest.closed('picture')]).toEqual([false, null]);
    expect(state.current.rest.paused).toBeNull();
    expect(changes).toEqual([
      { rests: true, by: 'person' },
      { rests: false, by: 'person' },
    ]);
    expect(written).toEqual([Date.parse('2026-11-20T13:00:00Z'), null]);
    await rest.dispose();
  });

  it('holds until the person resumes, whatever pause it replaced', async () => {
    const { clock, rest, defects } = start();
    rest.pause('hour');
    rest.pause('resumed');
    await clock.advance(72 * 3600_000);
    expect(rest.closed('position')).toBe('paused until you resume');
    rest.resume();
    expect(rest.closed('position')).toBeNull();
    expect(defects).toEqual([]);
    await rest.dispose();
  });

  it('goes on after a restart, for what is left of it', async () => {
    const { clock, rest } = start(Date.parse('2026-11-20T12:30:00Z'));
    expect(rest.isPaused).toBe(true);
    await clock.advance(30 * 60_000);
    expect(rest.isPaused).toBe(false);
    await rest.dispose();
  });

  it('that ended while the app was off is none', async () => {
    const { rest, state } = start(Date.parse('2026-11-20T11:00:00Z'));
    expect(state.current.rest).toEqual({ paused: null, power: 'awake' });
    await rest.dispose();
  });

  it('that a clock which was ahead has put far away is none, then and after a restart', async () => {
    const kept = Date.parse('2027-11-20T13:00:00Z');
    const { rest, state, clock, written } = start(kept);
    expect([rest.isPaused, state.current.rest.paused, written]).toEqual([false, null, [null]]);
    rest.pause('hour');
    clock.setWallClock('2025-11-20T12:00:00Z');
    expect(rest.closed('picture')).toBeNull();
    rest.wake();
    expect(state.current.rest.paused).toBeNull();
    await rest.dispose();
  });

  it.each([
    ['2026-11-21T13:00:00Z', true],
    ['2026-11-21T13:00:01Z', false],
  ])(
    'until %s holds after a restart: %s, as no pause is longer than 25 hours',
    async (end, holds) => {
      const { rest } = start(Date.parse(end));
      expect(rest.isPaused).toBe(holds);
      await rest.dispose();
    },
  );

  it('that ended while the machine slept and nobody said so ends with the wake', async () => {
    const { clock, rest, state, changes, written } = start();
    rest.pause('hour');
    clock.setWallClock('2026-11-20T15:00:00Z');
    rest.wake();
    expect(changes).toEqual([
      { rests: true, by: 'person' },
      { rests: false, by: 'system' },
    ]);
    expect([state.current.rest.paused, written.at(-1)]).toEqual([null, null]);
    await clock.advance(2 * 3600_000);
    expect(changes).toHaveLength(2);
    await rest.dispose();
  });

  it('ends when it should after a nap in it, and no later for a clock that was set back', async () => {
    const { clock, rest, state } = start();
    rest.pause('hour');
    rest.power('asleep');
    clock.setWallClock('2026-11-20T12:40:00Z');
    rest.power('awake');
    await clock.advance(20 * 60_000);
    expect(state.current.rest.paused).toBeNull();
    rest.pause('hour');
    clock.setWallClock('2026-11-20T03:00:00Z');
    rest.wake();
    await clock.advance(3600_000);
    expect(state.current.rest.paused).toBeNull();
    await rest.dispose();
  });

  it('of today ends at midnight where the person is', () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    const midnight = new Date(Number(endOf('today', now)));
    expect([midnight.getHours(), midnight.getMinutes(), midnight.getSeconds()]).toEqual([0, 0, 0]);
    expect(midnight.getTime()).toBeGreaterThan(now);
    expect(midnight.getTime() - now).toBeLessThanOrEqual(25 * 3600_000);
  });
});

describe('a machine that rests', () => {
  it('asks nothing asleep; locked, it still sends what was written', async () => {
    const { rest, changes } = start();
    rest.power('locked');
    expect([rest.closed('position'), rest.closed('posts')]).toEqual(['the screen is locked', null]);
    rest.power('asleep');
    expect(rest.closed('posts')).toBe('the computer sleeps');
    rest.power('awake');
    rest.power('awake');
    expect(changes.map(({ rests, by }) => `${rests} ${by}`)).toEqual([
      'true system',
      'true system',
      'false system',
    ]);
    await rest.dispose();
  });

  it('that wakes in a pause stays paused', async () => {
    const { rest, changes } = start();
    rest.pause('resumed');
    rest.power('asleep');
    rest.power('awake');
    expect(changes.at(-1)).toEqual({ rests: true, by: 'system' });
    await rest.dispose();
  });
});

it('tells every listener of a change, also when one of them throws', async () => {
  const { rest, changes, defects } = start();
  rest.onChange(() => {
    throw new Error('bug');
  });
  const later: RestChange[] = [];
  rest.onChange((change) => later.push(change));
  rest.pause('hour');
  expect(later).toEqual(changes);
  expect(defects).toEqual([new Error('bug')]);
  await rest.dispose();
});
