import { ok, type Failure, type Result } from '#shared/failure.ts';
import { reportDefect } from '#runtime/defects.ts';
import { createQueue } from '#runtime/queue.ts';
import type { ArchiveStore } from '../store/archive-store.ts';
import { pictureNamePattern, type OwnFolder, type StrayFile } from '../store/picture-folder.ts';
import type { KeptFile } from '../store/picture-rows.ts';

export interface EvictionInput {
  /** The picture files on the disk, least recently shown first. */
  readonly files: readonly KeptFile[];
  readonly strays: readonly StrayFile[];
  /** The bytes of the thumbnails, which count towards the limit but are not evicted. */
  readonly otherBytes: number;
  readonly limitBytes: number;
  /** Whether a day's file must not be evicted. */
  readonly isProtected: (date: string) => boolean;
  /** Whether a file belongs to a day that could not be saved yet; such a file is not evicted. */
  readonly isUnsaved: (name: string) => boolean;
  /** The present time, in milliseconds since the Unix epoch. */
  readonly now: number;
}

/** A stray file younger than this, in milliseconds, may belong to a day that is about to be saved. */
const minStrayAgeMs = 15 * 60_000;

/**
 * Chooses the files to evict until the rest is within the limit: stray files first, then the least recently shown. If
 * only files that must not be evicted are left, the sum may exceed the limit. Pure.
 *
 * @returns the files with their days; a file with the day null belongs to no day
 */
export function chooseDaysToEvict(
  input: EvictionInput,
): readonly (Pick<StrayFile, 'name' | 'bytes'> & { readonly date: string | null })[] {
  const { files, strays, otherBytes, limitBytes, isProtected, isUnsaved, now } = input;
  let totalBytes = otherBytes;
  for (const { bytes } of [...files, ...strays]) totalBytes += bytes;
  const daysWithFile = new Set(files.map(({ date }) => date));
  const isEvictable = ({ name, modifiedAt }: StrayFile): boolean => {
    // Running downloads and files of other programs are not evicted.
    const date = pictureNamePattern.exec(name)?.[1];
    // A file dated far in the future is not young: it was written while the clock was wrong.
    const isYoung = Math.abs(now - modifiedAt) < minStrayAgeMs;
    if (date === undefined || isUnsaved(name) || isYoung) return false;
    // If the day has another file now, its old file is not protected.
    return daysWithFile.has(date) || !isProtected(date);
  };
  const candidates = [
    ...strays
      .filter(isEvictable)
      .sort((a, b) => a.modifiedAt - b.modifiedAt)
      .map((file) => ({ ...file, date: null })),
    ...files
      .filter(({ date }) => !isProtected(date))
      .sort((a, b) => lastShownAt(a, now) - lastShownAt(b, now)),
  ];
  const evictedFiles: { name: string; bytes: number; date: string | null }[] = [];
  for (const { name, bytes, date } of candidates) {
    if (totalBytes <= limitBytes) break;
    evictedFiles.push({ name, bytes, date });
    totalBytes -= bytes;
  }
  return evictedFiles;
}

/** When the picture was shown last. A time in the future (wrong clock) is replaced by the date of the picture. */
const lastShownAt = ({ date, shownAt }: KeptFile, now: number): number =>
  shownAt <= now ? shownAt : Math.min(Date.parse(date), now);

interface EvictionOptions {
  readonly store: ArchiveStore;
  readonly folder: OwnFolder;
  /** The limit on the size of the pictures and thumbnails on the disk, in bytes. */
  readonly limitBytes: () => number;
  readonly isProtected: (date: string) => boolean;
  readonly isUnsaved: (name: string) => boolean;
  /** The present time, in milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Called after each pass over the folder. */
  readonly onChange: () => void;
  readonly onFailure: (failure: Failure) => void;
}

/** Evicts picture files to keep the folder under its limit: one pass at a time, and one file at a time. */
export class Eviction {
  readonly #options: EvictionOptions;
  readonly #queue = createQueue();
  /** Whether a pass is scheduled that has not begun. */
  #isDue = false;
  #isStopped = false;
  #strayBytes = 0;

