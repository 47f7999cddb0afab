import { wrapDegrees, type Place } from '#shared/station/sky/earth.ts';
import type { Observer } from '#shared/station/sky/observer.ts';
import type { ObserverInUse } from '#shared/station/station.ts';
import { guessObserver } from './guess.ts';
import { readTownHeights } from './town-heights-store.ts';

/**
 * The place in the settings, or else a guess by the time zone; null: both are unknown. If the user has set no height,
 * the height of the nearest town is used.
 *
 * @param timeZone IANA name
 */
export function observerInUse(chosen: Observer | null, timeZone: string): ObserverInUse | null {
  const observer = chosen ?? guessObserver(timeZone);
  if (observer === null) return null;
  const source = chosen === null ? 'guess' : 'settings';
  if (observer.altitude !== null) return { ...observer, source };
  return { ...observer, ...heightAt(observer), source };
}

/** Returns a variant of `observerInUse` that returns the same object until an argument changes. */
export function memoizedObserver(): typeof observerInUse {
  let lastResult: {
    chosen: Observer | null;
    timeZone: string;
    observer: ObserverInUse | null;
  } | null = null;
  return (chosen, timeZone) => {
    if (lastResult?.chosen !== chosen || lastResult.timeZone !== timeZone)
      lastResult = { chosen, timeZone, observer: observerInUse(chosen, timeZone) };
    return lastResult.observer;
  };
}

/**
 * The standard deviation of the height of a place far from all towns, for which sea level is assumed, metres: the
 * heights of all towns of the table have the root mean square 556 m.
 */
const unknownHeightSigma = 560;
/** Largest distance of a town whose height is used, kilometres. */
const maxTownKm = 25;
/**
 * The deviation of the height: metres, and metres per kilometre between a place and the nearest town. Over 13,372
 * places of GeoNames with at least 1,000 inhabitants, the root mean square of the difference to the nearest other town
 * of the table is 44 m at 1 to 3 km, 105 m at 6 to 12 km and 197 m at 12 to 25 km.
 */
const [heightSigmaAtTown, heightSigmaPerKm] = [20, 10];

const kmPerDegree = 111.2;
const bytesPerTown = 6;

/**
 * The height of the nearest town within 25 km, metres above sea level, and the standard deviation of its difference to
 * the height of the place. `altitude` is null if there is no such town.
 */
export function heightAt(place: Place): {
  readonly altitude: number | null;
  readonly altitudeSigma: number;
} {
  const towns = readTownHeights();
  const degreesAt = (town: number): number => towns.readInt16BE(town) / 100;
  const kmPerLongitude = kmPerDegree * Math.cos((place.latitude * Math.PI) / 180);
  let altitude: number | null = null;
  let nearestKm = maxTownKm;
  for (let town = 0; town < towns.length; town += bytesPerTown) {
    const northKm = (degreesAt(town) - place.latitude) * kmPerDegree;
    // Most towns are farther away by latitude alone.
    if (Math.abs(northKm) > maxTownKm) continue;
    const eastKm = wrapDegrees(degreesAt(town + 2) - place.longitude) * kmPerLongitude;
    const distanceKm = Math.hypot(eastKm, northKm);
    if (distanceKm <= nearestKm) [nearestKm, altitude] = [distanceKm, towns.readInt16BE(town + 4)];
  }
  return altitude === null
    ? { altitude, altitudeSigma: unknownHeightSigma }
    : { altitude, altitudeSigma: heightSigmaAtTown + heightSigmaPerKm * nearestKm };
}
