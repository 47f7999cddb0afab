import { readFileSync } from 'node:fs';
import { ephemerisOf } from '#station/orbit/ephemeris.ts';
import { fitOrbit } from '#station/orbit/fit.ts';
import { classifyFix } from '#station/plausibility.ts';
import { parseFix } from '#station/position-client.ts';
import type { FittedOrbit } from '#shared/station/orbit.ts';
import { sharedData } from '#test/support/shared-data.ts';
import type { ResultRow } from '../support/benchmark.ts';
import { formatKm, formatPercent, quantile } from '../support/statistics.ts';

const groundSpeed = 7.3;
/** An error above this distance shows that the orbit has changed. */
const changedKm = 60;

/** Predicts each of the service's real answers, one a day, from the earlier answers. */
export function dailyRows(): ResultRow[] {
  const path = sharedData('iss/fixes-daily.jsonl');
  if (path === null) return [{ measure: 'one fix a day', ours: 'skipped: no shared data' }];
  const fixes = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => parseFix(JSON.parse(line), 0))
    .filter((fix) => fix.ok)
    .map(({ value }) => value);
  const days: {
    /** Distance of the fix from its prediction along the track, km. */
    readonly errorKm: number;
    readonly sigmaKm: number;
  }[] = [];
  let previous: FittedOrbit | undefined;
  let without = 0;
  const changes = new Set<number>();
  fixes.forEach((fix, index) => {
    if (index < 3) return;
    const fit = fitOrbit(fixes.slice(0, index), previous);
    if (!fit.ok) {
      without += 1;
      previous = undefined;
      return;
    }
    const at = fit.orbit.burn?.to;
    if (at !== undefined) changes.add(at);
    previous = fit.orbit;
    const errorKm = Math.abs(classifyFix(fit.orbit, fix).aheadSeconds) * groundSpeed;
    const sigmaKm = ephemerisOf(fit.orbit).sigmaKm(fix.time);
    days.push({ errorKm, sigmaKm });
  });
  const calm = days.filter((day) => day.errorKm <= changedKm);
  const errors = calm.map((day) => day.errorKm);
  // The service rounds the time of a fix down to the second, so the fix has an error of up to 3.7 km.
  const inside = calm.filter((day) => day.errorKm < Math.hypot(2 * day.sigmaKm, groundSpeed / 2));
  return [
    {
      measure: `one fix a day, ${fixes.length} real answers: days with an orbit`,
      ours: `${days.length} of ${days.length + without}`,
    },
    { measure: 'changes of the orbit recognised', ours: `${changes.size}` },
    {
      measure: 'days more than 60 km off: a change not yet recognised (three fixes tell)',
      ours: `${days.length - calm.length}`,
    },
    {
      measure: 'all other days: a day ahead, median and p90',
      ours: `${formatKm(quantile(errors, 0.5))}, ${formatKm(quantile(errors, 0.9))}`,
    },
    { measure: 'of these inside 2 σ', ours: formatPercent(inside.length / calm.length) },
  ];
}