  constructor(options: EvictionOptions) {
    this.#options = options;
  }

  /** Bytes of running downloads and of stray files at the last pass. */
  get strayBytes(): number {
    return this.#strayBytes;
  }

  /**
   * Schedules a pass that reconciles the database with the folder and evicts files. More calls before that pass begins
   * cause no other pass.
   */
  tidy(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#queue.run(() => this.#run()).catch(reportDefect);
  }

  async dispose(): Promise<void> {
    this.#isStopped = true;
    await this.#queue.idle();
  }

  async #run(): Promise<void> {
    this.#isDue = false;
    if (this.#isStopped) return;
    const result = await this.#pass();
    if (!result.ok) this.#options.onFailure(result.failure);
    this.#options.onChange();
  }

  async #pass(): Promise<Result<null>> {
    const { store, folder, limitBytes, isProtected, isUnsaved, now } = this.#options;
    // List the files before the folder is read: a file that is added during the read must not count as deleted.
    const recordedFiles = store.files();
    if (!recordedFiles.ok) return recordedFiles;
    const names = await folder.names();
    if (!names.ok) return names;
    const reconcileResult = this.#reconcile(names.value, recordedFiles.value);
    if (!reconcileResult.ok) return reconcileResult;
    const files = store.files();
    if (!files.ok) return files;
    const asideNames = store.filesAside();
    if (!asideNames.ok) return asideNames;
    // The files of days that are set aside do not count: the limit applies to the days in use.
    const namedFiles = new Set([...files.value.map(({ name }) => name), ...asideNames.value]);
    const strays = await folder.measure(names.value.filter((name) => !namedFiles.has(name)));
    const status = store.status();
    if (!status.ok) return status;
    const pictureBytes = files.value.reduce((sum, { bytes }) => sum + bytes, 0);
    this.#strayBytes = strays.reduce((sum, { bytes }) => sum + bytes, 0);
    const evictedFiles = chooseDaysToEvict({
      files: files.value,
      strays,
      otherBytes: status.value.bytes - pictureBytes,
      limitBytes: limitBytes(),
      isProtected,
      isUnsaved,
      now: now(),
    });
    return this.#evict(evictedFiles);
  }

  async #evict(files: ReturnType<typeof chooseDaysToEvict>): Promise<Result<null>> {
    const { store, folder, isProtected } = this.#options;
    for (const { name, bytes, date } of files) {
      if (this.#isStopped) break;
      // The day may have become protected since the files were chosen.
      if (date !== null && isProtected(date)) continue;
      const removeResult = await folder.remove(name);
      if (!removeResult.ok) return removeResult;
      if (date === null) this.#strayBytes -= bytes;
      // The day may have another file by now.
      else if (store.known(date)?.file?.name === name) {
        const noteResult = store.noteEvicted([date]);
        if (!noteResult.ok) return noteResult;
      }
    }
    return ok(null);
  }

  /**
   * Updates the database to the folder's content: files may have been deleted or put back.
   *
   * @param recorded the files that the database named before the folder was read
   */
  #reconcile(names: readonly string[], recorded: readonly KeptFile[]): Result<unknown> {
    const { store } = this.#options;
    const files = store.files();
    if (!files.ok) return files;
    const presentNames = new Set(names);
    const recordedNames = new Set(recorded.map(({ name }) => name));
    const deletedFiles = files.value.filter(
      ({ name }) => recordedNames.has(name) && !presentNames.has(name),
    );
    const noteResult =
      deletedFiles.length === 0
        ? ok(null)
        : store.noteEvicted(deletedFiles.map(({ date }) => date));
    if (!noteResult.ok) return noteResult;
    const namedFiles = new Set(files.value.map(({ name }) => name));
    const unnamedFiles = names.filter((name) => !namedFiles.has(name));
    return unnamedFiles.length === 0 ? ok(null) : store.reclaim(unnamedFiles);
  }
}
