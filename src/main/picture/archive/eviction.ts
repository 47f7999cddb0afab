import { ok, type Failure, type Result } from '#shared/failure.ts';
import { createQueue } from '#runtime/queue.ts';
import { pictureName } from '../file-names.ts';
import type { ArchiveStore, KeptFile, OwnFolder, StrayFile } from '../ports.ts';

export interface EvictionInput {
  /** The picture files on the disk, least recently shown first. */
  readonly files: readonly KeptFile[];
  readonly strays: readonly StrayFile[];
  /** Bytes that count but are not evicted: thumbnails. */
  readonly otherBytes: number;
  readonly limitBytes: number;
  /** Whether a day's file must not be evicted. */
  readonly isProtected: (date: string) => boolean;
  /** Whether a file belongs to a day that could not be saved yet; it is not evicted. */
  readonly isUnsaved: (name: string) => boolean;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/** A file to evict. */
interface Evicted {
  readonly name: string;
  readonly bytes: number;
  /** The day of the file; null: it belongs to no day. */
  readonly date: string | null;
}

/** A younger stray file may be about to be saved. */
const strayAfterMs = 15 * 60_000;

/**
 * Chooses the files to evict until the rest is within the limit: strays first, then the least recently shown. If
 * only protected files and downloads are left, the sum may exceed the limit. Pure.
 */
export function chooseEvicted(input: EvictionInput): readonly Evicted[] {
  const { files, strays, otherBytes, limitBytes, isProtected, isUnsaved, now } = input;
  let sum = otherBytes;
  for (const { bytes } of [...files, ...strays]) sum += bytes;
  const known = new Set(files.map(({ date }) => date));
  const mayGo = ({ name, modifiedAt }: StrayFile): boolean => {
    // Downloads under way and foreign files are left alone.
    const date = pictureName.exec(name)?.[1];
    // A file dated in the future was written under a wrong clock, not just now.
    const isYoung = Math.abs(now - modifiedAt) < strayAfterMs;
    if (date === undefined || isUnsaved(name) || isYoung) return false;
    // If the day has another file now, the old one is not protected.
    return known.has(date) || !isProtected(date);
  };
  const candidates: Evicted[] = [
    ...strays
      .filter(mayGo)
      .sort((a, b) => a.modifiedAt - b.modifiedAt)
      .map(({ name, bytes }) => ({ name, bytes, date: null })),
    ...files
      .filter(({ date }) => !isProtected(date))
      .sort((a, b) => seenAt(a, now) - seenAt(b, now)),
  ];
  const evicted: Evicted[] = [];
  for (const { name, bytes, date } of candidates) {
    if (sum <= limitBytes) break;
    evicted.push({ name, bytes, date });
    sum -= bytes;
  }
  return evicted;
}

/** When the picture was shown last. Replaces a time in the future (wrong clock) by the day's own date. */
const seenAt = ({ date, shownAt }: KeptFile, now: number): number =>
  shownAt <= now ? shownAt : Math.min(Date.parse(date), now);

interface EvictionOptions {
  readonly store: ArchiveStore;
  readonly folder: OwnFolder;
  /** How much the pictures may take on the disk. */
  readonly limitBytes: () => number;
  readonly isProtected: (date: string) => boolean;
  readonly isUnsaved: (name: string) => boolean;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Called when files were evicted or found again. */
  readonly onChange: () => void;
  readonly onFailure: (failure: Failure) => void;
  readonly onDefect: (error: unknown) => void;
}

/** Evicts picture files to keep the folder under its limit: one pass at a time, one file after the other. */
export function createEviction(options: EvictionOptions) {
  const { store, folder, limitBytes, isProtected, isUnsaved, now } = options;
  const queue = createQueue();
  /** Whether a pass is due that has not begun. */
  let isDue = false;
  let stopped = false;
  let strayBytes = 0;

  async function pass(): Promise<Result<null>> {
    // List the files before the folder is read: a file that is added meanwhile must not count as gone.
    const before = store.files();
    if (!before.ok) return before;
    const names = await folder.names();
    if (!names.ok) return names;
    const reconciled = reconcile(names.value, before.value);
    if (!reconciled.ok) return reconciled;
    const files = store.files();
    if (!files.ok) return files;
    const aside = store.filesAside();
    if (!aside.ok) return aside;
    // Files set aside do not count: the limit is that of the days in use.
    const named = new Set([...files.value.map(({ name }) => name), ...aside.value]);
    const strays = await folder.measure(names.value.filter((name) => !named.has(name)));
    const status = store.status();
    if (!status.ok) return status;
    let kept = 0;
    for (const { bytes } of files.value) kept += bytes;
    const evicted = chooseEvicted({
      files: files.value,
      strays,
      otherBytes: status.value.bytes - kept,
      limitBytes: limitBytes(),
      isProtected,
      isUnsaved,
      now: now(),
    });
    strayBytes = strays.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { name, bytes, date } of evicted) {
      if (stopped) break;
      // The day may have become protected meanwhile.
      if (date !== null && isProtected(date)) continue;
      const removed = await folder.remove(name);
      if (!removed.ok) return removed;
      if (date === null) strayBytes -= bytes;
      // The day may have another file by now.
      else if (store.known(date)?.file?.name === name) {
        const noted = store.noteEvicted([date]);
        if (!noted.ok) return noted;
      }
    }
    return ok(null);
  }

  /** Updates the database to the folder's content: files may have been deleted or put back. */
  function reconcile(names: readonly string[], before: readonly KeptFile[]): Result<unknown> {
    const files = store.files();
    if (!files.ok) return files;
    const present = new Set(names);
    const known = new Set(before.map(({ name }) => name));
    const gone = files.value.filter(({ name }) => known.has(name) && !present.has(name));
    const noted = gone.length === 0 ? ok(null) : store.noteEvicted(gone.map(({ date }) => date));
    if (!noted.ok) return noted;
    const named = new Set(files.value.map(({ name }) => name));
    const unnamed = names.filter((name) => !named.has(name));
    return unnamed.length === 0 ? ok(null) : store.reclaim(unnamed);
  }

  async function run(): Promise<void> {
    isDue = false;
    if (stopped) return;
    const done = await pass();
    if (!done.ok) options.onFailure(done.failure);
    options.onChange();
  }

  return {
    /**
     * Schedules a pass that reconciles the database with the folder and evicts files. Calls in a row cause one pass.
     */
    tidy() {
      if (isDue) return;
      isDue = true;
      queue.run(run).catch(options.onDefect);
    },

    /** Bytes of downloads under way and of strays at the last pass. */
    get strayBytes() {
      return strayBytes;
    },
    async dispose() {
      stopped = true;
      await queue.idle();
    },
  };
}
