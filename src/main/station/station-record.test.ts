import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'vitest';
import {
  createRandom,
  orbitTruthOf,
  stationElements,
  truthWithBurn,
  type OrbitTruth,
} from '#test/support/orbit.ts';
import { expectRecord, figures } from '#test/support/record.ts';
import { setServiceOf } from '#test/support/set-service.ts';
import { stationRig } from '#test/support/station-rig.ts';
import { openAppDatabase } from '#app/database.ts';
import { fixedDatabase } from '#platform/database/kept-database.ts';
import { flatHorizon } from '#shared/station/sky/local-horizon.ts';
import type { Fix, ObserverInUse, Polling } from '#shared/station/station.ts';
import { createOrbitHistoryStore } from './history/history-store.ts';
import { OrbitHistoryLog } from './history/history.ts';
import { createLedgerStore } from './ledger/ledger-store.ts';
import { PredictionLedger } from './ledger/ledger.ts';
import { OrbitEstimator } from './orbit-estimator.ts';
import { createOrbitView, type Predictions } from './orbit-view.ts';
import {
  checkAgainstOrbit,
  checkFixAlone,
  classifyFix,
  contradictsRecentFixes,
} from './plausibility.ts';
import { choosePolling } from './polling.ts';

const minute = 60;
const hour = 3600;
const observer: ObserverInUse = {
  ...{ latitude: 52.52, longitude: 13.405, altitude: 34 },
  source: 'settings',
};
/** The station burns at this time after the start. */
const burnHour = 26;

/** A service whose station burns its engines; `start` in Unix seconds. */
function burningService() {
  const [before, after] = [1e-6, 1.5].map((speed) =>
    truthWithBurn(stationElements[1], speed, createRandom(4)),
  ) as [OrbitTruth, OrbitTruth];
  const random = createRandom(40);
  const start = after.epoch - burnHour * hour;
  const span = { from: start, to: start + 80 * hour };
  const orbits = { before, after, changedAt: after.epoch };
  return { service: setServiceOf(orbits, span, random), start, random };
}

/** Faults of the service: an answer that differs from the true one at some hours. */
function faultyFix(fix: Fix, last: Fix | null, hours: number, other: OrbitTruth): Fix {
  const isAt = (hour: number): boolean => hours > hour + 0.1 && hours < hour + 0.4;
  if (isAt(8) && last !== null) return { ...last, time: fix.time, receivedAt: fix.receivedAt };
  if (isAt(9)) return { ...fix, time: fix.time - 4 * minute };
  if (isAt(10)) return { ...fix, time: fix.time - 100 };
  if (isAt(11)) return { ...fix, latitude: fix.latitude * 0.9 - 2 };
  if (isAt(12)) return { ...fix, time: fix.time + 30 };
  if (isAt(13)) return { ...fix, latitude: 70 };
  if (isAt(14)) {
    const [x, y, z] = other.earthFixed(fix.time);
    const degrees = 180 / Math.PI;
    const latitude = Math.atan2(z, Math.hypot(x, y)) * degrees;
    return { ...fix, latitude, longitude: Math.atan2(y, x) * degrees };
  }
  return fix;
}

