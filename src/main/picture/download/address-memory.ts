import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { failureSchema, type Failure } from '#shared/failure.ts';
import { pictureFileSchema, type PictureFile } from '#shared/picture/picture.ts';
import { parseJson } from '#shared/json.ts';
import { writeFileAtomic } from '#platform/files/atomic.ts';
import { hasDownloadedBytes } from '../store/picture-folder.ts';
import { isSameValidator, noValidator, validatorSchema, type Validator } from './part-file.ts';

/** One version of the file at an address, as the headers of an answer identify it. */
export interface FileVersion {
  readonly validator: Validator;
  /** The length in bytes; null if the answer did not state it. */
  readonly length: number | null;
}

/** A version that no answer identifies. */
export const noVersion: FileVersion = { validator: noValidator, length: null };

/** Whether an answer can show that it has the same version. */
export const isIdentified = ({ validator, length }: FileVersion): boolean =>
  validator.etag !== null || validator.modified !== null || length !== null;

export const isSameVersion = (a: FileVersion, b: FileVersion): boolean =>
  a.length === b.length && isSameValidator(a.validator, b.validator);

const memorySchema = z.object({
  /** A hash of the address. The address itself may contain private data. */
  address: z.string(),
  validator: validatorSchema,
  length: z.number().nullable(),
  /** The file: kept if `refusal` is null. Null if the bytes are no picture. */
  file: pictureFileSchema.nullable(),
  /** Why the bytes were refused; null if they were kept. */
  refusal: failureSchema.nullable(),
});
export type MemoryEntry = z.infer<typeof memorySchema>;

const maxEntries = 128;
const maxBreaks = 3;

/**
 * The pause, in milliseconds, before the headers of a refused file are requested without a condition; it doubles after
 * each request. Without a validator, only the length shows whether the file has changed. A cache may have cut the refused
 * file and have kept the validator of the whole file: a request with this validator would never get the whole file.
 */
const plainPauseMs = { first: 3600_000, longest: 4 * 3600_000 };
const nextPauseMs = (pause: { readonly ms: number } | undefined): number =>
  pause === undefined ? plainPauseMs.first : Math.min(2 * pause.ms, plainPauseMs.longest);

/**
 * How the file of a known version may be requested: not now; if its validator has changed; or without a condition, where
 * the body is read only if the headers show another version.
 */
type KnownRequest = 'none' | 'conditional' | 'plain';

/**
 * The last version of the file at each address, kept or refused, so that no bytes are downloaded twice. Stored in a file
 * in `folder`. Write errors are ignored: a lost entry costs one download.
 */
export function createAddressMemory(folder: string, now: () => number) {
  const path = join(folder, '.known.json');
  const read = async (): Promise<MemoryEntry[]> => {
    const text = await readFile(path, 'utf8').catch(() => '');
    return z.array(memorySchema).safeParse(parseJson(text)).data ?? [];
  };
  const idOf = (address: string): string =>
    createHash('sha256').update(address).digest('hex').slice(0, 32);
  /** Cached in memory, because writing the file may fail. */
  let cachedEntries: Promise<MemoryEntry[]> | null = null;
  /** For each address: the last version whose answer broke off, and how often it did so in a row. */
  const breaks = new Map<string, { readonly version: FileVersion; readonly count: number }>();
  /** For each address of a refused file: the time of the last request without a condition, and the pause after it. */
  const pauses = new Map<string, { readonly from: number; readonly ms: number }>();

  return {
    /**
     * The last version of an address. Null if there is none, if its file was removed or has changed, or if the reason
     * why the file was refused no longer holds.
     *
     * @param refusalOf why a refused picture would be refused now
     */
    async find(
      address: string,
      refusalOf: (file: PictureFile) => Failure | null,
    ): Promise<MemoryEntry | null> {
      cachedEntries ??= read();
      const entry = (await cachedEntries).find((one) => one.address === idOf(address));
      if (entry === undefined) return null;
      const { file, refusal } = entry;
      if (file === null) return entry;
      if (refusal !== null) {
        const presentRefusal = refusalOf(file);
        return presentRefusal === null ? null : { ...entry, refusal: presentRefusal };
      }
      const path = join(folder, file.name);
      const stats = await stat(path).catch(() => null);
      return stats?.size === file.bytes && (await hasDownloadedBytes(path)) ? entry : null;
    },

    async remember(
      address: string,
      { validator: answeredValidator, length }: FileVersion,
      outcome: Pick<MemoryEntry, 'file' | 'refusal'>,
    ): Promise<void> {
      const id = idOf(address);
      if (outcome.refusal === null) breaks.delete(id);
      const storedEntries = await (cachedEntries ??= read());
      const last = storedEntries.find((one) => one.address === id);
      // Some servers send another validator with the same bytes, at each answer or from each of their machines.
      const isSameRefusal =
        outcome.refusal !== null &&
        last?.refusal?.kind === outcome.refusal.kind &&
        last.length === length;
      const validator = isSameRefusal ? noValidator : answeredValidator;
      const otherEntries = storedEntries.filter((one) => one.address !== id);
      const entries = [{ address: id, validator, length, ...outcome }, ...otherEntries].slice(
        0,
        maxEntries,
      );
      cachedEntries = Promise.resolve(entries);
      const pauseMs = isSameRefusal ? nextPauseMs(pauses.get(id)) : plainPauseMs.first;
      pauses.set(id, { from: now(), ms: pauseMs });
      const text = JSON.stringify(entries);
      await writeFileAtomic(path, (draft) => draft.writeFile(text)).catch(() => undefined);
    },

    /** How the file may be requested now. A request without a condition begins a longer pause. */
    requestOf({ address, validator, file, refusal }: MemoryEntry): KnownRequest {
      if (refusal === null) return 'conditional';
      const hasValidator = validator.etag !== null || validator.modified !== null;
      // A complete picture that is not accepted was not cut.
      if (hasValidator && file !== null) return 'conditional';
      const pause = pauses.get(address);
      const spentMs = pause === undefined ? 0 : now() - pause.from;
      const isPaused = pause !== undefined && spentMs >= 0 && spentMs < pause.ms;
      if (!isPaused) pauses.set(address, { from: now(), ms: nextPauseMs(pause) });
      // The first request of a run asks with the validator: the earlier run may have just asked without it.
      if (hasValidator && (isPaused || pause === undefined)) return 'conditional';
      return isPaused ? 'none' : 'plain';
    },

    /**
     * Records that the answer with a whole version broke off. Returns whether this happened `maxBreaks` times in this run:
     * then the service sends no more. (Where an answer breaks off differs each time, because bytes on their way are lost.)
     */
    noteBreak(address: string, version: FileVersion): boolean {
      const id = idOf(address);
      const last = breaks.get(id);
      const count = last !== undefined && isSameVersion(last.version, version) ? last.count + 1 : 1;
      breaks.set(id, { version, count });
      return count >= maxBreaks;
    },
  };
}
