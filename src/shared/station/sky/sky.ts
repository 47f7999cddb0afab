import { z } from 'zod';
import { baseLanguage, languages } from '#shared/language/language.ts';

/** The bodies of the solar system that the naked eye can see. */
export const bodyNameSchema = z.enum([
  'sun',
  'moon',
  'mercury',
  'venus',
  'mars',
  'jupiter',
  'saturn',
]);
export type BodyName = z.infer<typeof bodyNameSchema>;

/** The names of a star: the international name (`en`), and those of languages that have their own. */
const starNamesSchema = z
  .partialRecord(z.enum(languages), z.string())
  .and(z.object({ [baseLanguage]: z.string() }));
export type StarNames = z.infer<typeof starNamesSchema>;

/** A named object in the sky. */
const skyTargetSchema = z.union([
  z.object({ body: bodyNameSchema }),
  z.object({ star: starNamesSchema }),
]);
export type SkyTarget = z.infer<typeof skyTargetSchema>;

/** A unit vector with the components east, north and up. Without refraction, like the directions of passes. */
export const directionSchema = z.tuple([z.number(), z.number(), z.number()]);
export type Direction = z.infer<typeof directionSchema>;

/** The times at which the Sun passes 0°, −6°, −12° and −18° (Unix seconds); null if it does not pass that elevation. */
const twilightSchema = z.tuple([
  z.number().nullable(),
  z.number().nullable(),
  z.number().nullable(),
  z.number().nullable(),
]);

/** The night around a pass, from noon to noon. Elevations are those of the Sun's centre, without refraction. */
const nightSchema = z.object({
  dusk: twilightSchema,
  dawn: twilightSchema,
  /** The Sun's elevation at solar midnight and at the noon before, degrees. */
  lowest: z.number(),
  highest: z.number(),
});
export type Night = z.infer<typeof nightSchema>;

/** The sky behind a pass. */
export const skySchema = z.object({
  /** The time for which the directions are given, Unix seconds: the culmination of the pass. */
  t: z.number(),
  /** Geodetic latitude of the observer: the height of the pole about which the sky turns. */
  latitude: z.number(),
  bodies: z.array(
    z.object({ body: bodyNameSchema, direction: directionSchema, magnitude: z.number() }),
  ),
  /** `phase` in degrees: 0 new, 90 first quarter, 180 full. `lit`: the lit part of the disc. */
  moon: z.object({ phase: z.number(), lit: z.number() }),
  /** The brightest first; also those below the horizon, because lines lead to them. */
  stars: z.array(
    z.object({
      direction: directionSchema,
      magnitude: z.number(),
      names: starNamesSchema.nullable(),
    }),
  ),
  /** The lines of the constellations, as indices of stars. */
  lines: z.array(z.array(z.int())),
  /** The north pole of the Milky Way, and its centre, 90° from the pole. */
  galaxy: z.object({ pole: directionSchema, center: directionSchema }),
  /** Brightness of the station along the pass, every 5 s or closer; null in the Earth's shadow. */
  track: z.array(z.object({ t: z.number(), magnitude: z.number().nullable() })),
  night: nightSchema,
});
export type Sky = z.infer<typeof skySchema>;

/** A conjunction: the station passes close to the Moon, a planet or a bright star in the visible part of a pass. */
export const conjunctionSchema = z.object({
  /** Culmination of the pass, Unix seconds. */
  peak: z.number(),
  target: skyTargetSchema,
  /** The time of the closest approach, Unix seconds; and its standard deviation, seconds. */
  t: z.number(),
  timeSigma: z.number(),
  /**
   * The least distance from the target, in degrees (for the Moon: from the centre of its disc); and its standard
   * deviation.
   */
  separation: z.number(),
  separationSigma: z.number(),
  /** The side of the target on which the station passes, from the observer's view. */
  side: z.enum(['above', 'below', 'left', 'right']),
  /** Whether the station crosses the disc of the Moon. */
  crosses: z.boolean(),
});
export type Conjunction = z.infer<typeof conjunctionSchema>;
