import {
  crossProduct,
  distanceBetween,
  dotProduct,
  equatorialRadius,
  flattening,
  subtractVectors,
  placeBelow,
  radians,
  toUnitVector,
  type EarthFixed,
  type Place,
} from '#shared/station/sky/earth.ts';
import {
  lookAngles,
  siteOfObserver,
  type Observer,
  type Site,
} from '#shared/station/sky/observer.ts';
import type { Chord, Transit } from '#shared/station/sky/transit.ts';
import type { Ephemeris } from '../orbit/ephemeris.ts';
import { earthRate } from '../orbit/frames.ts';
import { bodyBetween, discBodies, type DiscName } from './bodies.ts';
import { passesOf } from './passes.ts';
import { findMaximum } from './search.ts';

interface TransitsOptions {
  /** The start of the search, Unix seconds. */
  readonly from: number;
  readonly hours: number;
  /** Largest distance of the centre line from the observer, km. */
  readonly withinKm: number;
}

/** The place of the observer, with one standard deviation of its height if the user has not set it, metres. */
type ObserverOfTransits = Observer & { readonly altitudeSigma?: number | undefined };

/**
 * Lowest elevation of a transit, degrees: nearer to the horizon the centre line is badly defined, and haze dims the
 * disc.
 */
const minElevation = 5;
/** Seconds between the samples of a pass. During a pass, the separation has one minimum. */
const sampleStep = 15;
/** Length from wing tip to wing tip, km (NASA, "International Space Station: facts and figures"). */
const spanKm = 0.109;
/** The centre line is returned this far beyond the search radius, km. */
const lineMarginKm = 50;
/** Limit of the line's length in seconds on either side of the transit. */
const maxLineSeconds = 60;

/**
 * Transits of the Sun and the Moon for an observer, in order of time: the times at which the line from the body's
 * centre through the station meets the ground within `withinKm`. A search of one day takes some
 * milliseconds: call the function for one day at a time.
 *
 * Geometry: the centre line is the track of the point where that line meets the ellipsoid raised by the observer's
 * altitude; the altitude moves the point by altitude / tan(elevation) towards the body. Seen from a place at the
 * distance d from the centre line, the station passes the centre of the disc at an angle of about d / range.
 */
export function transitsOf(
  ephemeris: Ephemeris,
  observer: ObserverOfTransits,
  { from, hours, withinKm }: TransitsOptions,
): readonly Transit[] {
  const passes = passesOf(ephemeris.earthFixed, observer, {
    from,
    hours,
    minPeakElevation: minElevation,
  });
  return passes
    .filter(({ rise }) => rise.t >= from)
    .flatMap(({ rise, set }) =>
      (['sun', 'moon'] as const).flatMap((disc) => {
        const transit = transitIn(ephemeris, observer, withinKm, disc, rise.t, set.t);
        return transit === null ? [] : [transit];
      }),
    )
    .sort((a, b) => a.t - b.t);
}

