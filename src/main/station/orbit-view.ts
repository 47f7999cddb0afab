import type { EarthFixed, PositionAt } from '#shared/station/sky/earth.ts';
import { forecastMs } from '#shared/station/pass-forecast.ts';
import type { PlaceUnder } from '#shared/station/sky/place-under.ts';
import {
  positionOn,
  samplePath,
  spanOf,
  type SampledPath,
} from '#shared/station/sky/sampled-path.ts';
import type { ObserverInUse, OrbitView, Station, StationPlace } from '#shared/station/station.ts';
import type { EstimatedOrbit } from './orbit-estimator.ts';
import { passesOf } from './sky/passes.ts';

/** What follows from the orbit, as it is shown. */
export type Predictions = Pick<Station, 'orbit' | 'place' | 'passes' | 'passesUntil'>;

export interface OrbitViewOptions {
  readonly estimate: () => EstimatedOrbit | null;
  readonly observer: () => ObserverInUse | null;
  /** Null while the map of countries is not read yet. */
  readonly placeUnder: () => PlaceUnder | null;
}

const daySeconds = 86_400;
/** An orbit that tells less is no use any more, km. */
const lostKm = 1000;
/** A pass that may be so far off, km, comes more than a minute early or late: nobody is told of it. */
const mostPassKm = 500;
/** Passes are told once the orbit is known well enough so far ahead, seconds. */
const firstPassSeconds = 6 * 3600;
/** Passes are computed anew for another orbit at most this often, and for the same one this often. */
const calmSeconds = 300;
const oldSeconds = 3600;
export const placeMs = 60_000;
/** Of the path beyond what is shown of it, seconds. */
const margin = 240;
/** Less than the orbit knows of itself, and than a map could show, km. */
const sameKm = 0.1;

/** What was shown last, kept as long as it holds: parts that did not change keep their identity. */
export function createOrbitView({
  estimate,
  observer,
  placeUnder,
}: OrbitViewOptions): (now: number) => Predictions {
  let shown: Predictions = nothing;
  let of: EstimatedOrbit | null = null;
  let by: ObserverInUse | null = null;
  /** When the passes were computed last, Unix seconds, and how sure the orbit was then of where it is in a day, km. */
  let passesAt = NaN;
  let sureOf = Infinity;

  return (now) => {
    const t = now / 1000;
    const orbit = estimate();
    const seenFrom = observer();
    if (orbit === null || orbit.ephemeris.sigmaKm(t) > lostKm) {
      of = null;
      return (shown = nothing);
    }
    const isNew = orbit !== of;
    const path = pathOf(shown.orbit, orbit, t);
    const view = isNew || path !== shown.orbit?.path ? viewOf(orbit, path, t) : shown.orbit;
    const sigma = orbit.ephemeris.sigmaKm(t + daySeconds);
    // Five days of passes are most of the work of a poll, and a fix more moves them by fractions of a second.
    const age = t - passesAt;
    const isDue = isNew && (shown.passes.length === 0 || age >= calmSeconds || sigma < sureOf / 2);
    const isOld = !(age >= 0 && age < oldSeconds);
    let { passes, passesUntil } = shown;
    if (isDue || isOld || seenFrom !== by) {
      ({ passes, passesUntil } = passesAhead(orbit, seenFrom, t));
      passesAt = t;
      sureOf = sigma;
    } else passes = withoutPast(passes, t);
    of = orbit;
    by = seenFrom;
    shown = {
      orbit: view,
      passes,
      passesUntil,
      place: placeAt(shown.place, orbit, placeUnder(), now),
    };
    return shown;
  };
}

const nothing: Predictions = { orbit: null, place: null, passes: [], passesUntil: null };

const orbitSeconds = ({ orbit: { elements } }: EstimatedOrbit): number =>
  daySeconds / elements.meanMotion;

