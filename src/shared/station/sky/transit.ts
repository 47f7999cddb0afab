import { z } from 'zod';

const placeSchema = z.object({ latitude: z.number(), longitude: z.number() });

/**
 * The path of the station across the disc, seen from the observer's place: the position at the time `t` of the closest
 * approach to the disc's centre, degrees to the right and upwards (to the zenith), and the motion in degrees per
 * second, which is straight and uniform during a transit.
 */
const chordSchema = z.object({
  t: z.number(),
  right: z.number(),
  up: z.number(),
  rightRate: z.number(),
  upRate: z.number(),
});
export type Chord = z.infer<typeof chordSchema>;

/** The station in front of the Sun's or the Moon's disc. Times are Unix seconds, angles degrees, lengths km. */
export const transitSchema = z.object({
  body: z.enum(['sun', 'moon']),
  /** The time at which the station is closest to the centre of the disc, seen from `stand`. */
  t: z.number(),
  /** How long the station is in front of the disc, seconds, seen from the centre line. */
  seconds: z.number(),
  /** Direction of the disc from the observer; the elevation is geometric, without refraction. */
  azimuth: z.number(),
  elevation: z.number(),
  /** Angular radius of the disc. */
  discRadius: z.number(),
  /** The least angle between the station and the centre of the disc from the observer's own place. */
  separation: z.number(),
  chord: chordSchema,
  rangeKm: z.number(),
  /** Angular size of the station from wing tip to wing tip, arc seconds. */
  silhouette: z.number(),
  /**
   * The place on the centre line that is nearest to the observer, and its distance. Seen from this place, the station
   * crosses the middle of the disc.
   */
  stand: placeSchema,
  distanceKm: z.number(),
  /** The station crosses the disc within this distance on either side of the centre line. */
  halfWidthKm: z.number(),
  /** The centre line near the observer, in order of time. */
  line: z.array(placeSchema),
  /** The centre line over the whole globe, as far as it meets the ground, for a map of the world. */
  path: z.array(placeSchema),
  /**
   * One standard deviation of the centre line, across the line, km, including the effect of the observer's height; and
   * one standard deviation of the time, seconds.
   */
  lineSigmaKm: z.number(),
  timeSigma: z.number(),
  /** The time at which the line is expected to be known well enough to travel to it; null if it already is. */
  goodAt: z.number().nullable(),
});
export type Transit = z.infer<typeof transitSchema>;
