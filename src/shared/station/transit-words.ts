import { m } from '#words';
import { dateFormat, numberFormat } from '../language/formats.ts';
import { dayAndTime, secondsInWords, untilInWords } from '../time-words.ts';
import { percentageInWords, placeInDegrees, quantityInWords } from '../words.ts';
import { compassInWords } from './sky/compass.ts';
import { wrapDegrees, type Place } from './sky/earth.ts';
import type { Observer } from './sky/observer.ts';
import { isSamePass } from './sky/pass-span.ts';
import { apparentElevation } from './sky/refraction.ts';
import { solarElevation, subsolarPoint } from './sky/sun.ts';
import type { Transit } from './sky/transit.ts';
import { crossingChances, isSeenFromPlace } from './sky/transit-chance.ts';
import { toUserUnits } from './units.ts';

/** Kilometres per degree on the ground: accurate enough for a sketch of 100 km. */
export const kmPerDegree = 111.2;

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

/** Direction from the observer, degrees from north by east, from −180 to 180. */
export function bearingOf(observer: Place, place: Place): number {
  const { east, north } = sketchPositionOf(observer, place);
  return (Math.atan2(east, north) * 180) / Math.PI;
}

const formatNumber = (value: number, digits: number): string =>
  numberFormat({ maximumFractionDigits: digits }).format(value);

/** A number with at most one decimal place. */
export const oneDecimal = (value: number): string => formatNumber(value, 1);

/** A distance, such as `30 km` or `19 mi`; below 10 with one decimal place, unless this place is 0. */
export function distanceInWords(km: number): string {
  const [value, unit] = toUserUnits(km);
  return quantityInWords(value, unit, { maximumFractionDigits: value < 10 ? 1 : 0 });
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
  const time = dateFormat({ timeStyle: 'medium' }).format(date);
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

/**
 * Whether to travel to the centre line: go, wait until the line is known better, or no, because even on the centre line
 * the station more likely misses the disc; with the line's uncertainty.
 *
 * @param now milliseconds since the Unix epoch
 * @param reader the time at which the text is read: the date is written if it is another day
 */
export function lineCertainty(transit: Transit, now: number, reader = now): string {
  const { lineSigmaKm, goodAt } = transit;
  const km = distanceInWords(Math.max(0.1, 2 * lineSigmaKm));
  if (goodAt === null || goodAt * 1000 <= now) return m.sky_transit_line_good({ km });
  const when = untilInWords(goodAt * 1000, reader);
  return crossingChances(transit).fromLine >= 0.5
    ? m.sky_transit_line_later({ km, when })
    : m.sky_transit_line_early({ km, when });
}

/** The chance that the station crosses the disc, from the observer's place and from the centre line. */
export function chanceInWords(transit: Transit): string {
  const { fromPlace, fromLine } = crossingChances(transit);
  // Not 100 %: the engines may fire before.
  const inPercent = (chance: number): string =>
    percentageInWords(Math.min(99, Math.round(chance * 100)));
  return m.sky_transit_chance({ here: inPercent(fromPlace), line: inPercent(fromLine) });
}

/** Direction and height of the disc, the duration, and, beside the Moon, the height of the Sun. */
export function lookInWords(
  { body, t, azimuth, elevation, seconds }: Transit,
  observer: Observer,
): string[] {
  const sunElevation = solarElevation(observer, subsolarPoint(t));
  const height = degreesInWords(Math.abs(sunElevation));
  return [
    m.sky_transit_look({
      direction: compassInWords(azimuth),
      azimuth: degreesInWords(azimuth),
      height: degreesInWords(apparentElevation(elevation, observer.altitude)),
      seconds: secondsInWords(seconds),
    }),
    ...(body === 'sun'
      ? []
      : [sunElevation > 0 ? m.sky_transit_sun_up({ height }) : m.sky_transit_sun_down({ height })]),
  ];
}

/** Denominators of the exposure times of cameras, in seconds. */
const shutterSpeeds = [125, 250, 500, 1000, 2000, 4000, 8000];

/**
 * The station's motion in front of the disc, and the longest exposure during which it moves by at most a tenth of its
 * width.
 */
export function motionInWords({ chord, silhouette }: Transit): string {
  const degreesPerSecond = Math.hypot(chord.rightRate, chord.upRate);
  const secondsPerWidth = silhouette / 3600 / degreesPerSecond;
  const speed =
    shutterSpeeds.find((one) => 1 / one <= secondsPerWidth / 10) ?? shutterSpeeds.at(-1) ?? 0;
  return m.sky_transit_motion({
    speed: formatNumber(degreesPerSecond, 2),
    width: formatNumber(secondsPerWidth * 1000, 0),
    shutter: `1/${speed}`,
  });
}

/** The time until the station is closest to the centre of the disc, seen from the place that the transit names. */
export function tenthsLeftInWords(transit: Transit, now: number): string {
  const moment = isSeenFromPlace(transit) ? transit.chord.t : transit.t;
  const tenths = Math.max(0, Math.ceil(moment * 10 - now / 100));
  const seconds = numberFormat({ minimumIntegerDigits: 2, minimumFractionDigits: 1 }).format(
    (tenths % 600) / 10,
  );
  return m.sky_transit_countdown({ clock: `${Math.floor(tenths / 600)}:${seconds}` });
}

/** Whether the transit is seen from the observer's place, and the way to the centre line. */
export function wayInWords(transit: Transit, observer: Place): string {
  const way = {
    km: distanceInWords(transit.distanceKm),
    direction: compassInWords(bearingOf(observer, transit.stand)),
  };
  return isSeenFromPlace(transit) ? m.sky_transit_here(way) : m.sky_transit_stand(way);
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
  found.find((one) => one.body === wanted?.body && isSamePass(one.t, wanted.t)) ?? null;