function transitIn(
  ephemeris: Ephemeris,
  observer: ObserverOfTransits,
  withinKm: number,
  disc: DiscName,
  rise: number,
  set: number,
): Transit | null {
  const { body, radiusKm } = discBodies[disc];
  const site = siteOfObserver(observer);
  const bodyOf = bodyBetween(body, rise, set);
  if (lookAngles(site, bodyOf((rise + set) / 2)).elevation < minElevation - 2) return null;
  const station = (t: number): EarthFixed => ephemeris.earthFixed(t);

  /** Distance of the observer from the line through body and station, km, negated for `findMaximum`. */
  const nearness = (t: number): number => -distanceFromLine(site.position, station(t), bodyOf(t));
  let bestTime = rise;
  for (let t = rise; t <= set; t += sampleStep) if (nearness(t) > nearness(bestTime)) bestTime = t;
  const crudeTime = findMaximum(nearness, bestTime - sampleStep, bestTime + sampleStep);
  const altitudeKm = (observer.altitude ?? 0) / 1000;
  const shadowAt = (t: number): EarthFixed | null =>
    groundPointOnLine(station(t), bodyOf(t), altitudeKm);
  const groundNearness = (t: number): number => {
    const point = shadowAt(t);
    return point === null ? -Infinity : -distanceBetween(point, site.position);
  };
  const t = findMaximum(groundNearness, crudeTime - sampleStep, crudeTime + sampleStep);
  const stand = shadowAt(t);
  if (stand === null) return null;
  const distanceKm = distanceBetween(stand, site.position);
  const bodyAngles = lookAngles(site, bodyOf(t));
  if (distanceKm > withinKm || bodyAngles.elevation < minElevation) return null;

  const discRadius = Math.asin(radiusKm / bodyAngles.rangeKm) / radians;
  const [before, after] = [shadowAt(t - 0.5), shadowAt(t + 0.5)];
  if (before === null || after === null) return null;
  const track = toUnitVector(subtractVectors(after, before));
  const standPlace = placeBelow(stand);
  const { up } = siteOfObserver({ ...standPlace, altitude: observer.altitude });
  const acrossTrack = toUnitVector(crossProduct(up, track));
  const besidePoint: EarthFixed = [
    stand[0] + acrossTrack[0],
    stand[1] + acrossTrack[1],
    stand[2] + acrossTrack[2],
  ];
  const closestApproach = (place: EarthFixed): { readonly t: number; readonly angle: number } => {
    const angle = (at: number): number => angleFrom(place, station(at), bodyOf(at));
    const closestTime = findMaximum((at) => -angle(at), t - sampleStep, t + sampleStep);
    return { t: closestTime, angle: angle(closestTime) };
  };
  const closestMoment = closestApproach(site.position);
  const halfWidthKm = discRadius / closestApproach(besidePoint).angle;
  const rate = angleFrom(stand, station(t + 0.25), bodyOf(t + 0.25)) / 0.25;

  const lineSigmaAt = centreLineSigma(
    ephemeris,
    station(t),
    station(t + 1),
    bodyOf(t),
    up,
    acrossTrack,
  );
  const sight = toUnitVector(subtractVectors(station(t), bodyOf(t)));
  const heightSigmaKm = Math.hypot(observer.altitudeSigma ?? 0, geoidMetres) / 1000;
  const heightFactor = dotProduct(sight, acrossTrack) / dotProduct(sight, up);
  const lineSigmaKm = Math.hypot(lineSigmaAt(t), heightSigmaKm * heightFactor);
  return {
    body: disc,
    t,
    seconds: (2 * discRadius) / rate,
    azimuth: bodyAngles.azimuth,
    elevation: bodyAngles.elevation,
    discRadius,
    separation: closestMoment.angle,
    chord: chordAt(site, closestMoment.t, station, bodyOf),
    rangeKm: distanceBetween(station(t), stand),
    silhouette: (spanKm / distanceBetween(station(t), stand) / radians) * 3600,
    stand: { latitude: standPlace.latitude, longitude: standPlace.longitude },
    distanceKm,
    halfWidthKm,
    line: lineAround(
      shadowAt,
      t,
      { step: 1, most: maxLineSeconds },
      (point) => distanceBetween(point, site.position) <= withinKm + lineMarginKm,
    ),
    path: lineAround(shadowAt, t, { step: pathStep, most: maxPathSeconds }),
    lineSigmaKm,
    timeSigma: ephemeris.timeSigma(t),
    goodAt: timeOfSmallError(lineSigmaAt, t, ephemeris.epoch, halfWidthKm / 4),
  };
}

/** Sea level above or below the ellipsoid, metres: root mean square of the geoid undulation (EGM2008). */
const geoidMetres = 30;

/**
 * Seconds on either side of the closest approach between which the motion is measured: the chord is straight to 0.1″.
 */
const chordStep = 0.25;

function chordAt(
  site: Site,
  t: number,
  station: (t: number) => EarthFixed,
  body: (t: number) => EarthFixed,
): Chord {
  const offsetAt = (at: number): readonly [right: number, up: number] => {
    const bodyDirection = toUnitVector(subtractVectors(body(at), site.position));
    const rightDirection = toUnitVector(crossProduct(bodyDirection, site.up));
    const upward = crossProduct(rightDirection, bodyDirection);
    const sight = toUnitVector(subtractVectors(station(at), site.position));
    return [dotProduct(sight, rightDirection) / radians, dotProduct(sight, upward) / radians];
  };
  const [before, after] = [offsetAt(t - chordStep), offsetAt(t + chordStep)];
  const [right, up] = offsetAt(t);
  return {
    t,
    right,
    up,
    rightRate: (after[0] - before[0]) / (2 * chordStep),
    upRate: (after[1] - before[1]) / (2 * chordStep),
  };
}

/** Error of the model, km: polar motion 15 m, UT1 − UTC 40 m, position of the Moon 25 m. */
const modelErrorKm = 0.05;

/**
 * One standard deviation of the centre line across itself, km, if the transit were at another time `t`: the errors
 * along and across the track, projected along the line of sight to the ground. Most of an error along the track moves
 * the station along the centre line and changes only the time.
 */
