import { currentLanguage } from '#shared/language/language.ts';
import { distanceBetween, type PositionAt } from '#shared/station/sky/earth.ts';
import { fullForecastMs } from '#shared/station/pass-forecast.ts';
import type { LocalHorizon } from '#shared/station/sky/local-horizon.ts';
import type { PlaceUnder } from '#shared/station/sky/place-under.ts';
import {
  positionOnPath,
  samplePath,
  spanOfPath,
  type SampledPath,
} from '#shared/station/sky/sampled-path.ts';
import type { ObserverInUse, OrbitView, Station, StationPlace } from '#shared/station/station.ts';
import type { EstimatedOrbit } from './orbit-estimator.ts';
import { passesOf } from './sky/passes.ts';

export type Predictions = Pick<Station, 'orbit' | 'place' | 'passes' | 'passesUntil'>;

interface PredictionInputs {
  readonly estimate: EstimatedOrbit | null;
  readonly observer: ObserverInUse | null;
  readonly horizon: LocalHorizon;
  /** Names the place under the station; null until the map of countries is loaded. */
  readonly placeUnder: PlaceUnder | null;
}

const daySeconds = 86_400;
/** If the uncertainty of the position is larger than this, km, neither orbit nor place nor passes are shown. */
const maxShownSigmaKm = 1000;
/** If the uncertainty is larger than this, km, a pass may come more than a minute early or late and is not shown. */
const maxPassSigmaKm = 500;
/** Passes are shown only if they are known well enough at least this far ahead, seconds. */
const minKnownSeconds = 6 * 3600;
/** Passes at least this old, seconds, are computed again after a new fit that moves them. */
const minPassesAge = 300;
/** Passes at least this old, seconds, are always computed again. */
const maxPassesAge = 3600;
/**
 * The passes of a whole forecast are kept if a new fit moves the station by at most this, km. The station flies this
 * far in a tenth of a second.
 */
const maxSamePassShiftKm = 0.8;
/** The place is computed again after this time, milliseconds. */
export const placeUpdateMs = 60_000;
/** The path extends this far beyond the shown part at both ends, seconds: the interpolation is best in the middle. */
const pathMarginSeconds = 240;
/** A smaller shift of the path, in km, is below the uncertainty of the orbit and not visible on the map. */
const maxInvisibleShiftKm = 0.1;

/**
 * Returns a function that predicts at `now` (milliseconds since the Unix epoch). The function keeps its last result:
 * parts that have not changed keep their identity, so that the state is not sent to the windows again.
 */
export function createOrbitView(): (now: number, inputs: PredictionInputs) => Predictions {
  let shownPredictions: Predictions = noPredictions;
  let lastEstimate: EstimatedOrbit | null = null;
  let lastObserver: ObserverInUse | null = null;
  /** The language of the name of the place. */
  let language = currentLanguage();
  let lastHorizon: LocalHorizon | null = null;
  /** Time of the last computation of the passes, Unix seconds, and the uncertainty a day ahead at that time, km. */
  let passesAt = NaN;
  let passesSigmaKm = Infinity;
  /** The orbit that the passes were computed from, if they cover the whole forecast; otherwise null. */
  let forecastEstimate: EstimatedOrbit | null = null;

  return (now, { estimate, observer, horizon, placeUnder }) => {
    const t = now / 1000;
    if (estimate === null || estimate.ephemeris.sigmaKm(t) > maxShownSigmaKm) {
      lastEstimate = null;
      return (shownPredictions = noPredictions);
    }
    const isNew = estimate !== lastEstimate;
    const path = pathOf(shownPredictions.orbit, estimate, t);
    const view =
      isNew || path !== shownPredictions.orbit?.path
        ? orbitViewOf(estimate, path, t)
        : shownPredictions.orbit;
    const sigmaKm = estimate.ephemeris.sigmaKm(t + daySeconds);
    // Computing five days of passes is most of the work of a poll, and one more fix moves passes by fractions of a
    // second.
    const age = t - passesAt;
    const isSettled = (): boolean =>
      forecastEstimate !== null &&
      isSameOrbit(forecastEstimate, estimate, [t, passesAt + fullForecastMs / 1000]);
    const isDue =
      isNew &&
      (shownPredictions.passes.length === 0 ||
        sigmaKm < passesSigmaKm / 2 ||
        (age >= minPassesAge && !isSettled()));
    const isOld = !(age >= 0 && age < maxPassesAge);
    let { passes, passesUntil } = shownPredictions;
    if (isDue || isOld || observer !== lastObserver || horizon !== lastHorizon) {
      ({ passes, passesUntil } = passesAhead(estimate, observer, horizon, t));
      passesAt = t;
      passesSigmaKm = sigmaKm;
      const isWhole = passesUntil !== null && passesUntil >= now + fullForecastMs;
      forecastEstimate = isWhole ? estimate : null;
    } else passes = withoutPastPasses(passes, t);
    lastEstimate = estimate;
    lastObserver = observer;
    lastHorizon = horizon;
    const namedPlace = language === currentLanguage() ? shownPredictions.place : null;
    language = currentLanguage();
    const place = placeAt(namedPlace, estimate, placeUnder, now);
    shownPredictions = { orbit: view, passes, passesUntil, place };
    return shownPredictions;
  };
}

