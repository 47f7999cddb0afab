import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAppDatabase } from '#app/database.ts';
import { fixedDatabase } from '#platform/database/kept-database.ts';
import type { Ledger } from '#shared/station/ledger.ts';
import { flatHorizon } from '#shared/station/sky/local-horizon.ts';
import { isPredictionRight, latenessSeconds } from '#shared/station/score.ts';
import type { Fix } from '#shared/station/station.ts';
import { createLedgerStore } from '#station/ledger/ledger-store.ts';
import { PredictionLedger } from '#station/ledger/ledger.ts';
import { OrbitEstimator } from '#station/orbit-estimator.ts';
import { createOrbitView } from '#station/orbit-view.ts';
import { tenPlaces } from '#test/support/ground-truth.ts';
import {
  fixAt,
  movedTruth,
  createRandom,
  stationElements,
  type OrbitTruth,
} from '#test/support/orbit.ts';
import type { ResultRow } from '../support/benchmark.ts';
import { median, randomNormal, formatPercent, quantile } from '../support/statistics.ts';

const daySeconds = 86_400;
/**
 * The interval of the fixes after the learning time, seconds. The app polls at this interval in the tray when its fixes
 * span 6 to 24 hours.
 */
const pollSeconds = 900;
/** The time before the first prediction, in which the app learns the orbit, as after a first start; seconds. */
const learningSeconds = 2 * 3600;

type Entry = Ledger['last'][number];

/**
 * Runs the app's own ledger over periods of ten days: fixes, fits, the passes of five days, seals, and scores from
 * later fixes. Each period has a new element set. The truth is SGP4 with a drag that varies randomly from day to day.
 */
export function ledgerRows(count: number, seed: number, log: (line: string) => void): ResultRow[] {
  const places = ['Berlin', 'New York', 'Sydney'];
  const entries: Entry[] = [];
  for (let piece = 0; entries.length < count; piece += 1) {
    const truth = truthWithWanderingDrag(
      stationElements[piece % stationElements.length] ?? stationElements[0],
      createRandom(seed + piece),
    );
    entries.push(...scoredIn(truth, places, 10, createRandom(seed + 100 + piece)));
    log(`${entries.length} passes`);
  }
  return rowsOf(entries);
}

/**
 * The standard deviation of the drag factor, and the correlation time of this factor in days. With these values the
 * drag changes by a tenth from one day to the next, as in 200 days of real fixes (orbit/noise.ts).
 */
const dragFactorSigma = 0.15;
const dragCorrelationDays = 3;

/**
 * Creates a truth whose drag differs from the drag of its elements by a random factor that varies from day to day
 * (first-order autoregressive, 15 % over three days). The double integral of the difference is the lead of the station
 * over the elements.
 */
function truthWithWanderingDrag(
  elements: readonly [string, string],
  random: () => number,
): OrbitTruth {
  const epoch = Date.UTC(2026, 5, 1) / 1000;
  const truth = movedTruth(elements, epoch);
  // Growth of the mean motion by drag, rev/day². The elements contain half of this value.
  const dragRate = 2 * Number(elements[0].slice(33, 43));
  const days = 40;
  const keep = Math.exp(-1 / dragCorrelationDays);
  let factor = dragFactorSigma * randomNormal(random);
  let [rate, phase] = [0, 0];
  /**
   * For each day, at its beginning: the lead of the station over its elements in revolutions (`phase`), the growth of
   * the lead in revolutions per day (`rate`), and the increase of this growth per day (`bend`).
   */
  const daily = Array.from({ length: days }, () => {
    const here = { phase, rate, bend: dragRate * factor };
    phase += rate + here.bend / 2;
    rate += here.bend;
    factor = keep * factor + Math.sqrt(1 - keep * keep) * dragFactorSigma * randomNormal(random);
    return here;
  });
  const periodSeconds = 5570;
  return {
    epoch,
    earthFixed(t) {
      const at = Math.max(0, Math.min(days - 1, Math.floor((t - epoch) / daySeconds) + 3));
      const { phase: from, rate: speed, bend } = daily[at] ?? { phase: 0, rate: 0, bend: 0 };
      const part = (t - epoch) / daySeconds + 3 - at;
      const ahead = (from + speed * part + (bend * part * part) / 2) * periodSeconds;
      // The shift is along the inertial orbit, not relative to the rotating Earth.
      return turnedWithEarth(truth.earthFixed(t + ahead), ahead);
    },
  };
}

