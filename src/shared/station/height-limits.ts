/** Heights of places are accepted between these, metres above sea level. */
export const lowestPlace = -430;
export const highestPlace = 8850;
