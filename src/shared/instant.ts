import { z } from 'zod';

/** The end of the year 9999 in milliseconds since the Unix epoch: up to here every Date can be computed with and shown. */
export const latestInstant = 253_402_300_799_999;

/** Milliseconds since the Unix epoch, 1970 to 9999. What comes from a file or over a bridge may say anything else. */
export const instantSchema = z.number().min(0).max(latestInstant);

/** The nearest instant; 0 for what is no number. */
export const nearestInstant = (value: unknown): number =>
  typeof value === 'number' && !Number.isNaN(value)
    ? Math.min(Math.max(value, 0), latestInstant)
    : 0;
