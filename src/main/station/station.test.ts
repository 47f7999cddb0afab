import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cases, isFullRun } from '#test/support/runs.ts';
import { everyFiveSeconds, stationRig, type StationRig } from '#test/support/station-rig.ts';
import { passForecast } from '#shared/station/pass-forecast.ts';
import { setLanguage } from '#shared/language/language.ts';
import { placeBelow } from '#shared/station/sky/earth.ts';
import { passSpan } from '#shared/station/sky/pass-span.ts';
import { noticesFor } from '#notifications/rules.ts';
import { positionOnPath } from '#shared/station/sky/sampled-path.ts';
import { observerInUse } from './observer/observer-in-use.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The settings of alerts to every pass, except whether they are on. */
const everyPass = { leadMinutes: 10, onlyVisible: false, minElevation: 0, quiet: null };

let rig: StationRig;
beforeEach(() => {
  rig = stationRig();
});
afterEach(async () => {
  expect(rig.defects).toEqual([]);
  await rig.close();
});

describe('the forecast while the orbit is not known', () => {
  it.each([
    ['in the tray', false],
    ['with the map on screen', true],
  ])(
    'contains an estimate of the time left until passes are known, and no pass after the time up to which they are: %s',
    async (_, watched) => {
      rig.station.watch(watched);
      const seen: (number | null)[] = [];
      const forecast = () => passForecast(rig.now, rig.clock.now());
      for (let minutes = 0; minutes < 30; minutes += 1) {
        await rig.clock.advance(minute);
        const { passes, passesUntil } = rig.now;
        for (const { peak } of passes)
          expect(peak.t * 1000).toBeLessThanOrEqual(passesUntil ?? -Infinity);
        if (passesUntil !== null && passesUntil - rig.clock.now() >= day) break;
        const now = forecast();
        // The next passes may be known before those of a whole day.
        if (now.kind === 'hidden' || now.kind === 'visible') continue;
        if (now.kind === 'none' || now.why.kind !== 'learning')
          throw new Error(JSON.stringify(now));
        seen.push(now.why.minutes);
      }
      expect(forecast().kind).toBe('visible');
      expect(seen.length).toBeGreaterThan(0);
      expect(seen[0]).toBeGreaterThan(14);
      expect(seen).toEqual(seen.toSorted((a, b) => (b ?? 0) - (a ?? 0)));
      expect(rig.now.passesExpectedAt).toBeNull();
    },
  );

  it('contains passes of the next six hours after six minutes, with a `timeSigma` below 70 s', async () => {
    rig.station.watch(true);
    await rig.clock.advance(6 * minute);
    const { passes, passesUntil } = rig.now;
    expect((passesUntil ?? 0) - rig.clock.now()).toBeGreaterThanOrEqual(6 * hour);
    // These passes are known before the passes of a whole day.
    expect(rig.now.passesExpectedAt).not.toBeNull();
    for (const { timeSigma } of passes) {
      expect(timeSigma).toBeGreaterThan(1);
      expect(timeSigma).toBeLessThan(70);
    }
  });
});

