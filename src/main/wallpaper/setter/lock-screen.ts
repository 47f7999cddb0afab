import type { LockScreenFailure } from '#shared/wallpaper/lock-screen.ts';
import { describeFailure } from '#shared/words.ts';
import { attemptAsync, mayExist, storageFailure } from '#platform/files/attempt.ts';
import type { LockScreen } from '../desktops/backend.ts';
import { mergePrevious, type DesktopStore } from './desktop-store.ts';
import { restoreOn, survey, writeSettings, type ErrorText, type RunProgram } from './runner.ts';

export interface LockScreenOptions {
  /** Null: this desktop offers none. */
  readonly load: (() => Promise<LockScreen>) | null;
  /** Whether the person wants the wallpaper on the lock screen. */
  readonly isWanted: () => boolean;
  readonly store: DesktopStore;
  readonly isOurs: (value: string) => boolean;
  /** Called after each attempt. `detail` has the desktop's own words. */
  readonly onOutcome: (failure: LockScreenFailure | null, detail: ErrorText) => void;
}

/**
 * Shows the primary display's picture on the lock screen, beside the wallpaper: no failure here fails the wallpaper, and
 * nothing here decides whether the desktop still shows it. What the lock screen showed before is in the record of the
 * desktop. None of the functions rejects.
 */
interface LockScreenSetter {
  /** Shows the picture at `path` if the person wants that. */
  show(path: string, run: RunProgram): Promise<void>;
  /** Applies the setting when it has changed: shows the last picture, or restores what was there before. */
  follow(run: RunProgram): Promise<void>;
  /** Restores what was there before the app's first picture, unless the person has chosen another since. */
  restore(run: RunProgram): Promise<void>;
}

export function createLockScreenSetter(options: LockScreenOptions): LockScreenSetter {
  const { load, isWanted, store, isOurs, onOutcome } = options;

  /** Returns what went wrong; null: nothing. */
  async function put(lockScreen: LockScreen, path: string, run: RunProgram) {
    if (!mayExist(path)) return 'the picture’s file is gone';
    const surveyed = await survey(lockScreen, run);
    if (typeof surveyed === 'string') return surveyed;
    const { answers, held } = surveyed;
    const settings = lockScreen.settings(answers, path);
    if (settings.length === 0) return 'this version of the desktop has no setting for it';
    const record = await store.read();
    const before = record.lockScreen;
    const previous = mergePrevious(
      lockScreen.name,
      before?.previous ?? null,
      held,
      settings,
      isOurs,
    );
    // Before the change: what the person had is never lost. If it fails, the lock screen may show either picture.
    const either = [path, ...(before?.pictures ?? [])];
    await store.write({ ...record, lockScreen: { previous, pictures: either } });
    const done = await writeSettings(lockScreen, settings, run);
    if (typeof done === 'string') return done;
    if (!done.verified) return 'it shows something else afterwards';
    await store.write({ ...record, lockScreen: { previous, pictures: [path] } });
    return null;
  }

  async function putBack(lockScreen: LockScreen, run: RunProgram) {
    const record = await store.read();
    // Recorded on another desktop, or never changed.
    if (record.lockScreen?.previous.backend !== lockScreen.name) return null;
    const surveyed = await survey(lockScreen, run);
    if (typeof surveyed === 'string') return surveyed;
    const isOnLockScreen = [...(surveyed.held ?? new Map<string, string>()).values()].some(isOurs);
    if (isOnLockScreen) {
      const done = await restoreOn(lockScreen, record.lockScreen.previous, run);
      if (typeof done === 'string') return done;
      if (!done.verified) return 'it shows something else afterwards';
    }
    await store.write({ ...record, lockScreen: null });
    return null;
  }

  async function attempt(
    failure: LockScreenFailure,
    what: (lockScreen: LockScreen) => Promise<ErrorText | null>,
  ): Promise<void> {
    if (load === null) return;
    let detail: ErrorText | null;
    try {
      detail = await what(await load());
    } catch (error) {
      detail = describeFailure(storageFailure(error));
    }
    onOutcome(detail === null ? null : failure, detail ?? '');
  }

  const show = (path: string, run: RunProgram): Promise<void> =>
    attempt('not-set', (lockScreen) => put(lockScreen, path, run));
  const restore = async (run: RunProgram): Promise<void> => {
    const read = await attemptAsync(() => store.read());
    // A failure that was told before is over.
    if (read.ok && read.value.lockScreen === null) onOutcome(null, '');
    else await attempt('not-restored', (lockScreen) => putBack(lockScreen, run));
  };
  if (load === null) {
    const nothing = (): Promise<void> => Promise.resolve();
    return { show: nothing, follow: nothing, restore: nothing };
  }

  return {
    async show(path, run) {
      if (isWanted()) await show(path, run);
    },
    restore,
    async follow(run) {
      if (!isWanted()) {
        await restore(run);
        return;
      }
      const read = await attemptAsync(() => store.read());
      if (!read.ok) return;
      const { primary, restored, lockScreen } = read.value;
      const isShown = primary === null || lockScreen?.pictures.join() === primary;
      if (!isShown && !restored) await show(primary, run);
    },
  };
}
