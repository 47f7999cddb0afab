import { lstat, open, readFile, rm, type FileHandle, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'undici/types/header.js';
import { z } from 'zod';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import { parseJson } from '#shared/json.ts';
import type { ImageFormat, PictureFile } from '#shared/picture/picture.ts';
import { draftName, makeFolder, placeDraft, writeWhole } from '#platform/files/atomic.ts';
import { contentId } from '#platform/files/content-id.ts';
import { headerOf } from '#platform/http/failures.ts';
import { storing } from '../store/picture-folder.ts';
import { createImageCheck } from './image-check.ts';

/** Validators of one version of the bytes behind an address (RFC 9110, 8.8). */
export const validatorSchema = z.object({
  etag: z.string().nullable(),
  modified: z.string().nullable(),
});
export type Validator = z.infer<typeof validatorSchema>;

export const validatorOf = (headers: IncomingHttpHeaders): Validator => ({
  etag: headerOf(headers, 'etag'),
  modified: headerOf(headers, 'last-modified'),
});

/** Returns the value for `If-Range`, a strong tag or a date; null if resuming could mix two versions. */
const rangeValidator = ({ etag, modified }: Validator): string | null =>
  etag === null ? modified : etag.startsWith('W/') ? null : etag;

/** Headers that make the request conditional on a changed file. */
export const unlessSame = ({ etag, modified }: Validator): Record<string, string> => ({
  ...(etag === null ? {} : { 'if-none-match': etag }),
  ...(modified === null ? {} : { 'if-modified-since': modified }),
});

export const isSame = (a: Validator, b: Validator): boolean =>
  a.etag === b.etag && a.modified === b.modified;

/** A picture that is being written next to its final path. */
export interface PartFile {
  /** The number of bytes present, also of an earlier attempt. */
  readonly bytes: number;
  /** The value of `If-Range` for the rest; null: the download cannot be resumed. */
  readonly validator: string | null;
  /** Discards the bytes present, because the service sends another version. */
  restart(): Promise<Result<null>>;
  /** Records the version of the bytes, so that a later run can resume. */
  describe(validator: Validator): Promise<void>;
  /** Returns the failure as soon as the bytes are not an acceptable picture. */
  write(piece: Uint8Array): Promise<Failure | null>;
  /** Checks the complete file, asks `accept`, syncs it and renames it into place. */
  finish(date: string, accept: (file: PictureFile) => Failure | null): Promise<Result<PictureFile>>;
  /** Closes the file. An unfinished part is kept for a later attempt or removed. */
  end(keep: boolean): Promise<void>;
}

const extensions: Record<ImageFormat, string> = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
};

/** Paths of the parts that this process is writing. */
const busy = new Set<string>();

/**
 * Starts or resumes the download of `address` in `folder`, which is created if missing. Removes files that killed
 * runs left there. Expected failure: `storage`.
 *
 * @param limit most bytes to take
 */
export function openPartFile(
  folder: string,
  address: string,
  limit: number,
): Promise<Result<PartFile>> {
  return storing(async () => {
    makeFolder(folder);
    await removeAbandoned(folder, (path) => busy.has(path));
    const own = partPaths(folder, partId(address));
    // Another download of the same address is running: use a separate part.
    const paths = busy.has(own.part) ? partPaths(folder, freshPartId()) : own;
    busy.add(paths.part);
    try {
      const kept = validatorSchema.safeParse(parseJson(await textOf(paths.resume))).data;
      // Opening a symbolic link would write into the file that it leads to.
      const there = await lstat(paths.part).catch(() => null);
      if (there?.isSymbolicLink() === true) await rm(paths.part);
      const handle = await open(paths.part, 'a+');
      const part = partFile(folder, paths, handle, limit);
      await part.begin(kept ?? null).catch(async (error: unknown) => {
        await handle.close();
        throw error;
      });
      return ok(part);
    } catch (error) {
      busy.delete(paths.part);
      throw error;
    }
  });
}

const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

