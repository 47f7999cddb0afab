import { m } from '#words';
import { passForecast, noPositionReason } from '#shared/station/pass-forecast.ts';
import type { Place } from '#shared/station/sky/earth.ts';
import { solarElevation, subsolarPoint } from '#shared/station/sky/sun.ts';
import type { Polling, Station } from '#shared/station/station.ts';
import { intervalInWords } from '#shared/time-words.ts';
import { distanceInWords } from './units.ts';

/** The accuracy to show: two standard deviations (19 of 20 errors are smaller), at least 0.1 km. */
const accuracyOf = (sigmaKm: number): string =>
  m.station_accuracy_about({ distance: distanceInWords(Math.max(0.1, 2 * sigmaKm)) });

/**
 * The current uncertainty of the position, in words. No figure until passes are known: an accuracy of 0.1 km without
 * passes would look contradictory.
 *
 * @param now milliseconds since the Unix epoch
 */
export function accuracyInWords(station: Station, now: number): string {
  const { orbit, place } = station;
  if (orbit === null)
    return noPositionReason(station).kind === 'waiting'
      ? m.station_accuracy_learning()
      : m.station_accuracy_unknown();
  const forecast = passForecast(station, now);
  if (forecast.kind === 'unknown' && forecast.why.kind === 'learning')
    return m.station_accuracy_learning();
  return accuracyOf(place?.sigmaKm ?? orbit.sigmaKmNow);
}

/** The uncertainty of the position a day ahead, in words; null without an orbit. */
export const accuracyTomorrowInWords = ({ orbit }: Station): string | null =>
  orbit === null ? null : accuracyOf(orbit.sigmaKmInADay);

/**
 * When the passes will be known. Null once the orbit is known, and while no positions arrive.
 *
 * @param now milliseconds since the Unix epoch
 */
export function orbitEstimateInWords(station: Station, now: number): string | null {
  const { observer, passesExpectedAt: at, polling } = station;
  // Without a place there are no passes, and the view asks for one.
  if (observer === null || polling.mode === 'paused') return null;
  if (at === null) {
    const isLearning = station.orbit === null && polling.everySeconds !== null;
    return isLearning && noPositionReason(station).kind === 'waiting'
      ? m.station_orbit_learning()
      : null;
  }
  const minutes = Math.round((at - now) / 60_000);
  return minutes < 3 ? m.station_orbit_known_soon() : m.station_orbit_known_in({ count: minutes });
}

/**
 * The maximum number of positions during a first fit, at one every five seconds. If there are more, some are from an
 * earlier orbit.
 */
const maxFirstFitPositions = 240;

/**
 * The number of positions so far, and the number of positions with which the passes will be known, computed from the
 * polling interval. Null if the second number is unknown, or if some positions belong to an earlier orbit.
 *
 * @param now milliseconds since the Unix epoch
 */
export function learningProgress(
  { fixesKept, observer, passesExpectedAt: at, polling }: Station,
  now: number,
): { readonly done: number; readonly total: number } | null {
  const { mode, everySeconds } = polling;
  if (observer === null || at === null || mode === 'paused' || everySeconds === null) return null;
  if (fixesKept > maxFirstFitPositions) return null;
  const missingCount = Math.max(1, Math.ceil((at - now) / (everySeconds * 1000)));
  return { done: fixesKept, total: fixesKept + missingCount };
}

/** The polling interval in words. */
export function pollingInWords({ mode, everySeconds }: Polling): string {
  if (mode === 'paused') return m.station_polling_paused();
  return everySeconds === null
    ? m.station_polling_not_yet()
    : m.station_polling_every({ duration: intervalInWords(everySeconds) });
}

/** Day, twilight or night at a place, in words. @param t Unix seconds */
export function lightInWords(place: Place, t: number): string {
  const elevation = solarElevation(place, subsolarPoint(t));
  if (elevation > 0) return m.station_day();
  return elevation > -18 ? m.station_twilight() : m.station_night();
}
