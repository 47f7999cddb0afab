import type { Fix } from '#shared/station/station.ts';
import { explain, misfit } from './explain.ts';
import { observationOf } from './observation.ts';
import { stationPrior } from './parameters.ts';

/** Farther apart in time, two fixes say nothing about each other. */
const mostSeconds = 2 * 3600;
/** In the measure of the misfit: the orbit has hardly any freedom beside its plane and the place on it. */
const mostMisfit = 6;

/** Whether an orbit like the station’s goes through two fixes. */
export function onOneOrbit(one: Fix, other: Fix): boolean {
  if (Math.abs(one.time - other.time) > mostSeconds) return true;
  const pair = one.time < other.time ? [one, other] : [other, one];
  const explanation = explain(pair.map(observationOf), stationPrior, undefined);
  return explanation !== null && misfit(explanation) <= mostMisfit;
}