export function centreLineSigma(
  { deviations }: Ephemeris,
  station: EarthFixed,
  later: EarthFixed,
  body: EarthFixed,
  up: EarthFixed,
  across: EarthFixed,
): (t: number) => number {
  const sight = toUnitVector(subtractVectors(station, body));
  const vertical = toUnitVector(station);
  // Add the rotation of the Earth to convert the Earth-fixed motion to the inertial motion.
  const groundMotion = subtractVectors(later, station);
  const inertialMotion = toUnitVector([
    groundMotion[0] - earthRate * station[1],
    groundMotion[1] + earthRate * station[0],
    groundMotion[2],
  ]);
  const leftward = crossProduct(vertical, inertialMotion);
  const onLine = (error: EarthFixed): number =>
    dotProduct(error, across) -
    (dotProduct(sight, across) * dotProduct(error, up)) / dotProduct(sight, up);
  const [byAlong, byCross] = [onLine(inertialMotion), onLine(leftward)];
  return (t) => {
    const { alongKm, crossKm } = deviations(t);
    return Math.hypot(alongKm * byAlong, crossKm * byCross, modelErrorKm);
  };
}

/**
 * Returns the time at which the 1 σ error of the centre line is expected to fall to `limitKm`, in Unix seconds. Returns
 * null if the error is at most `limitKm` now. The error grows with the time since the newest fix. The calculation
 * assumes that the orbits of later fits have the same error as this orbit, at the same time after their newest fix.
 */
function timeOfSmallError(
  sigma: (t: number) => number,
  transit: number,
  epoch: number,
  limitKm: number,
): number | null {
  if (sigma(transit) <= limitKm) return null;
  let [good, bad] = [0, Math.max(0, transit - epoch)];
  for (let round = 0; round < 12; round += 1) {
    const middle = (good + bad) / 2;
    if (sigma(epoch + middle) <= limitKm) good = middle;
    else bad = middle;
  }
  return transit - good;
}

/** Half the length of the line over the globe, and the time between its places, seconds. */
const maxPathSeconds = 400;
const pathStep = 20;

/**
 * Places of the centre line around `t`, one every `step` seconds; on each side up to `most` seconds, or until
 * `isWanted` rejects a place.
 */
function lineAround(
  shadowAt: (t: number) => EarthFixed | null,
  t: number,
  { step, most }: { readonly step: number; readonly most: number },
  isWanted: (point: EarthFixed) => boolean = () => true,
): Place[] {
  const placeAt = (at: number): Place | null => {
    const point = shadowAt(at);
    if (point === null || !isWanted(point)) return null;
    const { latitude, longitude } = placeBelow(point);
    return { latitude, longitude };
  };
  const walk = (by: number): Place[] => {
    const places: Place[] = [];
    for (let at = t + by; Math.abs(at - t) <= most; at += by) {
      const place = placeAt(at);
      if (place === null) break;
      places.push(place);
    }
    return places;
  };
  const middle = placeAt(t);
  return [...walk(-step).reverse(), ...(middle === null ? [] : [middle]), ...walk(step)];
}

/** Where the line from the body through the station first meets the ellipsoid raised by `altitudeKm`; null: nowhere. */
export function groundPointOnLine(
  station: EarthFixed,
  body: EarthFixed,
  altitudeKm: number,
): EarthFixed | null {
  const sight = toUnitVector(subtractVectors(station, body));
  const [a, b] = [equatorialRadius + altitudeKm, equatorialRadius * (1 - flattening) + altitudeKm];
  const p: EarthFixed = [station[0] / a, station[1] / a, station[2] / b];
  const d: EarthFixed = [sight[0] / a, sight[1] / a, sight[2] / b];
  const [dd, pd, pp] = [dotProduct(d, d), dotProduct(p, d), dotProduct(p, p)];
  const root = pd * pd - dd * (pp - 1);
  if (root < 0) return null;
  const distance = (-pd - Math.sqrt(root)) / dd;
  if (distance < 0) return null;
  return [
    station[0] + distance * sight[0],
    station[1] + distance * sight[1],
    station[2] + distance * sight[2],
  ];
}

/** Distance of a point from the line through station and body, km. */
function distanceFromLine(point: EarthFixed, station: EarthFixed, body: EarthFixed): number {
  const offset = subtractVectors(point, station);
  return Math.hypot(...crossProduct(offset, toUnitVector(subtractVectors(station, body))));
}

/** Angle between station and body seen from `place`, degrees. */
function angleFrom(place: EarthFixed, station: EarthFixed, body: EarthFixed): number {
  const [a, b] = [subtractVectors(station, place), subtractVectors(body, place)];
  return Math.atan2(Math.hypot(...crossProduct(a, b)), dotProduct(a, b)) / radians;
}