describe('the requests of a simulated day', () => {
  beforeEach(async () => {
    await rig.close();
    rig = stationRig('UTC');
  });

  it('become rare once, when the orbit is known: at most 288 on the first day, then one an hour', async () => {
    const modes: string[] = [];
    rig.state.subscribe(({ station: { polling } }) => {
      if (polling.mode !== modes.at(-1)) modes.push(polling.mode);
    });
    const first = await rig.askedIn(day);
    expect(first).toBeLessThanOrEqual(everyFiveSeconds / 60);
    expect(first).toBeGreaterThan(40);
    // A new element set is still detected within the hour.
    const later = await rig.askedIn(day / 4);
    expect(later).toBeLessThanOrEqual(7);
    expect(later).toBeGreaterThanOrEqual(5);
    expect(modes).toEqual(['learning', 'sparse']);
  });

  it('are not sent during a pause, even on demand, and continue afterwards', async () => {
    await rig.clock.advance(minute);
    expect(rig.fixesOnDisk()).toBe(0);
    rig.station.pause(true);
    // The computer may be about to sleep and may not wake again.
    expect(rig.fixesOnDisk()).toBe(rig.now.fixesKept);
    rig.station.check();
    expect(await rig.askedIn(day)).toBe(0);
    expect(rig.now.polling).toEqual({ mode: 'paused', everySeconds: null });
    rig.station.pause(false);
    expect(await rig.askedIn(5_000)).toBe(1);
  });

  it('are at least 5 s apart, whatever the user clicks', async () => {
    await rig.clock.advance(hour);
    let asked = 0;
    for (let second = 0; second < 60; second += 1) {
      rig.station.check();
      rig.station.watch(second % 2 === 0);
      asked += await rig.askedIn(1_000);
    }
    expect(asked).toBeLessThanOrEqual(13);
    expect(asked).toBeGreaterThan(9);
  });

  it.runIf(isFullRun)(
    'do not become more frequent when the map is opened while the orbit is known',
    async () => {
      await rig.clock.advance(3 * hour);
      let asked = 0;
      for (let time = 0; time < 20; time += 1) {
        rig.station.watch(time % 2 === 0);
        asked += await rig.askedIn(10_000);
      }
      expect(asked).toBeLessThanOrEqual(1);
    },
  );

  it('are not sent before the time that the service requested, even on demand', async () => {
    rig.failWith({ kind: 'unavailable', status: 503, retryAt: rig.clock.now() + 61 * minute });
    await rig.clock.advance(minute);
    const before = rig.asked();
    for (let time = 0; time < 59; time += 1) {
      rig.station.check();
      await rig.clock.advance(minute);
    }
    expect(rig.asked()).toBe(before);
    expect(await rig.askedIn(minute)).toBe(1);
  });
});

