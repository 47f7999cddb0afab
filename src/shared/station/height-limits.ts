/** Limits of the height of a place, metres above sea level. */
export const minPlaceHeight = -430;
export const maxPlaceHeight = 8850;