/** Polls, fits, predicts and records as the app does, for two days, at its own pace. */
function lines(folder: string): string[] {
  const { service, start, random } = burningService();
  const { database, close } = openAppDatabase(join(folder, 'overhead.sqlite'), 0);
  const ledger = new PredictionLedger(createLedgerStore(fixedDatabase(database), 'live'));
  const history = new OrbitHistoryLog(createOrbitHistoryStore(fixedDatabase(database), 'live'));
  const estimator = new OrbitEstimator(
    { fixes: () => [], saveFix: () => undefined, orbit: () => null, saveOrbit: () => undefined },
    start,
  );
  const predict = createOrbitView();
  const result: string[] = [];
  let polling: Polling = { mode: 'learning', everySeconds: 60 };
  let last: Fix | null = null;
  let predictions: Predictions | null = null;
  let changedCount = 0;
  const polls: number[] = [];
  const other = orbitTruthOf(stationElements[0]);

  function poll(t: number): string {
    polls.push(t);
    const fix = faultyFix(service.fix(t + random()), last, (t - start) / hour, other);
    const flaw = checkFixAlone(fix, last);
    last = fix;
    if (flaw !== null) return flaw.reason;
    const old = estimator.estimate?.orbit ?? null;
    const recent = estimator.newest;
    estimator.assimilate(fix);
    const next = estimator.estimate?.orbit ?? null;
    if (old === null)
      return next === null ? (contradictsRecentFixes(fix, recent)?.reason ?? 'first') : 'orbit';
    const { kind, aheadSeconds, leftKm } = classifyFix(old, fix);
    const reason = checkAgainstOrbit(fix, old, next)?.reason ?? 'kept';
    return kind === 'agrees' ? kind : `${kind} ${figures(aheadSeconds, leftKm)} ${reason}`;
  }

  let nextPoll = start;
  let lastWords = '';
  for (let t = start; t < start + 50 * hour; t += t < start + 2 * hour ? minute : 10 * minute) {
    const since = (t - start) / hour;
    const words: string[] = [];
    if (t >= nextPoll) {
      words.push(poll(t));
      const orbit = estimator.estimate?.orbit;
      const known = orbit && {
        ...{ fitKm: orbit.fitKm, doubtKm: orbit.doubtKm },
        spanSeconds: orbit.epoch - orbit.from,
      };
      polling = choosePolling({
        ...{ paused: false, watched: since < 0.1, orbit: known ?? null, current: polling },
        requestsInADay: polls.filter((at) => at > t - 24 * hour).length,
      });
      words.push(`${polling.mode} ${polling.everySeconds}`);
      nextPoll = t + (polling.everySeconds ?? 0);
    }
    const now = t * 1000;
    const input = {
      estimate: estimator.estimate,
      observer,
      horizon: flatHorizon,
      placeUnder: null,
    };
    const shown = predict(now, input);
    if (shown.passes !== predictions?.passes || shown.orbit?.path !== predictions.orbit?.path) {
      const { orbit, passes, passesUntil } = shown;
      const isNewPath = orbit?.path !== predictions?.orbit?.path;
      const path = orbit && isNewPath ? figures(orbit.path.from - t, orbit.path.step) : '';
      const sum = passes.reduce((all, { peak }) => all + (peak.t - start) / passes.length, 0);
      const until = passesUntil === null ? '-' : figures((passesUntil - now) / 1000);
      const sigmas = orbit && figures(orbit.sigmaKmNow, orbit.sigmaKmInADay);
      words.push(`${passes.length} passes ${figures(sum)} until ${until}, path ${path} ${sigmas}`);
    }
    predictions = shown;
    ledger.update(shown.passes, observer, estimator.estimate, now);
    history.update(estimator.estimate, now);
    const changes = ledger.changes(shown, observer, estimator.estimate, now);
    if (changes.length !== changedCount) {
      changedCount = changes.length;
      const [first] = changes.map(({ predicted, current }) =>
        figures(
          predicted.peak - start,
          (current?.peak ?? start) - start,
          (current?.from ?? start) - start,
        ),
      );
      words.push(`changes ${changedCount} ${first ?? ''}`);
    }
    const text = words.join(', ');
    if (text !== lastWords && text !== '') result.push(`${figures(since)} h: ${text}`);
    if (text !== '') lastWords = text;
  }
  const read = ledger.view(1000);
  const all = read.ok ? read.value : { last: [], predictions: 0, scored: 0, within: 0 };
  const past = history.read();
  result.push(
    `${all.predictions} predictions, ${all.scored} scored, ${all.within} right`,
    ...all.last.map(({ prediction, score }) => {
      const { id, predictedAt, rise, peak, set, sigma, replaces, visible, peakElevation } =
        prediction;
      const made = figures(predictedAt / 1000 - start, rise - start, peak - start, set - start);
      const { outcome } = score;
      const late = outcome === null ? 'no pass' : figures(outcome.peak - start, outcome.sigma);
      return `  ${id} ${replaces ?? '-'} ${visible}: ${made} ${figures(sigma, peakElevation)} outcome ${late}`;
    }),
    ...(past.ok ? past.value.heights : []).map(
      ({ at, km }) => `height ${figures(at / 1000 - start, km)}`,
    ),
    ...(past.ok ? past.value.burns : []).map(
      ({ at, detectedAt, raisedKm }) =>
        `burn ${figures(at / 1000 - start, detectedAt / 1000 - start, raisedKm)}`,
    ),
  );
  close();
  return result;
}