describe('the station', () => {
  it('fits an orbit and predicts from it without a network', async () => {
    await rig.clock.advance(3 * hour);
    const { orbit } = rig.now;
    if (orbit === null) throw new Error('no orbit');
    expect(orbit.sigmaKmNow).toBeLessThan(4);
    expect(orbit.path.coordinates.length / 3).toBeGreaterThan(130);
    expect(rig.now.fix.status).toBe('ready');
    expect(rig.now.place?.over).toBe('over the sea');
    expect(rig.now.passes.length).toBeGreaterThan(15);
    expect(rig.mapsLoaded()).toBe(1);
    // Nothing is sent to the windows while nothing changes.
    const { now } = rig;
    const { revision } = rig.state.current;
    rig.station.refresh();
    expect(rig.state.current.revision).toBe(revision);
    rig.failWith({ kind: 'offline', reason: 'dns' });
    await rig.clock.advance(6 * hour);
    const later = rig.now;
    expect(later.fix.status).toBe('failed');
    expect(later.changed).toBe(now.changed);
    expect(later.orbit?.fittedAt).toBe(orbit.fittedAt);
    expect(later.place?.sigmaKm).toBeGreaterThan(orbit.sigmaKmNow);
    expect(later.place?.at).toBeGreaterThan(rig.clock.now() - minute);
    // The path agrees with the place.
    const at = positionOnPath(later.orbit?.path ?? orbit.path)((later.place?.at ?? 0) / 1000);
    expect(placeBelow(at).latitude).toBeCloseTo(later.place?.latitude ?? NaN, 3);
    expect(later.passes[0]?.set.t).toBeGreaterThan(rig.clock.now() / 1000 - 60);
    expect(later.passes.at(-1)?.rise.t).toBeGreaterThan(rig.clock.now() / 1000 + 4 * 86_400);
    // The service answers again.
    rig.failWith(null);
    rig.station.check();
    await rig.clock.advance(hour);
    expect(rig.now.fix.status).toBe('ready');
  });

  it.runIf(isFullRun)(
    'updates the name of the place under the station as soon as the language changes',
    async () => {
      await rig.clock.advance(3 * hour);
      const before = rig.now.place;
      setLanguage({ language: 'de', formats: 'de' });
      try {
        rig.station.refresh();
        await rig.clock.advance(1);
        expect(before?.over).toBe('over the sea');
        expect(rig.now.place?.over).toBe('über dem Meer');
      } finally {
        setLanguage({ language: 'en', formats: 'en' });
      }
    },
  );

  it('restores the time of the last position of an earlier run', async () => {
    await rig.clock.advance(minute);
    const receivedAt = rig.now.fix.last?.receivedAt;
    expect(receivedAt).toBeDefined();
    expect(rig.now.passesExpectedAt).not.toBeNull();
    rig.state.forgetOutcomes('position');
    await rig.restart();
    expect(rig.state.current.activities.position.lastSuccessAt).toBe(receivedAt);
    // After three hours, the fixes are too old to estimate when passes will be known.
    rig.failWith({ kind: 'offline', reason: 'dns' });
    await rig.clock.advance(3 * hour);
    expect(rig.now.passesExpectedAt).toBeNull();
  });

  it('keeps the orbit across a restart and sends no request at the start', async () => {
    await rig.clock.advance(3 * hour);
    const before = rig.now;
    const asked = rig.asked();
    await rig.restart();
    await rig.clock.advance(0);
    expect(rig.now.orbit?.fittedAt).toBe(before.orbit?.fittedAt);
    expect(rig.now.fixesKept).toBe(before.fixesKept);
    expect(rig.asked()).toBe(asked);
    expect(await rig.askedIn(10 * minute)).toBeGreaterThan(0);
  });

  it.each(
    cases([
      ['frozen', { name: 'frozen' }],
      ['wrong-time', { name: 'stale-timestamp' }],
      ['displaced', { name: 'displaced', east: 10 }],
    ] as const),
  )(
    'reports a wrong position with the reason `%s` and keeps the orbit',
    async (reason, scenario) => {
      await rig.clock.advance(2 * hour);
      const before = rig.now.orbit;
      await rig.scenarios([scenario]);
      await rig.clock.advance(30 * minute);
      expect(rig.now.fix).toMatchObject({
        status: 'failed',
        failure: { kind: 'implausible', reason },
      });
      expect(rig.now.orbit?.sigmaKmNow).toBeLessThan(4);
      expect(before?.fittedAt).toBeLessThanOrEqual(rig.now.orbit?.fittedAt ?? 0);
      await rig.scenarios([]);
      await rig.clock.advance(hour);
      expect(rig.now.fix.status).toBe('ready');
    },
  );

  describe('while the service repeats one position with new timestamps', () => {
    /** Distance from the true position, km. */
    async function trueKm(): Promise<number> {
      const { place } = rig.now;
      if (place === null) return Infinity;
      const truth = await rig.placeAt(place.at);
      const north = (truth.latitude - place.latitude) * 111;
      const turned = ((truth.longitude - place.longitude + 540) % 360) - 180;
      return Math.hypot(north, turned * 111 * Math.cos((place.latitude * Math.PI) / 180));
    }

    it('predicts from the orbit, rejects repeated positions, and reports the time of the last accepted one', async () => {
      await rig.clock.advance(8 * hour);
      const wellUntil = rig.clock.now();
      await rig.scenarios([{ name: 'frozen', timestamp: 'moving' }]);
      await rig.clock.advance(hour);
      const kept = rig.now.fixesKept;
      await rig.clock.advance(5 * hour);
      const { fix, place } = rig.now;
      expect(fix).toMatchObject({ failure: { kind: 'implausible', reason: 'frozen' } });
      // The answer at which the service froze may be accepted, but no later one.
      expect(rig.now.fixesKept).toBe(kept);
      expect(fix.lastAt).toBeLessThanOrEqual(wellUntil);
      expect(fix.lastAt).toBeGreaterThan(wellUntil - 16 * minute);
      const { lastSuccessAt } = rig.state.current.activities.position;
      expect(lastSuccessAt).toBe(fix.lastAt);
      expect(place?.at).toBeGreaterThan(rig.clock.now() - minute - 3_000);
      expect(await trueKm()).toBeLessThan(25);
    });

    it.runIf(isFullRun)(
      'rejects frozen positions after a start during the outage, and recovers',
      async () => {
        await rig.clock.advance(8 * hour);
        await rig.scenarios([{ name: 'frozen', timestamp: 'moving' }]);
        for (let time = 0; time < 6; time += 1) {
          await rig.clock.advance(hour);
          await rig.restart();
        }
        await rig.clock.advance(20 * minute);
        expect(rig.now.fix.status).toBe('failed');
        expect(await trueKm()).toBeLessThan(25);
        await rig.scenarios([]);
        await rig.clock.advance(2 * hour);
        expect(rig.now.fix.status).toBe('ready');
        expect(await trueKm()).toBeLessThan(10);
      },
    );

    it('fits no orbit to frozen positions, and fits an orbit when the positions move again', async () => {
      await rig.scenarios([{ name: 'frozen', timestamp: 'moving' }]);
      await rig.clock.advance(6 * hour);
      expect(rig.now.orbit).toBeNull();
      expect(rig.now.fixesKept).toBe(1);
      await rig.scenarios([]);
      await rig.clock.advance(3 * hour);
      expect(rig.now.fix.status).toBe('ready');
      expect(await trueKm()).toBeLessThan(10);
    });
  });

  it.runIf(isFullRun)('tolerates an outage of one minute in each hour', async () => {
    await rig.clock.advance(6 * hour);
    await rig.scenarios([{ name: 'gaps' }]);
    await rig.clock.advance(day);
    // The limit is wide: the service always uses the same element set, and the error of a set grows with its age.
    expect(rig.now.orbit?.sigmaKmNow).toBeLessThan(15);
    expect(rig.state.current.activities.position.lastSuccessAt).toBeGreaterThan(
      rig.clock.now() - 61 * minute,
    );
  });

  it('reports a displaced first position as soon as the next position contradicts it', async () => {
    await rig.close();
    rig = stationRig('Europe/Berlin', [{ name: 'displaced', east: 10 }]);
    await rig.clock.advance(0);
    expect(rig.now.fix.status).toBe('ready');
    const wrong = rig.now.fix.last;
    await rig.scenarios([]);
    await rig.clock.advance(minute + 1000);
    // One of the two fixes is wrong; the next fix decides.
    expect(rig.now.fix).toMatchObject({
      status: 'failed',
      failure: { kind: 'implausible', reason: 'displaced' },
    });
    await rig.clock.advance(minute);
    expect(rig.now.fix.status).toBe('ready');
    expect(rig.now.fix.last?.time).toBeGreaterThan(wrong?.time ?? Infinity);
    // The orbit of the later fixes rejects the displaced first fix.
    await rig.clock.advance(8 * minute);
    expect(rig.now.fix.status).toBe('ready');
    expect(rig.now.fixesKept).toBeGreaterThan(rig.now.orbit?.fixes ?? Infinity);
  });

  it.runIf(isFullRun)(
    'rejects a position at a latitude that the station never reaches',
    async () => {
      await rig.scenarios([{ name: 'displaced', north: 50 }]);
      const reasons = new Set<string>();
      rig.state.subscribe(({ station: { fix } }) => {
        if (fix.status === 'failed' && fix.failure.kind === 'implausible')
          reasons.add(fix.failure.reason);
      });
      await rig.clock.advance(20 * minute);
      expect([...reasons]).toEqual(['displaced']);
    },
  );

  it('reports a failure message as malformed', async () => {
    await rig.scenarios([{ name: 'failure' }]);
    await rig.clock.advance(minute);
    expect(rig.now.fix).toMatchObject({ status: 'failed', failure: { kind: 'malformed' } });
  });
});

