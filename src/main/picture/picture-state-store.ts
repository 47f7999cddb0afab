import { z } from 'zod';
import {
  noChoice,
  pictureChoiceSchema,
  providerNameSchema,
  quotaSchema,
} from '#shared/picture/picture.ts';
import { circuitSchema } from './providers/circuit.ts';

/** What the app knows of the picture's providers and of the person's choice, over restarts. */
export const storedPictureStateSchema = z.object({
  /** Which services the following speaks of: of others nothing is known. */
  source: z.string(),
  circuits: z.partialRecord(providerNameSchema, circuitSchema),
  quota: quotaSchema.nullable(),
  choice: pictureChoiceSchema,
});
export type StoredPictureState = z.infer<typeof storedPictureStateSchema>;

/** Where the pictureState are kept. What the disk refuses holds at least for this run. */
export interface PictureStateStorage {
  read(): StoredPictureState | null;
  write(pictureState: StoredPictureState): void;
}

export interface PictureStateStore {
  readonly current: StoredPictureState;
  change(part: Partial<Omit<StoredPictureState, 'source'>>): void;
  /** Reads the notebook again, which knows more than at the start. */
  reload(): void;
}

/**
 * The pictureState of an earlier run, as far as they speak of the same services; else new ones.
 * A key that was refused may have been replaced while the app was off: that one is asked again.
 */
export function openPictureState(notebook: PictureStateStorage, source: string): PictureStateStore {
  const fresh = { source, circuits: {}, quota: null };
  function read(): StoredPictureState {
    const kept = notebook.read();
    if (kept === null) {
      const first = { choice: noChoice, ...fresh };
      notebook.write(first);
      return first;
    }
    return kept.source === source
      ? { ...kept, circuits: withoutKeyTrouble(kept.circuits) }
      : { ...kept, ...fresh };
  }
  let current = read();
  return {
    get current() {
      return current;
    },
    change(part) {
      current = { ...current, ...part };
      notebook.write(current);
    },
    reload() {
      current = read();
    },
  };
}

function withoutKeyTrouble(
  circuits: StoredPictureState['circuits'],
): StoredPictureState['circuits'] {
  const { legacy, ...others } = circuits;
  return legacy?.failure?.kind === 'key-refused' ? others : circuits;
}
