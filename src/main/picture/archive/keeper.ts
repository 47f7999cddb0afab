import { ok, type Failure, type Result } from '#shared/failure.ts';
import type { ArchiveStore, KeptFile, OwnFolder } from './ports.ts';
import { chooseLeaving } from './retention.ts';

export interface KeeperOptions {
  readonly store: ArchiveStore;
  readonly folder: OwnFolder;
  /** How much the pictures may take on the disk. */
  readonly limitBytes: () => number;
  readonly isProtected: (date: string) => boolean;
  readonly isHeld: (name: string) => boolean;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** Told when files were let go or found again. */
  readonly onChange: () => void;
  readonly onFailure: (failure: Failure) => void;
  readonly onDefect: (error: unknown) => void;
}

export interface Keeper {
  /** Brings what is known in step with the folder and the folder under the limit, soon. Calls in a row are one. */
  tidy(): void;
  /** Bytes of downloads under way and of strays, when it was looked last. */
  readonly strayBytes: number;
  dispose(): Promise<void>;
}

/** Keeps the folder of the pictures under its limit: one pass at a time, one file after the other. */
export function createKeeper(options: KeeperOptions): Keeper {
  const { store, folder, limitBytes, isProtected, isHeld, now } = options;
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
    const leaving = chooseLeaving({
      files: files.value,
      strays,
      otherBytes: status.value.bytes - kept,
      limitBytes: limitBytes(),
      ...{ isProtected, isHeld, now: now() },
    });
    strayBytes = strays.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { name, bytes, date } of leaving) {
      if (stopped) break;
      // Something may have made it the person's own meanwhile.
      if (date !== null && isProtected(date)) continue;
      const removed = await folder.remove(name);
      if (!removed.ok) return removed;
      if (date === null) strayBytes -= bytes;
      // The day may have another file by now.
      else if (store.known(date)?.file?.name === name) {
        const noted = store.letGo([date]);
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
    const noted = gone.length === 0 ? ok(null) : store.letGo(gone.map(({ date }) => date));
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