const noPredictions: Predictions = { orbit: null, place: null, passes: [], passesUntil: null };

/** The path of the state if it matches the orbit and reaches far enough ahead; otherwise a new path. */
function pathOf(
  view: OrbitView | null,
  { orbit, ephemeris: { earthFixed } }: EstimatedOrbit,
  t: number,
): SampledPath {
  if (view !== null && !needsNewPath(view.path, t) && isSamePath(view.path, earthFixed, t))
    return view.path;
  const period = daySeconds / orbit.elements.meanMotion;
  return samplePath(earthFixed, t - period - pathMarginSeconds, t + 2 * period + pathMarginSeconds);
}

/**
 * Whether less than 1¼ orbits of the path are left after `t`, or, because the clock was set back, less than one before
 * it.
 */
function needsNewPath(path: SampledPath, t: number): boolean {
  const [from, to] = spanOfPath(path);
  return t < from + (to - from) / 3 || t > to - (to - from) * (1.25 / 3);
}

/** Whether the path still matches the orbit, now and at its end. One more fix seldom moves the path visibly. */
function isSamePath(path: SampledPath, earthFixed: PositionAt, t: number): boolean {
  const positionAt = positionOnPath(path);
  const end = spanOfPath(path)[1] - pathMarginSeconds;
  return [t, end].every(
    (at) => distanceBetween(positionAt(at), earthFixed(at)) <= maxInvisibleShiftKm,
  );
}

function orbitViewOf(estimate: EstimatedOrbit, path: SampledPath, t: number): OrbitView {
  const { orbit, ephemeris } = estimate;
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
  };
}

function passesAhead(
  { ephemeris }: EstimatedOrbit,
  observer: ObserverInUse | null,
  horizon: LocalHorizon,
  t: number,
): Pick<Predictions, 'passes' | 'passesUntil'> {
  const endTime = observer === null ? null : passesKnownUntil(ephemeris, t);
  if (observer === null || endTime === null) return { passes: [], passesUntil: null };
  // Passes after `endTime` are not known well enough to be shown.
  const hours = (endTime - t) / 3600;
  const passes = passesOf(ephemeris.earthFixed, observer, { from: t, hours, horizon });
  return {
    passes: passes
      .filter(({ peak }) => peak.t <= endTime)
      .map((pass) => ({ ...pass, timeSigma: ephemeris.timeSigma(pass.peak.t) })),
    passesUntil: endTime * 1000,
  };
}

/** Whether the positions of two fits at these times are so close that their passes look the same. */
const isSameOrbit = (
  { ephemeris: one }: EstimatedOrbit,
  { ephemeris: other }: EstimatedOrbit,
  times: readonly number[],
): boolean =>
  times.every(
    (at) => distanceBetween(one.earthFixed(at), other.earthFixed(at)) <= maxSamePassShiftKm,
  );

/** The time up to which passes are known well enough, Unix seconds; null if that is less than six hours ahead. */
function passesKnownUntil({ sigmaKm }: EstimatedOrbit['ephemeris'], t: number): number | null {
  const isKnown = (at: number): boolean => sigmaKm(at) <= maxPassSigmaKm;
  let lowerTime = t + minKnownSeconds;
  let upperTime = t + fullForecastMs / 1000;
  if (!isKnown(lowerTime)) return null;
  if (isKnown(upperTime)) return upperTime;
  while (upperTime - lowerTime > 600) {
    const middle = (lowerTime + upperTime) / 2;
    if (isKnown(middle)) lowerTime = middle;
    else upperTime = middle;
  }
  return lowerTime;
}

const withoutPastPasses = (passes: Station['passes'], t: number): Station['passes'] =>
  passes.every(({ set }) => set.t > t) ? passes : passes.filter(({ set }) => set.t > t);

/**
 * The sub-satellite point and the altitude: `last` while it is less than a minute old and its name is not missing,
 * otherwise a new one.
 */
function placeAt(
  last: StationPlace | null,
  { ephemeris }: EstimatedOrbit,
  placeUnder: PlaceUnder | null,
  now: number,
): StationPlace {
  // One second of tolerance, because the timer does not run by the wall clock.
  const isFresh = last !== null && now >= last.at && now < last.at + placeUpdateMs - 1000;
  if (isFresh && (last.over !== null || placeUnder === null)) return last;
  const { latitude, longitude, altitudeKm, sigmaKm } = ephemeris.at(now / 1000);
  const placeName = placeUnder?.(latitude, longitude) ?? null;
  return { at: now, latitude, longitude, altitudeKm, sigmaKm, over: placeName };
}