/** The path that is shown, as long as it is that of the orbit and reaches far enough; else one from now on. */
function pathOf(view: OrbitView | null, estimate: EstimatedOrbit, t: number): SampledPath {
  const { earthFixed } = estimate.ephemeris;
  if (view !== null && !runsShort(view.path, t) && holds(view.path, earthFixed, t))
    return view.path;
  const round = orbitSeconds(estimate);
  // A little more on either side: a polynomial is at its best inside.
  return samplePath(earthFixed, t - round - margin, t + 2 * round + margin);
}

/** Whether less than an orbit and a quarter is left of it, or a clock was set and it is of another time. */
function runsShort(path: SampledPath, t: number): boolean {
  const [from, to] = spanOf(path);
  return t < from + (to - from) / 3 || t > to - (to - from) * (1.25 / 3);
}

/** Whether it leads where the orbit does, now and at its end: one fix more seldom moves it by what a map could show. */
function holds(path: SampledPath, earthFixed: PositionAt, t: number): boolean {
  const on = positionOn(path);
  const end = spanOf(path)[1] - margin;
  return [t, end].every((at) => distance(on(at), earthFixed(at)) <= sameKm);
}

const distance = (a: EarthFixed, b: EarthFixed): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

function viewOf(estimate: EstimatedOrbit, path: SampledPath, t: number): OrbitView {
  const { orbit, ephemeris } = estimate;
  const { manoeuvre } = orbit;
  return {
    path,
    computedAt: t * 1000,
    fittedAt: orbit.epoch * 1000,
    fixes: orbit.count,
    spanHours: (orbit.epoch - orbit.from) / 3600,
    rmsKm: orbit.rmsKm,
    sigmaKmNow: ephemeris.sigmaKm(t),
    sigmaKmInADay: ephemeris.sigmaKm(t + daySeconds),
    reading: orbit.reading,
    manoeuvre: manoeuvre && { kind: manoeuvre.kind, at: manoeuvre.at * 1000 },
  };
}

function passesAhead(
  { ephemeris }: EstimatedOrbit,
  observer: ObserverInUse | null,
  t: number,
): Pick<Predictions, 'passes' | 'passesUntil'> {
  const until = observer === null ? null : knownUntil(ephemeris, t);
  if (observer === null || until === null) return { passes: [], passesUntil: null };
  const hours = forecastMs / 3600_000;
  const passes = passesOf(ephemeris.earthFixed, observer, { from: t, hours });
  return { passes: passes.filter(({ peak }) => peak.t <= until), passesUntil: until * 1000 };
}

/** Until when an orbit tells passes, Unix seconds. Null: for less than six hours, which is not worth the work. */
function knownUntil({ sigmaKm }: EstimatedOrbit['ephemeris'], t: number): number | null {
  const isKnown = (at: number): boolean => sigmaKm(at) <= mostPassKm;
  let known = t + firstPassSeconds;
  let unknown = t + forecastMs / 1000;
  if (!isKnown(known)) return null;
  if (isKnown(unknown)) return unknown;
  while (unknown - known > 600) {
    const middle = (known + unknown) / 2;
    if (isKnown(middle)) known = middle;
    else unknown = middle;
  }
  return known;
}

const withoutPast = (passes: Station['passes'], t: number): Station['passes'] =>
  passes.every(({ set }) => set.t > t) ? passes : passes.filter(({ set }) => set.t > t);

/** Renewed once a minute, however often it is asked for. */
function placeAt(
  before: StationPlace | null,
  { ephemeris }: EstimatedOrbit,
  placeUnder: PlaceUnder | null,
  now: number,
): StationPlace {
  // A second less: the wall clock and the one that wakes us are not the same.
  const isFresh = before !== null && now >= before.at && now < before.at + placeMs - 1000;
  if (isFresh && (before.over !== null || placeUnder === null)) return before;
  const { latitude, longitude, altitudeKm, sigmaKm } = ephemeris.at(now / 1000);
  const over = placeUnder?.(latitude, longitude) ?? null;
  return { at: now, latitude, longitude, altitudeKm, sigmaKm, over };
}
