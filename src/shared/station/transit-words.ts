import { m } from '#words';
import { formatLocale } from '../language/language.ts';
import { dayAndTime, secondsInWords, untilInWords } from '../time-words.ts';
import { placeInDegrees } from '../words.ts';
import { compassInWords } from './sky/compass.ts';
import { wrapDegrees, type Place } from './sky/earth.ts';
import type { Transit } from './sky/transit.ts';
import { toUserUnits } from './units.ts';

/** Kilometres per degree on the ground: accurate enough for a sketch of 100 km. */
const kmPerDegree = 111.2;

interface SketchPosition {
  /** Kilometres east and north of the observer. */
  readonly east: number;
  readonly north: number;
}

/** The position of a place relative to the observer, in a plane. */
export function sketchPositionOf(observer: Place, place: Place): SketchPosition {
  const longitudeDifference = wrapDegrees(place.longitude - observer.longitude);
  return {
    east: longitudeDifference * kmPerDegree * Math.cos((observer.latitude * Math.PI) / 180),
    north: (place.latitude - observer.latitude) * kmPerDegree,
  };
}

/** Direction from the observer, degrees from north by east. */
export function bearingOf(observer: Place, place: Place): number {
  const { east, north } = sketchPositionOf(observer, place);
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}

const formatNumber = (value: number, digits: number): string =>
  new Intl.NumberFormat(formatLocale(), { maximumFractionDigits: digits }).format(value);

/** A distance, such as `30 km` or `19 mi`; below 10 with one decimal place, unless this place is 0. */
export function distanceInWords(km: number): string {
  const [value, unit] = toUserUnits(km);
  return new Intl.NumberFormat(formatLocale(), {
    style: 'unit',
    unit,
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}
export const degreesInWords = (value: number): string => `${formatNumber(value, 0)}°`;

/** A time is written with seconds if its uncertainty is at most this, in seconds. */
const maxSecondsUncertainty = 5;

/**
 * The time of a transit, with the day if it is not that of `now` (milliseconds). The seconds are written only if two
 * standard deviations are at most 5 s: otherwise they would change with each fit.
 *
 * @param sigma standard deviation of the time, seconds
 */
export function transitTime(t: number, now: number, sigma: number): string {
  const date = new Date(t * 1000);
  if (2 * sigma > maxSecondsUncertainty) return untilInWords(t * 1000, now);
  const time = new Intl.DateTimeFormat(formatLocale(), { timeStyle: 'medium' }).format(date);
  return date.toDateString() === new Date(now).toDateString()
    ? time
    : dayAndTime(t * 1000, now, '2-digit');
}

/**
 * For times further ahead than this, in seconds, most of the uncertainty comes from future drag, which a solar storm
 * can multiply.
 */
const stormAheadSeconds = 86_400;

/**
 * The uncertainty of the time `t` (Unix seconds) of a pass or a transit in words: two standard deviations, at least a
 * tenth of a second.
 *
 * @param now milliseconds since the Unix epoch
 */
export function timeCertainty(sigma: number, t: number, now: number): string {
  const uncertainty = secondsInWords(Math.max(0.1, 2 * sigma), sigma < 5 ? 1 : 0);
  return t - now / 1000 > stormAheadSeconds
    ? m.sky_time_known_storm({ seconds: uncertainty })
    : m.sky_time_known({ seconds: uncertainty });
}

/** If the line is known well enough only later than this, in milliseconds, it is too early to wait for that time. */
const maxWaitMs = 24 * 3600_000;

/**
 * Whether to travel to the centre line: go, wait, or decide later; with the line's uncertainty.
 *
 * @param now milliseconds since the Unix epoch
 * @param reader the time at which the text is read: the date is written if it is another day
 */
export function lineCertainty({ lineSigmaKm, goodAt }: Transit, now: number, reader = now): string {
  const km = distanceInWords(Math.max(0.1, 2 * lineSigmaKm));
  const waitMs = goodAt === null ? 0 : goodAt * 1000 - now;
  if (goodAt === null || waitMs <= 0) return m.sky_transit_line_good({ km });
  const when = untilInWords(goodAt * 1000, reader);
  return waitMs <= maxWaitMs
    ? m.sky_transit_line_later({ km, when })
    : m.sky_transit_line_early({ km, when });
}

/** Whether the transit is seen from the observer's place, and the way to the centre line. */
export function wayInWords(
  { stand, distanceKm, separation, discRadius }: Transit,
  observer: Place,
): string {
  const way = {
    km: distanceInWords(distanceKm),
    direction: compassInWords(bearingOf(observer, stand)),
  };
  return separation < discRadius ? m.sky_transit_here(way) : m.sky_transit_stand(way);
}

/** The apparent size of the station in front of the disc, in words. */
export const silhouetteInWords = ({ silhouette: arc, discRadius }: Transit): string =>
  m.sky_transit_size({
    arc: formatNumber(arc, 0),
    part: formatNumber((discRadius * 2 * 3600) / arc, 0),
  });

interface NamedPlace extends Place {
  readonly name: string;
}

/** A place within this distance, in km, counts as in the town. */
const maxInTownKm = 3;

/** Describes the place to stand by its coordinates, and by the nearest town if one is near. */
export function standPlaceInWords(stand: Place, town: NamedPlace | null): string {
  const place = placeInDegrees(stand);
  if (town === null) return m.sky_transit_stand_at({ place });
  const { east, north } = sketchPositionOf(town, stand);
  const km = Math.hypot(east, north);
  return km < maxInTownKm
    ? m.sky_transit_stand_in({ town: town.name, place })
    : m.sky_transit_stand_from({
        km: distanceInWords(km),
        direction: compassInWords(bearingOf(town, stand)),
        town: town.name,
        place,
      });
}

/** The transit of the same body at about the same time in the newest search; null if there is none. */
export const transitNearTime = (
  found: readonly Transit[],
  wanted: Pick<Transit, 'body' | 't'> | null,
): Transit | null =>
  found.find(
    (one) => one.body === wanted?.body && Math.abs(one.t - wanted.t) < maxSameTransitSeconds,
  ) ?? null;

/** Two transits of one body within this time are the same transit: half an orbit, in seconds. */
const maxSameTransitSeconds = 46 * 60;
