import type { PassOutcome, PassChange, Prediction, Score } from '#shared/station/ledger.ts';
import type { Observer } from '#shared/station/sky/observer.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { passSpan } from '#shared/station/sky/pass-span.ts';
import type { EstimatedOrbit } from '../orbit-estimator.ts';
import { passesOf } from '../sky/passes.ts';

/** Culminations less than this apart belong to one pass: two passes over a place are at least an hour apart. */
const samePassSeconds = 900;
/** How long after a pass, in seconds, an orbit still tells when it was. */
const scoredWithin = 86_400;

/** Whether two places count as the same one. */
export const isSamePlace = (a: Observer, b: Observer): boolean =>
  Math.abs(a.latitude - b.latitude) < 1e-3 && Math.abs(a.longitude - b.longitude) < 1e-3;

/** Whether a prediction is of that pass over the place. */
const isOf = (said: Prediction, pass: Pass, observer: Observer): boolean =>
  isSamePlace(said.observer, observer) && Math.abs(said.peak - pass.peak.t) < samePassSeconds;

/** Whether one of the predictions is of that pass over the place; false without a place. */
export const isOneOf = (
  said: readonly Prediction[],
  pass: Pass,
  observer: Observer | null,
): boolean => observer !== null && said.some((one) => isOf(one, pass, observer));

/**
 * Returns the predictions to append: of each coming pass that has none for this place yet; and, after a burn, of each
 * pass that now comes at another time than was predicted before the burn.
 *
 * @param open predictions of passes that are not over
 * @param now milliseconds since the Unix epoch
 */
export function toSeal(
  passes: readonly Pass[],
  open: readonly Prediction[],
  observer: Observer,
  estimate: EstimatedOrbit,
  now: number,
): Omit<Prediction, 'id'>[] {
  const { latitude, longitude, altitude } = observer;
  return passes.flatMap((pass) => {
    if (pass.rise.t * 1000 <= now) return [];
    const said = open.findLast((one) => isOf(one, pass, observer));
    if (said !== undefined && !isBeforeBurn(said, estimate)) return [];
    // The ledger holds the pass over a flat horizon, so that its score does not depend on the local one.
    const whole = wholePass(estimate, observer, pass.rise.t, pass.peak.t) ?? pass;
    // A clock that is behind does not make a prediction of what the fixes have seen.
    if (whole.rise.t * 1000 <= now || whole.rise.t <= estimate.orbit.epoch) return [];
    if (said !== undefined && !isOverturned(said, whole, estimate)) return [];
    return [
      {
        saidAt: now,
        observer: { latitude, longitude, altitude },
        rise: whole.rise.t,
        peak: whole.peak.t,
        set: whole.set.t,
        peakElevation: whole.peak.elevation,
        visible: pass.visible,
        sigma: estimate.ephemeris.timeSigma(whole.peak.t),
        replaces: said?.id ?? null,
      },
    ];
  });
}

/** Whether the station has fired its engines since that prediction. */
const isBeforeBurn = ({ saidAt }: Prediction, { orbit: { burn } }: EstimatedOrbit): boolean =>
  burn !== null && burn.to * 1000 > saidAt;

function isOverturned(said: Prediction, pass: Pass, estimate: EstimatedOrbit): boolean {
  const sigma = Math.hypot(said.sigma, estimate.ephemeris.timeSigma(pass.peak.t));
  return Math.abs(said.peak - pass.peak.t) > 2 * sigma;
}

/**
 * How a burn changed the coming passes that were predicted before it: those at other times by more than two standard
 * deviations, those that can be seen now or no longer, and those that do not come.
 *
 * @param open predictions of passes that are not over
 * @param passesUntil how far ahead passes are known, and `now`: milliseconds since the Unix epoch
 */
export function changesOf(
  open: readonly Prediction[],
  { passes, passesUntil }: { passes: readonly Pass[]; passesUntil: number | null },
  observer: Observer,
  estimate: EstimatedOrbit,
  now: number,
): PassChange[] {
  return open
    .filter(
      (one) =>
        // Of several predictions of one pass, the first one counts.
        one.replaces === null &&
        isSamePlace(one.observer, observer) &&
        isBeforeBurn(one, estimate) &&
        one.rise * 1000 > now &&
        one.peak * 1000 <= (passesUntil ?? -Infinity),
    )
    .sort((a, b) => a.peak - b.peak)
    .flatMap((one): PassChange[] => {
      const said = { peak: one.peak, visible: one.visible };
      const whole = wholePass(estimate, observer, one.rise, one.peak);
      if (whole === undefined) return [{ said, now: null }];
      const pass = passes.find(({ peak }) => Math.abs(peak.t - whole.peak.t) < samePassSeconds);
      // It is behind the local horizon, or has become too low: no view shows it.
      if (pass === undefined) return one.visible ? [{ said, now: null }] : [];
      const { visible } = pass;
      if (visible === one.visible && !isOverturned(one, whole, estimate)) return [];
      return [{ said, now: { peak: whole.peak.t, from: passSpan(pass).from, visible } }];
    });
}

/**
 * The scores of the predictions whose passes are over and lie among the fixes of the orbit. A pass during which the app was
 * not running, with no fix on either side, is never scored.
 */
export function toScore(
  open: readonly Prediction[],
  estimate: EstimatedOrbit,
  now: number,
): Score[] {
  const { epoch, from } = estimate.orbit;
  return open
    .filter(({ saidAt }) => !isServiceInDoubt(estimate.orbit, saidAt))
    .filter(({ rise, set }) => from < rise && set < epoch && epoch - set < scoredWithin)
    .map((prediction) => ({
      of: prediction.id,
      scoredAt: now,
      outcome: outcomeOf(prediction, estimate),
    }));
}

/** How long after a jump of the service, in seconds, its fixes prove nothing. */
const doubtfulSeconds = 86_400;
/** The node that a jump of the service shows, degrees: a clock that is 5 s off moves it by 0.02°. */
const jumpDegrees = 0.02;

/**
 * Whether the service's clock or places have jumped during the last day. Engines that fire along the track change the period
 * and not the plane; a clock that is off turns the plane with the Earth, by 15° an hour. Until a change is confirmed as a burn,
 * and while the orbit begins after the prediction, it is in doubt.
 */
function isServiceInDoubt(
  { epoch, burn, memory }: EstimatedOrbit['orbit'],
  saidAt: number,
): boolean {
  const since = epoch - doubtfulSeconds;
  if (memory.from > since && memory.from * 1000 > saidAt) return true;
  const [change] = memory.sets.filter(({ changed, times }) => changed && (times[0] ?? 0) > since);
  if (change === undefined) return false;
  if (burn === null || burn.to < (change.times[0] ?? 0)) return true;
  const moved = Math.abs(burn.after.set.node - burn.before.set.node) % 360;
  return Math.min(moved, 360 - moved) > jumpDegrees;
}

function outcomeOf(prediction: Prediction, estimate: EstimatedOrbit): PassOutcome | null {
  const { observer, rise: saidRise, peak } = prediction;
  const pass = wholePass(estimate, observer, saidRise, peak);
  if (pass === undefined) return null;
  const { rise, peak: top, set } = pass;
  return { rise: rise.t, peak: top.t, set: set.t, sigma: estimate.ephemeris.timeSigma(top.t) };
}

/** The pass over a flat horizon that rises and culminates about these times. */
const wholePass = (
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
