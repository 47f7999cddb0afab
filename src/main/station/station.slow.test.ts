import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { passSpan } from '#shared/station/sky/pass-span.ts';
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

describe('the requests of a simulated day', () => {
  beforeEach(async () => {
    await rig.close();
    rig = stationRig('UTC');
  });

  it.each([
    ['in the tray, with occasional failures', [{ name: 'public', outages: 0.1 }]],
    ['in the tray, displaced', [{ name: 'displaced', east: 10 }]],
    ['in the tray, displaced to where it never is', [{ name: 'displaced', north: 90 }]],
    ['in the tray, frozen', [{ name: 'frozen' }]],
    ['in the tray, stale timestamp', [{ name: 'stale-timestamp' }]],
  ] as const)('are at most 288 a day, on the first day and later: %s', async (_, put) => {
    await rig.scenarios(put);
    expect(await rig.askedIn(day)).toBeLessThanOrEqual(everyFiveSeconds / 60);
    const later = await rig.askedIn(day / 4);
    expect(later).toBeLessThanOrEqual(everyFiveSeconds / 60 / 4);
    // A new element set is still detected within the hour.
    expect(later).toBeGreaterThanOrEqual(5);
  });

  it('are at most 288 on the first day when the map is on screen all day', async () => {
    rig.station.watch(true);
    const first = await rig.askedIn(day);
    expect(first).toBeLessThanOrEqual(everyFiveSeconds / 60);
  });
});

it('the station changes the app’s state about once a minute while the orbit is known', async () => {
  await rig.clock.advance(7 * hour);
  let changes = 0;
  const stop = rig.state.subscribe(() => (changes += 1));
  await rig.clock.advance(hour);
  stop();
  // 60 updates of the place, and about four changes for each of a few requests.
  expect(changes).toBeLessThan(60 + 7 * 4);
  expect(changes).toBeGreaterThan(50);
});

it('the station alerts once for each pass, on time, across restarts', async () => {
  rig.change({ observer: { latitude: 52.5, longitude: 13.4, altitude: 40 } });
  rig.change({
    alerts: {
      enabled: true,
      leadMinutes: 10,
      onlyVisible: false,
      minElevation: 0,
      quiet: null,
    },
  });
  const shown = new Set<string>();
  let told = 0;
  const stop = rig.state.subscribe((state) => {
    for (const { key } of noticesFor(state, shown, rig.clock.now())) {
      shown.add(key);
      told += 1;
      const lead = passSpan(state.station.alerts[0] ?? expect.fail()).from - rig.clock.now() / 1000;
      expect(lead).toBeLessThanOrEqual(600.5);
      // The first alert may be late, because no pass is known before the orbit is.
      if (told > 1) expect(lead).toBeGreaterThan(590);
    }
  });
  await rig.clock.advance(3 * hour);
  const expected = rig.now.passes.filter(({ rise }) => rise.t < rig.clock.now() / 1000 + 86_400);
  const before = told;
  for (let time = 0; time < 12; time += 1) {
    await rig.clock.advance(2 * hour);
    await rig.restart();
    // A restart may happen during a pass that was announced.
    await rig.clock.advance(0);
  }
  stop();
  expect(Math.abs(told - before - expected.length)).toBeLessThanOrEqual(1);
  expect(expected.length).toBeGreaterThan(3);
});