describe('the observer and the alerts', () => {
  const here = { latitude: 52.5, longitude: 13.4, altitude: 40 };

  it('use a place guessed from the time zone until the user sets one', async () => {
    await rig.clock.advance(3 * hour);
    expect(rig.now.observer).toMatchObject({ source: 'guess' });
    const guessed = rig.now.passes;
    rig.change({ observer: { latitude: -33.9, longitude: 18.4, altitude: 0 } });
    expect(rig.now.observer).toMatchObject({ source: 'settings', latitude: -33.9 });
    expect(rig.now.passes).not.toEqual(guessed);
    rig.change({ observer: null });
    expect(rig.now.passes.length).toBe(guessed.length);
  });

  it('give one alert ten minutes before a pass, none after a restart, and none when the alerts are off', async () => {
    rig.change({ observer: here });
    rig.change({ alerts: { ...everyPass, enabled: true } });
    await rig.clock.advance(3 * hour);
    const now = rig.clock.now() / 1000;
    const pass = rig.now.passes.find(({ rise }) => rise.t > now + 700);
    if (pass === undefined) throw new Error('no pass');
    const shown = new Set(
      noticesFor(rig.state.current, new Set(), rig.clock.now()).map(({ key }) => key),
    );
    const told: number[] = [];
    rig.state.subscribe((state) => {
      for (const { key } of noticesFor(state, shown, rig.clock.now())) {
        shown.add(key);
        told.push(passSpan(state.station.alerts[0] ?? expect.fail()).from - rig.clock.now() / 1000);
      }
    });
    await rig.clock.advance((passSpan(pass).from - 500 - now) * 1000);
    expect(told).toHaveLength(1);
    expect(told[0]).toBeLessThanOrEqual(600.5);
    expect(told[0]).toBeGreaterThan(590);
    await rig.restart();
    await rig.clock.advance(minute);
    expect(told).toHaveLength(1);
    expect(rig.now.alerts).toHaveLength(1);
    rig.change({ alerts: { ...everyPass, enabled: false } });
    expect(rig.now.alerts).toEqual([]);
  });
});

