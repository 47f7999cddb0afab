import { m } from '#words';
import { minPathSeconds, passForecast, noPositionReason } from '#shared/station/pass-forecast.ts';
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
  if (noPositionReason(station).kind !== 'waiting') return null;
  if (at === null) {
    const isLearning = station.orbit === null && polling.everySeconds !== null;
    return isLearning ? m.station_orbit_learning() : null;
  }
  const minutes = Math.round((at - now) / 60_000);
  return minutes < 3 ? m.station_orbit_known_soon() : m.station_orbit_known_in({ count: minutes });
}

/**
 * The share of the time after which the passes are known that has passed, from 0 to 1; null while
 * `orbitEstimateInWords` names no time.
 *
 * @param now milliseconds since the Unix epoch
 */
export const learningProgress = (station: Station, now: number): number | null =>
  station.passesExpectedAt === null || orbitEstimateInWords(station, now) === null
    ? null
    : Math.min(1, Math.max(0, 1 - (station.passesExpectedAt - now) / (minPathSeconds * 1000)));

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