function partFile(
  folder: string,
  paths: { readonly part: string; readonly resume: string },
  handle: FileHandle,
  limit: number,
): PartFile & { begin(kept: Validator | null): Promise<void> } {
  let check = createImageCheck(limit);
  let validator: string | null = null;
  let placed = false;

  async function reset(): Promise<void> {
    await handle.truncate(0);
    check = createImageCheck(limit);
    validator = null;
  }

  return {
    get bytes() {
      return check.bytes;
    },
    get validator() {
      return validator;
    },

    /** Reads the bytes present, because the hash and the header cover all bytes. */
    async begin(kept) {
      validator = kept === null ? null : rangeValidator(kept);
      if (validator === null) {
        await reset();
        return;
      }
      const buffer = Buffer.allocUnsafe(2 ** 16);
      for (;;) {
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, check.bytes);
        if (bytesRead === 0) return;
        if (check.take(buffer.subarray(0, bytesRead)) === null) continue;
        await reset();
        return;
      }
    },

    restart: () =>
      storing(async () => {
        await reset();
        return ok(null);
      }),

    async describe(described) {
      validator = rangeValidator(described);
      const text = JSON.stringify(described);
      // Without this record an interrupted download starts over; that is acceptable.
      await (
        validator === null
          ? rm(paths.resume, { force: true })
          : writeWhole(paths.resume, (file) => file.writeFile(text))
      ).catch(() => undefined);
    },

    async write(piece) {
      const failure = check.take(piece);
      if (failure !== null) return failure;
      const written = await storing(async () => {
        await handle.appendFile(piece);
        return ok(null);
      });
      return written.ok ? null : written.failure;
    },

    async finish(date, accept) {
      const found = check.conclude();
      if (found === null) return fail({ kind: 'truncated' });
      const { hash, ...facts } = found;
      const file = { name: `${date}-${hash}.${extensions[facts.format]}`, ...facts };
      const refused = accept(file);
      if (refused !== null) return fail(refused);
      return storing(async () => {
        // In the background: `placeDraft` syncs too, but then finds nothing left to write.
        await handle.sync();
        await handle.close();
        placeDraft(paths.part, join(folder, file.name));
        placed = true;
        return ok(file);
      });
    },

    async end(keep) {
      // If even this fails, nothing more can be done.
      await handle.close().catch(() => undefined);
      const isKept = keep && validator !== null && check.bytes > 0;
      if (!placed && !isKept) await rm(paths.part, { force: true }).catch(() => undefined);
      if (placed || !isKept) await rm(paths.resume, { force: true }).catch(() => undefined);
      busy.delete(paths.part);
    },
  };
}

/** A part, or the record that is needed to resume it. */
const partName = /^\.([\da-f-]{36})\.(part|resume)$/;

/** Longer than any download may take: a part this old has no writer. */
const abandonedAfterMs = 15 * 60_000;
/** Resumable parts are kept longer. */
const resumableForMs = 24 * 3600_000;

interface PartPaths {
  readonly part: string;
  readonly resume: string;
}

export const partPaths = (folder: string, id: string): PartPaths => ({
  part: join(folder, `.${id}.part`),
  resume: join(folder, `.${id}.resume`),
});

/** The same address always has the same part, so that the next attempt finds it. */
export const partId = contentId;

export const freshPartId = (): string => randomUUID();

/**
 * Removes parts and drafts that killed runs left in the folder, and no other file. A file dated in the future counts by
 * the difference as well: it was written before the system clock was set back, and nothing says how old it is.
 *
 * @param isBusy whether this process is writing the file of this path
 */
export async function removeAbandoned(
  folder: string,
  isBusy: (path: string) => boolean,
): Promise<void> {
  const names = await readdir(folder);
  const present = new Set(names);
  for (const name of names) {
    const [, id] = partName.exec(name) ?? [];
    if (id === undefined && !draftName.test(name)) continue;
    if (id !== undefined && isBusy(partPaths(folder, id).part)) continue;
    const isResumable = id !== undefined && present.has(`.${id}.resume`);
    const maxAgeMs = isResumable ? resumableForMs : abandonedAfterMs;
    const path = join(folder, name);
    const touched = await stat(path).catch(() => null);
    if (touched === null || Math.abs(Date.now() - touched.mtimeMs) < maxAgeMs) continue;
    // A file that cannot be removed does not prevent the download.
    await rm(path, { force: true }).catch(() => undefined);
  }
}
