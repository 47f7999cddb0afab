import { m } from '#words';
import type { ObserverInUse } from '#shared/station/station.ts';
import { placeInWords } from '#shared/words.ts';

/** The place that was guessed from the time zone. */
export const guessInWords = (observer: ObserverInUse | null): string =>
  observer === null ? m.station_guess_none() : m.station_place({ place: placeInWords(observer) });
