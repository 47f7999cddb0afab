/** Limits of the height of a place, metres above sea level. */
export const lowestPlace = -430;
export const highestPlace = 8850;