/** Requests and states of the running station, from its start on. */
async function requestLines(): Promise<string[]> {
  const rig = stationRig('Europe/Berlin');
  const { clock, station, state } = rig;
  const start = clock.now();
  const result: string[] = [];
  const seconds = (at: number | null): string => (at === null ? '-' : figures((at - start) / 1000));
  let lastWords = '';
  state.subscribe(({ station: { fix, polling, passes, alerts, ...more }, activities }) => {
    const { next, lastSuccessAt, lastFailure } = activities.position;
    const words = [
      `${polling.mode} ${polling.everySeconds}`,
      `next ${seconds(next.at)} ${next.reason}${next.held === true ? ' held' : ''}`,
      `${fix.status} ${seconds(fix.lastAt)} kept ${more.fixesKept}`,
      `success ${seconds(lastSuccessAt)} failure ${seconds(lastFailure?.firstAt ?? null)}`,
      `${passes.length} passes ${alerts.length} alerts`,
      `expected ${seconds(more.passesExpectedAt)}`,
    ].join(', ');
    if (words === lastWords) return;
    lastWords = words;
    const place = seconds(more.place?.at ?? null);
    result.push(`${seconds(clock.now())}: ${rig.asked()} asked, ${words}, place ${place}`);
  });
  async function step(name: string, ms: number, act: () => void = () => undefined): Promise<void> {
    result.push(name);
    act();
    await clock.advance(ms);
  }
  const ms = 1000;
  const alerts = {
    ...{ enabled: true, leadMinutes: 10, onlyVisible: false, minElevation: 0, quiet: null },
  };
  // While no passes are known, no search in the background begins, whose end would depend on the computer.
  await step('offline', 12 * minute * ms, () => {
    rig.change({ alerts });
    rig.failWith({ kind: 'offline', reason: 'dns' });
  });
  await step('watched', 3 * minute * ms, () => station.watch(true));
  await step('online', 7 * ms, () => rig.failWith(null));
  await step('hidden', 40 * minute * ms, () => station.watch(false));
  await step('checked', minute * ms, () => station.check());
  result.push('150 requests fail');
  rig.failWith({ kind: 'offline', reason: 'dns' });
  const { length } = result;
  for (let count = 0; count < 150; count++) {
    station.check();
    await clock.advance(5 * ms);
  }
  result.splice(length + 3, Infinity);
  await step('online, checked', 10 * ms, () => {
    rig.failWith(null);
    station.check();
  });
  await step('offline', 30 * minute * ms, () => {
    rig.failWith({ kind: 'offline', reason: 'dns' });
    station.check();
  });
  await step('online, checked', minute * ms, () => {
    rig.failWith(null);
    station.check();
  });
  await step('paused', 20 * minute * ms, () => station.pause(true));
  await step('resumed', 10 * minute * ms, () => station.pause(false));
  clock.sleepMachine(3 * hour * ms);
  await step('woken', 10 * minute * ms, () => station.wake());
  const busy = { kind: 'unavailable', status: 503 } as const;
  await step('busy', 70 * minute * ms, () =>
    rig.failWith({ ...busy, retryAt: clock.now() + 30 * minute * ms }),
  );
  await step('busy without a time', 3 * hour * ms, () => rig.failWith({ ...busy, retryAt: null }));
  await step('available', 20 * minute * ms, () => rig.failWith(null));
  clock.setWallClock(new Date(clock.now() - 50 * minute * ms).toISOString());
  await step('clock set back', 30 * minute * ms);
  await rig.close();
  return result;
}

it('the requests and states of the running station equal the stored ones', async () => {
  await expectRecord(await requestLines(), join(import.meta.dirname, 'request-record.txt'));
});

it('polling, checks of fixes, predictions and their scores through a burn equal the stored ones', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-record-'));
  const text = lines(folder);
  rmSync(folder, { recursive: true });
  await expectRecord(text, join(import.meta.dirname, 'station-record.txt'), 3e-5, 0.05);
});
