import { m } from '#words';
import type { Bridge } from '#shared/contract.ts';
import type { Observer } from '#shared/station/sky/observer.ts';
import { placeHeightInWords } from '#shared/station/units.ts';
import type { AppState } from '#shared/state.ts';
import { placeInWords } from '#shared/words.ts';
import { commandFailureSentence } from '../ui/command-failure.ts';
import { Command } from '../ui/command.svelte.ts';
import { loadedTowns, nearestTownInWords } from './places/load-towns.ts';

/** A place; null: guessed from the time zone. */
type ChosenPlace = Observer | null;
export type SetPlaceCommand = Command<[place: ChosenPlace, before: ChosenPlace]>;

/** Creates the command that stores the user's place. Its toast can undo the change. */
export function setPlaceCommand(bridge: Bridge, state: () => AppState): SetPlaceCommand {
  const storePlace = (observer: ChosenPlace) =>
    bridge.settings.change({ station: { ...state().settings.station, observer } });
  return new Command<[place: ChosenPlace, before: ChosenPlace]>(storePlace, {
    done: (_output, place, before) => ({
      text: placeSetInWords(place, before),
      undo: () => storePlace(before),
    }),
    failed: (failure) => m.station_place_failed({ reason: commandFailureSentence(failure) }),
  });

  function placeSetInWords(place: ChosenPlace, before: ChosenPlace): string {
    if (
      place !== null &&
      place.latitude === before?.latitude &&
      place.longitude === before.longitude
    )
      return place.altitude === null
        ? m.station_height_forgotten()
        : m.station_height_set({ height: placeHeightInWords(place.altitude) });
    if (place === null)
      return state().station.observer === null ? m.station_guess_none() : m.station_guess_set();
    const nearTown = nearestTownInWords(loadedTowns(), place);
    return nearTown === null
      ? m.station_place_set({ place: placeInWords(place) })
      : m.station_place_set_near({ town: nearTown });
  }
}