describe('the place guessed from the time zone', () => {
  beforeEach(async () => {
    await rig.close();
    rig = stationRig('Europe/Berlin');
  });

  it('follows the time zone of the system without a restart', async () => {
    await rig.clock.advance(10 * minute);
    expect(rig.now.observer).toEqual(observerInUse(null, 'Europe/Berlin'));
    const { passes } = rig.now;
    rig.travel('Asia/Tokyo');
    await rig.clock.advance(2 * minute);
    expect(rig.now.observer).toEqual(observerInUse(null, 'Asia/Tokyo'));
    expect(rig.now.passes).not.toEqual(passes);
  });
});

describe('the transits', () => {
  it('are searched for 14 days when passes are known, and again for another place or distance', async () => {
    await learn();
    rig.station.watch(true);
    await vi.waitFor(() => expect(rig.now.transits).not.toBeNull());
    const near = rig.now.transits;
    expect((near?.until ?? 0) - rig.clock.now()).toBeGreaterThan(13 * day);
    rig.change({ transitKm: 100 });
    await vi.waitFor(() => expect(rig.now.transits).not.toBe(near));
    const far = rig.now.transits;
    expect(far?.list.length).toBeGreaterThanOrEqual(near?.list.length ?? 0);
    expect(far?.list.length).toBeGreaterThan(0);
    for (const { distanceKm, lineSigmaKm } of far?.list ?? []) {
      expect(distanceKm).toBeLessThanOrEqual(100);
      expect(lineSigmaKm).toBeLessThanOrEqual(100);
    }
    rig.change({ observer: { latitude: 90, longitude: 0, altitude: 0 } });
    await vi.waitFor(() => expect(rig.now.transits?.list).toEqual([]));
  });

  it('are not searched while the Station view is closed, except for a calendar file', async () => {
    await learn();
    expect(rig.now.passesUntil).toBeGreaterThan(rig.clock.now() + day);
    rig.station.watch(false);
    await rig.station.findTransits();
    expect(rig.now.transits).not.toBeNull();
    rig.change({ transitKm: 100 });
    await rig.clock.advance(5 * minute);
    expect(rig.now.transits).toBeNull();
    const calendarFile = { path: '/passes.ics', writtenAt: null, failure: null };
    rig.state.update(({ station }) => ({ station: { ...station, calendarFile } }));
    await rig.clock.advance(hour);
    await vi.waitFor(() => expect(rig.now.transits?.list.length).toBeGreaterThan(0));
  });

  it.each([
    ['set', { latitude: 48.14, longitude: 11.58, altitude: 520 }, true],
    ['guessed', null, false],
  ])('are searched in the tray for the notices if the place is %s: %s', async (_how, place, is) => {
    await learn();
    rig.change({ observer: place, alerts: { ...everyPass, enabled: true }, transitKm: 100 });
    await rig.clock.advance(hour);
    await vi.waitFor(() => expect(rig.now.transits !== null).toBe(is));
  });

  it.runIf(isFullRun)(
    'are kept while the view is hidden, and are dropped after a change of the search distance',
    async () => {
      await learn();
      rig.station.watch(true);
      await vi.waitFor(() => expect(rig.now.transits).not.toBeNull());
      const found = rig.now.transits;
      rig.station.watch(false);
      await rig.clock.advance(12 * hour);
      expect(rig.now.transits).toBe(found);
      rig.change({ transitKm: 100 });
      expect(rig.now.transits).toBeNull();
    },
  );
});

