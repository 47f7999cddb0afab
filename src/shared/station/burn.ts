import { z } from 'zod';
import { instantSchema } from '../instant.ts';

/** A burn of the station's engines. */
export const burnSchema = z.object({
  /** Time of the burn, milliseconds since the Unix epoch; and its standard deviation, seconds. */
  at: instantSchema,
  sigmaSeconds: z.number().nonnegative(),
  /** Change of the mean altitude, km, negative if the orbit is lower; and its standard deviation, km. */
  raisedKm: z.number(),
  sigmaKm: z.number().nonnegative(),
  /** Time at which the burn was detected, milliseconds since the Unix epoch. */
  detectedAt: instantSchema,
});
export type Burn = z.infer<typeof burnSchema>;

export const heightSchema = z.object({
  at: instantSchema,
  /** Mean altitude: the mean semi-major axis above the mean radius of the Earth, 6371 km. */
  km: z.number(),
});

/** Altitude of the orbit and burns over months. */
export const orbitHistorySchema = z.object({
  /** One value for each day on which the orbit was known, in order. `at`: milliseconds since the Unix epoch. */
  heights: z.array(heightSchema),
  burns: z.array(burnSchema),
});
export type OrbitHistory = z.infer<typeof orbitHistorySchema>;
