import type { Observer } from '#shared/station/sky/observer.ts';
import { placeHeightInWords } from '#shared/station/units.ts';
import { joinParts, placeInWords } from '#shared/words.ts';

/** Coordinates with the height if it is known, such as `48.1° N 11.6° E, 524 m`. */
export const placeWithHeight = (observer: Observer): string =>
  observer.altitude === null
    ? placeInWords(observer)
    : joinParts([placeInWords(observer), placeHeightInWords(observer.altitude)]);