/** Advances the clock until passes are known for several days. */
async function learn(): Promise<void> {
  rig.station.watch(true);
  await rig.clock.advance(25 * minute);
  rig.station.watch(false);
  await rig.clock.advance(2 * hour);
}

describe('the sky behind a pass', () => {
  it('is computed on request, for the newest prediction of the pass', async () => {
    await rig.clock.advance(25 * minute);
    const pass = rig.now.passes[0];
    if (pass === undefined) throw new Error('no pass');
    const sky = await rig.station.sky(pass.peak.t + 30);
    if (!sky.ok) throw new Error(sky.failure.kind);
    expect(sky.value?.t).toBe(pass.peak.t);
    expect(sky.value?.stars.length).toBeGreaterThan(900);
    expect(await rig.station.sky(pass.peak.t + 40 * 86_400)).toEqual({ ok: true, value: null });
  });

  it('is null without a place, before and after the orbit is known, and no transits are known', async () => {
    await rig.close();
    rig = stationRig('UTC');
    expect(await rig.station.sky(rig.clock.now() / 1000)).toEqual({ ok: true, value: null });
    await rig.clock.advance(6 * hour);
    expect(rig.now.orbit).not.toBeNull();
    expect(await rig.station.sky(rig.clock.now() / 1000)).toEqual({ ok: true, value: null });
    expect(rig.now.conjunctions).toEqual([]);
    expect(rig.now.transits).toBeNull();
  });
});

describe('the evening of the observer', () => {
  it('is known before the orbit if a place is set or guessed, and is null without a place', async () => {
    const evening = await rig.station.evening();
    if (!evening.ok) throw new Error(evening.failure.kind);
    expect(evening.value?.end).toBeGreaterThan(rig.clock.now() / 1000);
    await rig.close();
    rig = stationRig('UTC');
    expect(await rig.station.evening()).toEqual({ ok: true, value: null });
  });
});

