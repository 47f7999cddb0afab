import { coordinateText } from '#shared/station/coordinates.ts';
import type { Observer } from '#shared/station/sky/observer.ts';
import type { ObserverInUse } from '#shared/station/station.ts';
import { placeInWords } from '#shared/words.ts';

/** Text in the form of the observer that is not applied yet. */
export interface ObserverDraft {
  readonly latitude: string;
  readonly longitude: string;
  readonly altitude: string;
}

export const draftOf = (observer: Observer | null): ObserverDraft => ({
  latitude: observer === null ? '' : coordinateText(observer.latitude),
  longitude: observer === null ? '' : coordinateText(observer.longitude),
  altitude: String(observer?.altitude ?? 0),
});

/** The place that was guessed from the time zone. */
export const guessInWords = (observer: ObserverInUse | null): string =>
  observer === null
    ? 'The time zone of this computer does not say where you are. Type the coordinates, or click on the map.'
    : `The time zone of this computer gives ${placeInWords(observer)}.`;
