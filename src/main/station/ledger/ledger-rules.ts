import type {
  PassOutcome,
  PassChange,
  Prediction,
  ScoredPrediction,
} from '#shared/station/ledger.ts';
import type { Observer } from '#shared/station/sky/observer.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { passSpan } from '#shared/station/sky/pass-span.ts';
import type { EstimatedOrbit } from '../orbit-estimator.ts';
import { passesOf } from '../sky/passes.ts';
import type { NewPrediction } from './ledger-store.ts';

/**
 * Culminations less than this apart, in seconds, belong to one pass: two passes over a place are at least an hour
 * apart.
 */
const samePassSeconds = 900;
/** A pass is scored with an orbit whose newest fix is at most this much later than the pass, seconds. */
const maxScoringDelay = 86_400;

export const isSamePlace = (a: Observer, b: Observer): boolean =>
  Math.abs(a.latitude - b.latitude) < 1e-3 && Math.abs(a.longitude - b.longitude) < 1e-3;

/** Whether the prediction is of this pass over this place. */
const isPredictionOfPass = (prediction: Prediction, pass: Pass, observer: Observer): boolean =>
  isSamePlace(prediction.observer, observer) &&
  Math.abs(prediction.peak - pass.peak.t) < samePassSeconds;

/** Whether one of the predictions is of this pass over this place; false without a place. */
export const isPredicted = (
  predictions: readonly Prediction[],
  pass: Pass,
  observer: Observer | null,
): boolean =>
  observer !== null && predictions.some((one) => isPredictionOfPass(one, pass, observer));

/**
 * Returns the predictions to add: for each coming pass without a prediction for this place, and after a burn for
 * each pass whose time differs from the prediction before the burn.
 *
 * @param open predictions of passes that are not over
 * @param now milliseconds since the Unix epoch
 */
export function newPredictions(
  passes: readonly Pass[],
  open: readonly Prediction[],
  observer: Observer,
  estimate: EstimatedOrbit,
  now: number,
): NewPrediction[] {
  const { latitude, longitude, altitude } = observer;
  return passes.flatMap((pass) => {
    const earlierPrediction = open.findLast((one) => isPredictionOfPass(one, pass, observer));
    if (earlierPrediction !== undefined && !isBeforeBurn(earlierPrediction, estimate)) return [];
    // The ledger contains the pass over a flat horizon, so that its score does not depend on the local horizon.
    const wholePass = passAroundTimes(estimate, observer, pass.rise.t, pass.peak.t) ?? pass;
    // A pass that rose before the newest fix is in the past, even if the slow clock of this computer shows an earlier
    // time. It is not predicted.
    if (wholePass.rise.t * 1000 <= now || wholePass.rise.t <= estimate.orbit.epoch) return [];
    if (earlierPrediction !== undefined && !isOverturned(earlierPrediction, wholePass, estimate))
      return [];
    return [
      {
        predictedAt: now,
        observer: { latitude, longitude, altitude },
        rise: wholePass.rise.t,
        peak: wholePass.peak.t,
        set: wholePass.set.t,
        peakElevation: wholePass.peak.elevation,
        visible: pass.visible,
        sigma: estimate.ephemeris.timeSigma(wholePass.peak.t),
        replaces: earlierPrediction?.id ?? null,
      },
    ];
  });
}

/** Whether the station has fired its engines since the prediction was made. */
const isBeforeBurn = ({ predictedAt }: Prediction, { orbit: { burn } }: EstimatedOrbit): boolean =>
  burn !== null && burn.to * 1000 > predictedAt;

/** Whether the time of the pass differs from the prediction by more than two standard deviations. */
function isOverturned(prediction: Prediction, pass: Pass, estimate: EstimatedOrbit): boolean {
  const sigma = Math.hypot(prediction.sigma, estimate.ephemeris.timeSigma(pass.peak.t));
  return Math.abs(prediction.peak - pass.peak.t) > 2 * sigma;
}

/**
 * The coming passes that a burn has changed since they were predicted: passes whose time has changed by more than two
 * standard deviations, whose visibility has changed, or that no longer happen.
 *
 * @param open predictions of passes that are not over
 * @param passesUntil the time up to which passes are known; like `now` in milliseconds since the Unix epoch
 */