describe('the conjunctions', () => {
  it('lie in the visible parts of the passes, and are removed with the passes', async () => {
    await learn();
    rig.station.watch(true);
    const passAt = (peak: number) => rig.now.passes.find((one) => Math.abs(one.peak.t - peak) < 1);
    // The conjunctions of the first fits stay until the passes of the newest fit are searched.
    await vi.waitFor(() => {
      expect(rig.now.conjunctions.length).toBeGreaterThan(0);
      expect(rig.now.conjunctions.every(({ peak }) => passAt(peak) !== undefined)).toBe(true);
    });
    for (const { peak, t, separation } of rig.now.conjunctions) {
      const pass = passAt(peak);
      expect(t).toBeGreaterThan(pass?.visibleFrom ?? Infinity);
      expect(t).toBeLessThan(pass?.visibleTo ?? -Infinity);
      expect(separation).toBeLessThanOrEqual(2);
    }
    rig.change({ observer: { latitude: 90, longitude: 0, altitude: 0 } });
    await vi.waitFor(() => expect(rig.now.conjunctions).toEqual([]));
    expect(rig.now.passes).toEqual([]);
  });

  it.runIf(isFullRun)(
    'are computed for the new passes after the clock was set back by two days',
    async () => {
      await learn();
      rig.station.watch(true);
      await vi.waitFor(() => expect(rig.now.conjunctions.length).toBeGreaterThan(0));
      const before = rig.now.passes;
      rig.clock.setWallClock(new Date(rig.clock.now() - 2 * day).toISOString());
      await rig.clock.advance(5 * minute);
      expect(rig.now.passes).not.toEqual(before);
      await vi.waitFor(() =>
        expect(
          rig.now.conjunctions.every(({ peak }) =>
            rig.now.passes.some((one) => Math.abs(one.peak.t - peak) < 1),
          ),
        ).toBe(true),
      );
    },
  );
});

it('the searches of conjunctions and transits end when the station is disposed of', async () => {
  await learn();
  rig.station.watch(true);
  await rig.restart();
  expect(rig.now.passes.length).toBeGreaterThan(0);
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect([rig.now.conjunctions, rig.now.transits]).toEqual([[], null]);
});

describe('the local horizon', () => {
  it('changes the passes at once, and does not make the ledger predict them again', async () => {
    await learn();
    const before = rig.now.passes;
    const earlier = rig.station.ledger.view(100);
    rig.change({ horizon: [30, 30, 30, 30, 30, 30, 30, 30] });
    expect(rig.now.passes.length).toBeGreaterThan(0);
    expect(rig.now.passes.length).toBeLessThan(before.length);
    for (const { rise, set } of rig.now.passes) {
      expect(rise.elevation).toBeGreaterThan(29.9);
      expect(set.elevation).toBeGreaterThan(29.9);
    }
    await rig.clock.advance(hour);
    const later = rig.station.ledger.view(100);
    if (!earlier.ok || !later.ok) throw new Error('no ledger');
    // Passes that were predicted already are not predicted again.
    expect(later.value.predictions - earlier.value.predictions).toBeLessThan(3);
  });
});

it.runIf(isFullRun)(
  'the station predicts and scores the passes of three days, and continues after a restart',
  async () => {
    await rig.clock.advance(36 * hour);
    await rig.restart();
    await rig.clock.advance(36 * hour);
    const view = rig.station.ledger.view(100);
    if (!view.ok) throw new Error(view.failure.kind);
    const { predictions, scored, within, last } = view.value;
    expect(scored).toBeGreaterThan(10);
    expect(predictions).toBeGreaterThan(scored);
    expect(within).toBe(scored);
    // Passes are predicted up to five days ahead: some of these were predicted more than two days ahead.
    const ahead = last.map(({ prediction }) => prediction.rise - prediction.predictedAt / 1000);
    expect(Math.max(...ahead)).toBeGreaterThan(2 * 86_400);
  },
);