/** The position without the rotation of the Earth during the given time. */
function turnedWithEarth(
  [x, y, z]: readonly [number, number, number],
  seconds: number,
): [number, number, number] {
  const angle = 7.292115e-5 * seconds;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return [x * cos - y * sin, x * sin + y * cos, z];
}

/** Runs the app's estimator, forecast and ledger; returns the scored predictions of all places. */
function scoredIn(
  truth: OrbitTruth,
  places: readonly string[],
  days: number,
  random: () => number,
): Entry[] {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-bench-ledger-'));
  const opened = openAppDatabase(join(folder, 'overhead.sqlite'), 0);
  try {
    const source = fixedDatabase(opened.database);
    const estimator = new OrbitEstimator(
      {
        fixes: (): readonly Fix[] => [],
        orbit: () => null,
        saveFix: () => undefined,
        saveOrbit: () => undefined,
      },
      Infinity,
    );
    const observed = places.map((name) => ({
      observer: {
        ...(tenPlaces[name] ?? { latitude: 0, longitude: 0, altitude: 0 }),
        source: 'settings' as const,
      },
      view: createOrbitView(),
      ledger: new PredictionLedger(createLedgerStore(source, name)),
    }));
    for (
      let t = truth.epoch;
      t < truth.epoch + days * daySeconds;
      t += t < truth.epoch + learningSeconds ? 60 : pollSeconds
    ) {
      estimator.assimilate(fixAt(truth, t + random()));
      const { estimate } = estimator;
      for (const { observer, view, ledger } of observed) {
        const { passes } = view(t * 1000, {
          ...{ estimate, observer, placeUnder: null },
          horizon: flatHorizon,
        });
        ledger.update(passes, observer, estimate, t * 1000);
      }
    }
    return observed.flatMap(({ ledger }) => {
      const view = ledger.view(Number.MAX_SAFE_INTEGER);
      if (!view.ok) throw new Error(view.failure.kind);
      return [...view.value.last];
    });
  } finally {
    opened.close();
    rmSync(folder, { recursive: true });
  }
}

function rowsOf(entries: readonly Entry[]): ResultRow[] {
  const part = shareOfRightPredictions(entries);
  const row = (from: number, to: number): ResultRow => {
    const those = entries.filter(({ prediction }) => {
      const ahead = (prediction.rise - prediction.predictedAt / 1000) / daySeconds;
      return ahead >= from && ahead < to;
    });
    const late = those.map(({ prediction, score }) =>
      score.outcome === null ? Infinity : Math.abs(latenessSeconds(prediction, score.outcome)),
    );
    const sigmas = those.map(({ prediction }) => prediction.sigma);
    return {
      measure: `predicted ${from} to ${to} days ahead: passes; within 2 σ; late by: median, p95; σ: median`,
      ours: [
        `${those.length}`,
        formatPercent(shareOfRightPredictions(those)),
        `${median(late).toFixed(1)} s, ${quantile(late, 0.95).toFixed(1)} s`,
        `${median(sigmas).toFixed(1)} s`,
      ].join('; '),
    };
  };
  return [
    {
      measure: `${entries.length} passes, sealed when first announced and scored from later fixes: within 2 σ`,
      ours: formatPercent(part),
      goal: '90 to 99 %',
      met: part >= 0.9 && part <= 0.99,
    },
    row(0, 1),
    row(1, 3),
    row(3, 5),
  ];
}

const shareOfRightPredictions = (entries: readonly Entry[]): number =>
  entries.filter(({ prediction, score }) => isPredictionRight(prediction, score)).length /
  entries.length;
