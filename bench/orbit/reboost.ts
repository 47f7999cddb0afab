import { ephemerisOf } from '#station/orbit/ephemeris.ts';
import { fitOrbit } from '#station/orbit/fit.ts';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import {
  truthWithBurn,
  fixAt,
  horizontalKm,
  createRandom,
  stationElements,
} from '#test/support/orbit.ts';
import type { ResultRow } from '../support/benchmark.ts';
import { formatKm, formatPercent, quantile } from '../support/statistics.ts';

const minuteSeconds = 60;
const pollSeconds = 5 * minuteSeconds;
/** The number of fixes before the burn, and after the burn: six hours each. */
const fixesOnEachSide = 72;
/** The first fit is made this many fixes before the burn. */
const fixesBeforeBurn = 24;
const predictedSeconds = 10 * minuteSeconds;

/** One fit before, during or after a burn, and its prediction ten minutes ahead. */
interface FitStep {
  /** Seconds from the burn to the newest fix; negative before the burn. */
  readonly since: number;
  readonly errorKm: number;
  readonly sigmaKm: number;
}

/** Polls before and after a burn as the app does. Each fit starts from the previous fit. */
function pollAroundBurn(seed: number): FitStep[] {
  const random = createRandom(seed);
  const lines = stationElements[seed % stationElements.length] ?? stationElements[0];
  // The sizes of the burns range from a small correction to a large reboost, log-uniform.
  const truth = truthWithBurn(lines, 0.2 * 15 ** random(), random);
  const first = truth.epoch + random() * pollSeconds - fixesOnEachSide * pollSeconds;
  const fixes = Array.from({ length: 2 * fixesOnEachSide }, (_, k) =>
    fixAt(truth, first + k * pollSeconds + random()),
  );
  const steps: FitStep[] = [];
  let orbit: FittedOrbit | undefined;
  for (let count = fixesOnEachSide - fixesBeforeBurn; count <= fixes.length; count++) {
    const fit = fitOrbit(fixes.slice(0, count), orbit);
    if (!fit.ok) throw new Error(`no orbit: ${fit.reason}`);
    orbit = fit.orbit;
    const ephemeris = ephemerisOf(orbit);
    const t = orbit.epoch + predictedSeconds;
    steps.push({
      since: orbit.epoch - truth.epoch,
      errorKm: horizontalKm(truth.earthFixed(t), ephemeris.earthFixed(t)),
      sigmaKm: ephemeris.sigmaKm(t),
    });
  }
  return steps;
}

const timeSpans = [
  ['2 h to 10 min before', -120, -10],
  ['10 min before to 15 min after: hardly a sign of it', -10, 15],
  ['15 to 30 min after', 15, 30],
  ['30 to 60 min after', 30, 60],
  ['1 to 2 h after', 60, 120],
  ['2 to 6 h after', 120, 360],
] as const;

/** Measures errors and stated uncertainties around an unannounced burn. */
export function reboostRows(burns: number, seed: number, log: (line: string) => void): ResultRow[] {
  log(`${burns} burns of 0.2 to 3 m/s`);
  const steps = Array.from({ length: burns }, (_, k) => pollAroundBurn(seed + k)).flat();
  const inside = (some: readonly FitStep[]): number =>
    some.filter(({ errorKm, sigmaKm }) => errorKm < 2 * sigmaKm).length / some.length;
  const whole = inside(steps);
  return [
    {
      measure: `${burns} burns, one fix in 5 min, 2 h before to 6 h after: inside 2 σ, 10 min ahead`,
      ours: formatPercent(whole),
      goal: '≥ 90 %',
      met: whole >= 0.9,
    },
    ...timeSpans.map(([name, from, to]): ResultRow => {
      const some = steps.filter(
        ({ since }) => since >= from * minuteSeconds && since < to * minuteSeconds,
      );
      const errors = some.map(({ errorKm }) => errorKm);
      const sigmas = some.map(({ sigmaKm }) => sigmaKm);
      return {
        measure: `burn, ${name}: 10 min ahead, p95 (median)`,
        ours: `${formatKm(quantile(errors, 0.95))} (${formatKm(quantile(errors, 0.5))})`,
        control: `inside 2 σ: ${formatPercent(inside(some))}; σ median ${formatKm(quantile(sigmas, 0.5))}`,
      };
    }),
  ];
}
