import { lstat, open, readFile, rm, type FileHandle, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'undici/types/header.js';
import { z } from 'zod';
import { fail, ok, type Failure, type Result } from '#shared/failure.ts';
import { parseJson } from '#shared/json.ts';
import type { ImageFormat, PictureFile } from '#shared/picture/picture.ts';
import { systemClock } from '#runtime/clock.ts';
import { draftName, makeFolder, placeDraft, writeFileAtomic } from '#platform/files/atomic.ts';
import { contentId } from '#platform/files/content-id.ts';
import { headerOf } from '#platform/http/failures.ts';
import { catchStorageFailure } from '../store/picture-folder.ts';
import { ImageCheck } from '#platform/files/image-check.ts';

/** The validators of one version of the file at an address (RFC 9110, 8.8). */
export const validatorSchema = z.object({
  etag: z.string().nullable(),
  modified: z.string().nullable(),
});
export type Validator = z.infer<typeof validatorSchema>;

export const noValidator: Validator = { etag: null, modified: null };

export const validatorOf = (headers: IncomingHttpHeaders): Validator => ({
  etag: headerOf(headers, 'etag'),
  modified: headerOf(headers, 'last-modified'),
});

/** Returns the value for `If-Range`, a strong tag or a date; null if resuming could mix two versions. */
const rangeValidator = ({ etag, modified }: Validator): string | null =>
  etag === null ? modified : etag.startsWith('W/') ? null : etag;

/** Headers of a conditional request: the service sends the file only if its version has changed. */
export const conditionalHeaders = ({ etag, modified }: Validator): Record<string, string> => ({
  ...(etag === null ? {} : { 'if-none-match': etag }),
  ...(modified === null ? {} : { 'if-modified-since': modified }),
});

export const isSameValidator = (a: Validator, b: Validator): boolean =>
  a.etag === b.etag && a.modified === b.modified;

const extensions: Record<ImageFormat, string> = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
};

/** Decides whether a complete file gets its final name. `path`: where it is until then. */
type AcceptFile = (
  file: PictureFile,
  draft: { readonly path: string; readonly isEndMissing: boolean },
) => Promise<Failure | null>;

/** Paths of the parts that this process is writing. */
const busyPaths = new Set<string>();

/**
 * Starts or resumes the download of `address` in `folder`, which is created if missing. Removes files that killed runs
 * left there. Expected failure: `storage`.
 *
 * @param limit the largest accepted number of bytes
 */
export function openPartFile(
  folder: string,
  address: string,
  limit: number,
): Promise<Result<PartFile>> {
  return catchStorageFailure(async () => {
    makeFolder(folder);
    await removeAbandonedParts(folder, (path) => busyPaths.has(path));
    const ownPaths = partPaths(folder, partIdOfAddress(address));
    // If another download of the same address is running, use a separate part.
    const paths = busyPaths.has(ownPaths.part) ? partPaths(folder, randomPartId()) : ownPaths;
    busyPaths.add(paths.part);
    try {
      const validator = validatorSchema.safeParse(
        parseJson(await readTextIfAny(paths.resume)),
      ).data;
      // Opening a symbolic link would write into its target.
      const stats = await lstat(paths.part).catch(() => null);
      if (stats?.isSymbolicLink() === true) await rm(paths.part);
      const handle = await open(paths.part, 'a+');
      const part = new PartFile(folder, paths, handle, limit);
      await part.begin(validator ?? null).catch(async (error: unknown) => {
        await handle.close();
        throw error;
      });
      return ok(part);
    } catch (error) {
      busyPaths.delete(paths.part);
      throw error;
    }
  });
}

const readTextIfAny = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** The file of a picture that is not complete yet, in the folder of the complete file. */
export class PartFile {
  readonly #folder: string;
  readonly #paths: ReturnType<typeof partPaths>;
  readonly #handle: FileHandle;
  readonly #limit: number;
  #check: ImageCheck;
  #validator: string | null = null;
  #isPlaced = false;

  constructor(
    folder: string,
    paths: ReturnType<typeof partPaths>,
    handle: FileHandle,
    limit: number,
  ) {
    this.#folder = folder;
    this.#paths = paths;
    this.#handle = handle;
    this.#limit = limit;
    this.#check = new ImageCheck(limit);
  }

  /** The number of bytes in the file, including those of an earlier attempt. */
  get bytes(): number {
    return this.#check.bytes;
  }

  /** The value of `If-Range` for the missing bytes; null if the download cannot be resumed. */
  get validator(): string | null {
    return this.#validator;
  }

  /**
   * Reads the bytes that an earlier attempt wrote, because hash and check cover all bytes. Discards these bytes if they
   * cannot be completed, or if they are not an acceptable picture. Always discards the last byte: if the bytes are a
   * complete file, a service would refuse a request of those after the last one.
   *
   * @param stored the version of those bytes, as recorded by `describe`
   */
  async begin(stored: Validator | null): Promise<void> {
    this.#validator = stored === null ? null : rangeValidator(stored);
    if (this.#validator === null) {
      await this.#reset();
      return;
    }
    const { size } = await this.#handle.stat();
    await this.#handle.truncate(Math.max(0, size - 1));
    const buffer = Buffer.allocUnsafe(2 ** 16);
    for (;;) {
      const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, this.bytes);
      if (bytesRead === 0) return;
      if (this.#check.take(buffer.subarray(0, bytesRead)) === null) continue;
      await this.#reset();
      return;
    }
  }

