import { z } from 'zod';
import { idleRemote, remoteSchema } from '../remote.ts';
import type { Settings } from '../settings/table.ts';
import { observerSchema } from './sky/observer.ts';
import { passSchema } from './sky/pass.ts';
import { burnSchema } from './burn.ts';
import { conjunctionSchema } from './sky/sky.ts';
import { transitSchema } from './sky/transit.ts';
import { sampledPathSchema } from './sky/sampled-path-schema.ts';
import { instantSchema, latestInstant } from '../instant.ts';
import { calendarFileSchema } from './calendar.ts';
import { passChangeSchema } from './ledger.ts';

/**
 * One polled position of the station, converted to geodetic coordinates.
 * The service sends a geocentric latitude and a timestamp rounded down to the second.
 */
export const fixSchema = z.object({
  /** Unix seconds; the middle of the second of the service's timestamp. Accurate to ± 0.5 s. */
  time: z
    .number()
    .min(0)
    .max(latestInstant / 1000),
  /** Geodetic (WGS 84), degrees, north positive. */
  latitude: z.number().min(-90).max(90),
  /** Degrees, east positive, in [-180, 180]. */
  longitude: z.number().min(-180).max(180),
  /** Time of the answer, milliseconds since the Unix epoch. */
  receivedAt: instantSchema,
});
export type Fix = z.infer<typeof fixSchema>;

/** The part of the fitted orbit that windows show. Times are milliseconds since the Unix epoch. */
const orbitViewSchema = z.object({
  /**
   * The positions from one orbit before `computedAt` to two orbits after it. A newer path replaces this path before it
   * ends.
   */
  path: sampledPathSchema,
  computedAt: instantSchema,
  /** Time of the newest fix in the fit. */
  fittedAt: z.number(),
  /** Number of accepted fixes, and hours from the oldest to the newest. */
  fixes: z.int(),
  spanHours: z.number(),
  /** Root mean square of the residuals, km. Most of it comes from times that the service rounds down to the second. */
  rmsKm: z.number(),
  /** One standard deviation of the horizontal position, km: at `computedAt`, and a day later. */
  sigmaKmNow: z.number(),
  sigmaKmInADay: z.number(),
  /** Which latitude the service sends, as the residuals show. */
  reading: z.enum(['geocentric', 'geodetic']),
});
export type OrbitView = z.infer<typeof orbitViewSchema>;

/** Sub-satellite point and altitude by the orbit, renewed once a minute, for the tray. The map uses the path. */
const stationPlaceSchema = z.object({
  /** Milliseconds since the Unix epoch. */
  at: instantSchema,
  /** Geodetic degrees, kilometres above the ellipsoid. */
  latitude: z.number(),
  longitude: z.number(),
  altitudeKm: z.number(),
  sigmaKm: z.number(),
  /** The place in words, such as "over Brazil"; null until the map of countries is loaded. */
  over: z.string().nullable(),
});
export type StationPlace = z.infer<typeof stationPlaceSchema>;

/**
 * How often the service is polled.
 * - `watched`: the map is on screen and the position is not known well enough;
 * - `learning`: the orbit is not known well enough yet, or has just changed;
 * - `sparse`: the orbit is known; occasional fixes keep its uncertainty low;
 * - `paused`: not at all.
 */
const pollingSchema = z.object({
  mode: z.enum(['watched', 'learning', 'sparse', 'paused']),
  everySeconds: z.number().nullable(),
});
export type Polling = z.infer<typeof pollingSchema>;

export type AlertSettings = Settings['station']['alerts'];

/** The observer, and the source of the place: the settings, or a guess from the system's time zone. */
const observerInUseSchema = observerSchema.extend({
  source: z.enum(['settings', 'guess']),
  /**
   * One standard deviation of the altitude, metres, if the altitude is that of the nearest town or unknown; absent: the
   * user set it.
   */
  altitudeSigma: z.number().optional(),
});
export type ObserverInUse = z.infer<typeof observerInUseSchema>;

/** The station's part of the state. */
export const stationSchema = z.object({
  /** The last polled position. */
  fix: remoteSchema(fixSchema),
  /** Number of fixes that a fit can use. */
  fixesKept: z.int(),
  /** Null until an orbit is fitted, and while its uncertainty is too large. */
  orbit: orbitViewSchema.nullable(),
  place: stationPlaceSchema.nullable(),
  observer: observerInUseSchema.nullable(),
  /** The passes up to `passesUntil`, in order of time; past passes are removed within a minute. */
  passes: z.array(passSchema),
  /** The time up to which passes are known, at most five days ahead. Null: passes are not known. */
  passesUntil: instantSchema.nullable(),
  /** Estimate of when passes will be known, while the orbit is being learned; null if there is no estimate. */
  passesExpectedAt: instantSchema.nullable(),
  /**
   * Transits of the Sun and the Moon near the observer, known up to `until`, milliseconds since the Unix epoch. Null:
   * not known.
   */
  transits: z.object({ list: z.array(transitSchema), until: instantSchema }).nullable(),
  /** Conjunctions with the Moon, planets and bright stars in the visible passes, in order of time. */
  conjunctions: z.array(conjunctionSchema),
  /** The last burn that was detected. */
  burn: burnSchema.nullable(),
  /** Coming passes that a burn has changed since they were predicted, in order of time. */
  changed: z.array(passChangeSchema),
  /** The calendar file that is kept up to date; null if there is none. */
  calendarFile: calendarFileSchema.nullable(),
  /** The passes that the user is alerted to, each until a minute before its end, in order of time. */
  alerts: z.array(passSchema),
  polling: pollingSchema,
});
export type Station = z.infer<typeof stationSchema>;

/** The state before anything is known about the station. */
export const unknownStation: Station = {
  fix: idleRemote,
  fixesKept: 0,
  orbit: null,
  place: null,
  observer: null,
  passes: [],
  passesUntil: null,
  passesExpectedAt: null,
  transits: null,
  conjunctions: [],
  burn: null,
  changed: [],
  calendarFile: null,
  alerts: [],
  polling: { mode: 'learning', everySeconds: null },
};