export function passesChangedByBurn(
  open: readonly Prediction[],
  { passes, passesUntil }: { passes: readonly Pass[]; passesUntil: number | null },
  observer: Observer,
  estimate: EstimatedOrbit,
  now: number,
): PassChange[] {
  return open
    .filter(
      (one) =>
        // If a pass has several predictions, the first counts.
        one.replaces === null &&
        isSamePlace(one.observer, observer) &&
        isBeforeBurn(one, estimate) &&
        one.rise * 1000 > now &&
        one.peak * 1000 <= (passesUntil ?? -Infinity),
    )
    .sort((a, b) => a.peak - b.peak)
    .flatMap((one): PassChange[] => {
      const predicted = { peak: one.peak, visible: one.visible };
      const wholePass = passAroundTimes(estimate, observer, one.rise, one.peak);
      if (wholePass === undefined) return [{ predicted, current: null }];
      const pass = passes.find(({ peak }) => Math.abs(peak.t - wholePass.peak.t) < samePassSeconds);
      // The pass is behind the local horizon, or has become too low: no view shows it.
      if (pass === undefined) return one.visible ? [{ predicted, current: null }] : [];
      const { visible } = pass;
      if (visible === one.visible && !isOverturned(one, wholePass, estimate)) return [];
      return [
        { predicted, current: { peak: wholePass.peak.t, from: passSpan(pass).from, visible } },
      ];
    });
}

/**
 * The scores of the predictions whose passes are over and lie between the oldest and the newest fix of the orbit,
 * unless the service is in doubt. A pass is never scored if the first fix after it is more than a day later, for
 * example because the app was not running.
 */
export function scoresOfFinished(
  open: readonly Prediction[],
  estimate: EstimatedOrbit,
  now: number,
): ScoredPrediction[] {
  const { epoch, from } = estimate.orbit;
  return open
    .filter(({ predictedAt }) => !isServiceInDoubt(estimate.orbit, predictedAt))
    .filter(({ rise, set }) => from < rise && set < epoch && epoch - set < maxScoringDelay)
    .map((prediction) => ({
      prediction,
      score: { scoredAt: now, outcome: passOutcomeOf(prediction, estimate) },
    }));
}

/** No pass is scored for this time after a jump of the service's clock or places, seconds. */
const secondsAfterJump = 86_400;
/**
 * If a change turns the node by more than this, degrees, the service has jumped: a clock that is 5 s off moves the node
 * by 0.02°.
 */
const minNodeJumpDegrees = 0.02;

/**
 * Whether the clock or the positions of the service may have jumped during the day before the newest fix. A burn along
 * the track changes the period but not the plane; an error of the clock turns the plane with the Earth, by 15° an hour.
 * Also true until a change is confirmed as a burn, and if the oldest fix of the orbit is later than the prediction and
 * lies within that day.
 */
function isServiceInDoubt(
  { epoch, burn, memory }: EstimatedOrbit['orbit'],
  predictedAt: number,
): boolean {
  const startTime = epoch - secondsAfterJump;
  if (memory.from > startTime && memory.from * 1000 > predictedAt) return true;
  const [change] = memory.sets.filter(
    ({ changed, times }) => changed && (times[0] ?? 0) > startTime,
  );
  if (change === undefined) return false;
  if (burn === null || burn.to < (change.times[0] ?? 0)) return true;
  const nodeChange = Math.abs(burn.after.set.node - burn.before.set.node) % 360;
  return Math.min(nodeChange, 360 - nodeChange) > minNodeJumpDegrees;
}

function passOutcomeOf(prediction: Prediction, estimate: EstimatedOrbit): PassOutcome | null {
  const { observer } = prediction;
  const pass = passAroundTimes(estimate, observer, prediction.rise, prediction.peak);
  if (pass === undefined) return null;
  const { rise, peak, set } = pass;
  return { rise: rise.t, peak: peak.t, set: set.t, sigma: estimate.ephemeris.timeSigma(peak.t) };
}

/** The pass over a flat horizon that rises and culminates about these times. */
const passAroundTimes = (
  { ephemeris }: EstimatedOrbit,
  observer: Observer,
  rise: number,
  peak: number,
): Pass | undefined =>
  passesOf(ephemeris.earthFixed, observer, {
    from: rise - samePassSeconds,
    hours: (2 * samePassSeconds) / 3600,
    minPeakElevation: 0,
  }).find((one) => Math.abs(one.peak.t - peak) < samePassSeconds);
