import { ok, type Failure, type Result } from '#shared/failure.ts';
import type { ArchiveStore, KeptFile, OwnFolder, StrayFile } from '../ports.ts';

export interface EvictionInput {
  /** What is there, the longest unseen first. */
  readonly files: readonly KeptFile[];
  readonly strays: readonly StrayFile[];
  /** What else counts and stays: thumbnails. */
  readonly otherBytes: number;
  readonly limitBytes: number;
  /** Days whose files stay, whatever the limit says. */
  readonly isProtected: (date: string) => boolean;
  /** Names of files that are not in the archive yet, and stay. */
  readonly isUnsaved: (name: string) => boolean;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/** What goes, in this order. */
export interface Evicted {
  readonly name: string;
  readonly bytes: number;
  /** Null: a stray. */
  readonly date: string | null;
}

/** A stray this young may be one that is about to be saved. */
const strayAfterMs = 15 * 60_000;
/** A picture's file, beside downloads under way and files that are not of this archive: those are left alone. */
const pictureName = /^(\d{4}-\d{2}-\d{2})-[\da-f]+\.(jpg|png|gif|webp)$/;

/**
 * Which files go so that the rest is within the limit: strays first, then the pictures that were not seen for
 * longest. When all that is left is protected, or a download under way, the sum may stay above the limit. Pure.
 */
export function chooseEvicted(input: EvictionInput): readonly Evicted[] {
  const { files, strays, otherBytes, limitBytes, isProtected, isUnsaved, now } = input;
  let sum = otherBytes;
  for (const { bytes } of [...files, ...strays]) sum += bytes;
  const known = new Set(files.map(({ date }) => date));
  const mayGo = ({ name, modifiedAt }: StrayFile): boolean => {
    const date = pictureName.exec(name)?.[1];
    // A file from the future was written under a wrong clock: it is not about to be saved.
    const isYoung = Math.abs(now - modifiedAt) < strayAfterMs;
    if (date === undefined || isUnsaved(name) || isYoung) return false;
    // What another file has taken the place of is nobody's favourite.
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

/** When the picture was seen last. A time in the future was noted under a wrong clock: then its own day stands for it. */
const seenAt = ({ date, shownAt }: KeptFile, now: number): number =>
  shownAt <= now ? shownAt : Math.min(Date.parse(date), now);

export interface EvictionOptions {
  readonly store: ArchiveStore;
  readonly folder: OwnFolder;
  /** How much the pictures may take on the disk. */
  readonly limitBytes: () => number;
  readonly isProtected: (date: string) => boolean;
  readonly isUnsaved: (name: string) => boolean;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Told when files were let go or found again. */
  readonly onChange: () => void;
  readonly onFailure: (failure: Failure) => void;
  readonly onDefect: (error: unknown) => void;
}

export interface Eviction {
  /** Brings what is known in step with the folder and the folder under the limit, soon. Calls in a row are one. */
  tidy(): void;
  /** Bytes of downloads under way and of strays, when it was looked last. */
  readonly strayBytes: number;
  dispose(): Promise<void>;
}

/** Keeps the folder of the pictures under its limit: one pass at a time, one file after the other. */
export function createEviction(options: EvictionOptions): Eviction {
  const { store, folder, limitBytes, isProtected, isUnsaved, now } = options;
  let running: Promise<void> | null = null;
  /** How often it was asked for. */
  let asked = 0;
  let stopped = false;
  let strayBytes = 0;

  async function pass(): Promise<Result<null>> {
    // What comes while the folder is read is not in the list, and not gone for that.
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
      ...{ isProtected, isUnsaved, now: now() },
    });
    strayBytes = strays.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { name, bytes, date } of evicted) {
      if (stopped) break;
      // Something may have made it the person's own meanwhile.
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

  /** What is in the folder is what counts: somebody may have tidied it, or put files back. */
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
    try {
      let answered;
      do {
        answered = asked;
        const done = await pass();
        if (!done.ok) options.onFailure(done.failure);
        options.onChange();
      } while (answered !== asked && !stopped);
    } catch (error) {
      options.onDefect(error);
    } finally {
      running = null;
    }
  }

  return {
    tidy() {
      asked += 1;
      if (stopped) return;
      running ??= run();
    },
    get strayBytes() {
      return strayBytes;
    },
    async dispose() {
      stopped = true;
      await running;
    },
  };
}