  /** Discards the bytes of an earlier attempt, because the service sends the whole file. */
  restart(): Promise<Result<null>> {
    return catchStorageFailure(async () => {
      await this.#reset();
      return ok(null);
    });
  }

  /** Records the version of the bytes, so that a later run can resume. */
  async describe(described: Validator): Promise<void> {
    this.#validator = rangeValidator(described);
    const { resume } = this.#paths;
    const text = JSON.stringify(described);
    // Without this record an interrupted download starts over; that is acceptable.
    await (
      this.#validator === null
        ? rm(resume, { force: true })
        : writeFileAtomic(resume, (file) => file.writeFile(text))
    ).catch(() => undefined);
  }

  /** Appends bytes. Returns the failure as soon as the bytes are not an acceptable picture. */
  async write(piece: Uint8Array): Promise<Failure | null> {
    const failure = this.#check.take(piece);
    if (failure !== null) return failure;
    const writeResult = await catchStorageFailure(async () => {
      await this.#handle.appendFile(piece);
      return ok(null);
    });
    return writeResult.ok ? null : writeResult.failure;
  }

  /** Checks the complete file, calls `accept`, syncs the file and gives it its final name. */
  async finish(date: string, accept: AcceptFile): Promise<Result<PictureFile>> {
    const properties = this.#check.conclude();
    if (properties === null) return fail({ kind: 'damaged' });
    const { hash, isEndMissing, ...facts } = properties;
    const file = { name: `${date}-${hash}.${extensions[facts.format]}`, ...facts };
    const refusal = await accept(file, { path: this.#paths.part, isEndMissing });
    if (refusal !== null) return fail(refusal);
    return catchStorageFailure(async () => {
      // Sync here without blocking the event loop. `placeDraft` syncs too, synchronously, but then has nothing left to
      // write.
      await this.#handle.sync();
      await this.#handle.close();
      placeDraft(this.#paths.part, join(this.#folder, file.name));
      this.#isPlaced = true;
      return ok(file);
    });
  }

  /** Closes the file. An unfinished part is kept for a later attempt or removed. */
  async end(isResumable: boolean): Promise<void> {
    const { part, resume } = this.#paths;
    // Ignore the error: after `finish` the file is closed already, and a failed close cannot be repaired.
    await this.#handle.close().catch(() => undefined);
    const isKept = isResumable && this.#validator !== null && this.bytes > 0;
    if (!this.#isPlaced && !isKept) await rm(part, { force: true }).catch(() => undefined);
    if (this.#isPlaced || !isKept) await rm(resume, { force: true }).catch(() => undefined);
    busyPaths.delete(part);
  }

  async #reset(): Promise<void> {
    await this.#handle.truncate(0);
    this.#check = new ImageCheck(this.#limit);
    this.#validator = null;
  }
}

/** Matches the file name of a partial download (`.part`) and of the record needed to resume it (`.resume`). */
const partNamePattern = /^\.([\da-f-]{36})\.(part|resume)$/;

/** The age from which a part that cannot be resumed is abandoned: a running download writes far more often. */
const minAbandonedAgeMs = 15 * 60_000;
/** The age from which a resumable part is abandoned. */
const maxResumableAgeMs = 24 * 3600_000;

export const partPaths = (folder: string, id: string) => ({
  part: join(folder, `.${id}.part`),
  resume: join(folder, `.${id}.resume`),
});

/** Derives the id of the part file from the picture's address, so that the next run finds the file. */
export const partIdOfAddress = contentId;

export const randomPartId = (): string => randomUUID();

/**
 * Removes parts and drafts that killed runs left in the folder, and no other file. The age of a file is the distance
 * of its date from now, in both directions: a date in the future was written before the system clock was set back.
 *
 * @param isBusy whether this process is writing the file at a path
 */
export async function removeAbandonedParts(
  folder: string,
  isBusy: (path: string) => boolean,
): Promise<void> {
  const names = await readdir(folder);
  const presentNames = new Set(names);
  for (const name of names) {
    const [, id] = partNamePattern.exec(name) ?? [];
    if (id === undefined && !draftName.test(name)) continue;
    if (id !== undefined && isBusy(partPaths(folder, id).part)) continue;
    const isResumable = id !== undefined && presentNames.has(`.${id}.resume`);
    const maxAgeMs = isResumable ? maxResumableAgeMs : minAbandonedAgeMs;
    const path = join(folder, name);
    const stats = await stat(path).catch(() => null);
    if (stats === null || Math.abs(systemClock.now() - stats.mtimeMs) < maxAgeMs) continue;
    // A file that cannot be removed does not prevent the download.
    await rm(path, { force: true }).catch(() => undefined);
  }
}
