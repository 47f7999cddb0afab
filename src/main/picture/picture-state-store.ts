import { z } from 'zod';
import {
  noPictureChoice,
  pictureChoiceSchema,
  pictureDateSchema,
  providerNameSchema,
  quotaSchema,
} from '#shared/picture/picture.ts';
import { instantSchema } from '#shared/instant.ts';
import { rectSchema } from '#shared/wallpaper/composition.ts';
import type { StoredValue } from '#runtime/value.ts';
import { circuitSchema } from './providers/circuit.ts';

/** A display other than the primary one, and the picture that was chosen for this display. */
const rememberedDisplaySchema = z
  .object({
    id: z.int(),
    /** The system's name of the display; empty if it has none. */
    label: z.string(),
    /** The bounds in device-independent pixels. */
    bounds: rectSchema,
    /** The turn of the rotation in which `date` was chosen; in another turn the display gets another picture. */
    turn: z.string(),
    date: pictureDateSchema.nullable(),
  })
  .readonly();
export type RememberedDisplay = z.infer<typeof rememberedDisplaySchema>;

/** The status of the providers, the user's choices, the displays and the last selection. Persisted across restarts. */
export const storedPictureStateSchema = z.object({
  /** The services to which `circuits` and `quota` apply. */
  source: z.string(),
  circuits: z.partialRecord(providerNameSchema, circuitSchema),
  quota: quotaSchema.nullable(),
  choice: pictureChoiceSchema,
  /** The displays of this and earlier runs, the most recently connected first. */
  displays: z.array(rememberedDisplaySchema).readonly(),
  /** The day of the picture selected last. `since`: the time of the selection (milliseconds since the Unix epoch). */
  shown: z.object({ date: pictureDateSchema, since: instantSchema }).nullable(),
});
export type StoredPictureState = z.infer<typeof storedPictureStateSchema>;

export type PictureStateStore = ReturnType<typeof openPictureState>;

/**
 * Opens the state of an earlier run. The providers' part is reset if it belongs to other services. A key that was
 * refused may have been replaced while the app was off, so the legacy service is asked again.
 */
export function openPictureState(storage: StoredValue<StoredPictureState | null>, source: string) {
  const freshStateOf = (services: string) => ({ source: services, circuits: {}, quota: null });
  let currentSource = source;
  function read(): StoredPictureState {
    const storedState = storage.get();
    if (storedState === null) {
      const firstState = {
        choice: noPictureChoice,
        displays: [],
        shown: null,
        ...freshStateOf(currentSource),
      };
      storage.set(firstState);
      return firstState;
    }
    return storedState.source === currentSource
      ? { ...storedState, circuits: withoutKeyFailures(storedState.circuits) }
      : { ...storedState, ...freshStateOf(currentSource) };
  }
  let currentState = read();
  return {
    get current() {
      return currentState;
    },
    change(part: Partial<Omit<StoredPictureState, 'source'>>) {
      currentState = { ...currentState, ...part };
      storage.set(currentState);
    },

    /** The time of the last stored answer of a provider, in milliseconds since the Unix epoch; null: none is stored. */
    get lastAnswerAt(): number | null {
      const times = Object.values(currentState.circuits).flatMap(
        ({ answeredAt }) => answeredAt ?? [],
      );
      return times.length === 0 ? null : Math.max(...times);
    },

    /** Resets the providers' part, because other services are used from now on. */
    useSource(services: string) {
      currentSource = services;
      currentState = { ...currentState, ...freshStateOf(services) };
      storage.set(currentState);
    },

    /** Reads the storage again, after the database was reopened. */
    reload() {
      currentState = read();
    },
  };
}

function withoutKeyFailures(
  circuits: StoredPictureState['circuits'],
): StoredPictureState['circuits'] {
  const { legacy, ...others } = circuits;
  return legacy?.failure?.kind === 'key-refused' ? others : circuits;
}
