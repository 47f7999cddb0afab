import type { FittedOrbit } from '#shared/station/orbit.ts';
import type { Fix } from '#shared/station/station.ts';
import { measureBurn } from '#station/orbit/burn.ts';
import { fitOrbit } from '#station/orbit/fit.ts';
import {
  truthWithBurn,
  fixAt,
  movedTruth,
  createRandom,
  stationElements,
  type OrbitTruth,
} from '#test/support/orbit.ts';
import type { ResultRow } from '../support/benchmark.ts';
import { median, randomNormal, formatPercent, quantile } from '../support/statistics.ts';

const pollSeconds = 900;
const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;

interface FoundBurn {
  readonly at: number;
  readonly raisedKm: number;
  /** Time of the newest fix when the burn was detected, Unix seconds. */
  readonly detectedAt: number;
}

/**
 * Polls once in 15 minutes and fits the orbit as the app does. Returns the detected burns, one for each change of the
 * orbit.
 */
function burnsIn(
  truth: (t: number) => OrbitTruth,
  from: number,
  to: number,
  random: () => number,
): FoundBurn[] {
  const fixes: Fix[] = [];
  const found: FoundBurn[] = [];
  let orbit: FittedOrbit | undefined;
  for (let t = from; t < to; t += pollSeconds) {
    fixes.push(fixAt(truth(t), t + random()));
    if (fixes.length > 400) fixes.shift();
    const fit = fitOrbit(fixes, orbit);
    if (fit.ok) orbit = fit.orbit;
    const burn = orbit === undefined ? null : measureBurn(orbit);
    if (burn === null || found.some((one) => Math.abs(one.at - burn.at / 1000) < 6 * hourSeconds))
      continue;
    found.push({ at: burn.at / 1000, raisedKm: burn.raisedKm, detectedAt: t });
  }
  return found;
}

/** Measures how synthetic burns of 0.3 to 3 m/s are detected. Some of them lead to a lower orbit. */
export function burnRows(count: number, seed: number, log: (line: string) => void): ResultRow[] {
  const [minutes, kilometres, delays]: [number[], number[], number[]] = [[], [], []];
  let extra = 0;
  for (let index = 0; index < count; index += 1) {
    const random = createRandom(seed + index);
    const elements = stationElements[index % stationElements.length] ?? stationElements[0];
    const speed = 0.3 * 10 ** random() * (random() < 0.2 ? -1 : 1);
    const truth = truthWithBurn(elements, speed, random);
    const start = truth.epoch - 26 * hourSeconds - pollSeconds * random();
    const detections = burnsIn(() => truth, start, truth.epoch + 14 * hourSeconds, random);
    const [one] = detections.filter(({ at }) => Math.abs(at - truth.epoch) < 3 * hourSeconds);
    extra += detections.length - (one === undefined ? 0 : 1);
    if (one === undefined) continue;
    minutes.push(Math.abs(one.at - truth.epoch) / 60);
    kilometres.push(Math.abs(one.raisedKm - (2 * 6790 * speed) / 7660));
    delays.push((one.detectedAt - truth.epoch) / hourSeconds);
    if (index % 50 === 49) log(`${index + 1} burns`);
  }
  const inTime = minutes.filter((one) => one <= 15).length / count;
  return [
    {
      measure: `${count} burns of 0.3 to 3 m/s, one fix in 15 min: found; time within 15 min`,
      ours: `${formatPercent(minutes.length / count)}; ${formatPercent(inTime)}`,
      goal: '≥ 95 %; all found',
      met: minutes.length / count >= 0.95 && inTime >= 0.95 * (minutes.length / count),
    },
    {
      measure: 'their time: median, p95; height: p95; found after: median, p95; too many',
      ours: [
        `${median(minutes).toFixed(1)} min, ${quantile(minutes, 0.95).toFixed(1)} min`,
        `${quantile(kilometres, 0.95).toFixed(2)} km`,
        `${median(delays).toFixed(1)} h, ${quantile(delays, 0.95).toFixed(1)} h`,
        `${extra}`,
      ].join('; '),
    },
  ];
}

/**
 * Simulates the given number of days without a burn. The service uses new elements each day: the orbit of one set,
 * shifted along the track by a random amount. This amount is typical of the difference between two published sets of
 * one orbit.
 */
export function falseAlarmRow(days: number, seed: number, log: (line: string) => void): ResultRow {
  const random = createRandom(seed);
  const from = Date.UTC(2026, 0, 1) / 1000;
  let burnCount = 0;
  const piece = 30;
  for (let start = 0; start < days; start += piece) {
    const elements =
      stationElements[(start / piece) % stationElements.length] ?? stationElements[0];
    const epoch = from + start * daySeconds;
    const truth = movedTruth(elements, epoch);
    // The displacement along the track on each day, seconds: published sets of two successive days differ by some
    // hundred metres.
    const shifts = Array.from({ length: piece + 1 }, () => 0.05 * randomNormal(random));
    const shifted = (t: number): OrbitTruth => {
      const shift = shifts[Math.floor((t - epoch) / daySeconds)] ?? 0;
      return { ...truth, earthFixed: (at) => truth.earthFixed(at + shift) };
    };
    burnCount += burnsIn(
      shifted,
      epoch,
      epoch + Math.min(piece, days - start) * daySeconds,
      random,
    ).length;
    log(`${Math.min(days, start + piece)} days without a burn: ${burnCount} false alarms`);
  }
  return {
    measure: `false alarms in ${days} days, new elements each day`,
    ours: `${burnCount}`,
    goal: '< 1 a year',
    met: burnCount * (365 / days) < 1,
  };
}
