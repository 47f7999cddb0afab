import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { everyFiveSeconds, stationRig, type StationRig } from '#test/support/station-rig.ts';
import { noticesFor } from '#notifications/rules.ts';

const hour = 3600_000;
const day = 24 * hour;

vi.setConfig({ testTimeout: 180_000 });

let rig: StationRig;
beforeEach(() => {
  rig = stationRig();
});
afterEach(async () => {
  expect(rig.defects).toEqual([]);
  await rig.close();
});

describe('requests in a simulated day', () => {
  beforeEach(async () => {
    await rig.close();
    rig = stationRig('UTC');
  });

  it.each([
    ['in the tray', []],
    ['in the tray, with a service that fails now and then', [{ name: 'public', outages: 0.1 }]],
    ['in the tray, beside the track', [{ name: 'displaced', east: 10 }]],
    ['in the tray, partly where it never comes', [{ name: 'displaced', north: 10 }]],
    ['in the tray, only where it never comes', [{ name: 'displaced', north: 90 }]],
    ['in the tray, frozen', [{ name: 'frozen' }]],
    ['in the tray, late', [{ name: 'stale-timestamp' }]],
  ] as const)('%s: at most a 60th of one every 5 s, on the first day and later', async (_, put) => {
    await rig.scenarios(put);
    const first = await rig.askedIn(day);
    const second = await rig.askedIn(day);
    for (const count of [first, second]) expect(count).toBeLessThanOrEqual(everyFiveSeconds / 60);
    expect(second).toBeGreaterThan(40);
  });

  it('watched all day: close only until the orbit is known', async () => {
    rig.station.watch(true);
    const first = await rig.askedIn(day);
    expect(first).toBeLessThanOrEqual(everyFiveSeconds / 60);
  });
});

it('does not waver between learning the orbit and knowing it', async () => {
  const modes: string[] = [];
  rig.state.subscribe(({ station: { polling } }) => {
    if (polling.mode !== modes.at(-1)) modes.push(polling.mode);
  });
  await rig.clock.advance(day);
  expect(modes).toEqual(['learning', 'sparse']);
});

it('changes nothing more often than once a minute while all is quiet', async () => {
  await rig.clock.advance(7 * hour);
  let changes = 0;
  const stop = rig.state.subscribe(() => (changes += 1));
  await rig.clock.advance(hour);
  stop();
  // 60 minutes, and the few requests with what they change.
  expect(changes).toBeLessThan(60 + 7 * 4);
  expect(changes).toBeGreaterThan(50);
});

it('alerts once per pass, over restarts, in time', async () => {
  await rig.station.setObserver({ latitude: 52.5, longitude: 13.4, altitude: 40 });
  await rig.station.setAlerts({
    enabled: true,
    leadMinutes: 10,
    onlyVisible: false,
    quiet: null,
  });
  const shown = new Set<string>();
  let told = 0;
  const stop = rig.state.subscribe((state) => {
    const { alert } = state.station;
    for (const { key } of noticesFor(state, shown, rig.clock.now())) {
      shown.add(key);
      told += 1;
      const lead = (alert?.rise.t ?? NaN) - rig.clock.now() / 1000;
      expect(lead).toBeLessThanOrEqual(600.5);
      // The first one may come as soon as the orbit is known.
      if (told > 1) expect(lead).toBeGreaterThan(590);
    }
  });
  await rig.clock.advance(3 * hour);
  const expected = rig.now.passes.filter(({ rise }) => rise.t < rig.clock.now() / 1000 + 86_400);
  const before = told;
  for (let time = 0; time < 12; time += 1) {
    await rig.clock.advance(2 * hour);
    await rig.restart();
    // Also in the middle of a pass that was told of.
    await rig.clock.advance(0);
  }
  stop();
  expect(Math.abs(told - before - expected.length)).toBeLessThanOrEqual(1);
  expect(expected.length).toBeGreaterThan(3);
});
