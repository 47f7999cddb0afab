import { z } from 'zod';

/**
 * Height of the horizon as seen from the place (houses, trees, mountains), degrees, for north, north-east and so on
 * clockwise. The horizon is linear between these directions.
 */
export const localHorizonSchema = z.array(z.number().min(0).max(80)).length(8).readonly();
export type LocalHorizon = z.infer<typeof localHorizonSchema>;
