import type { LockScreenFailure } from '#shared/wallpaper/lock-screen.ts';
import { describeFailure } from '#shared/failure-words.ts';
import { attemptStorageAsync, mayFileExist, storageFailure } from '#platform/files/attempt.ts';
import type { LockScreen } from '../desktops/backend.ts';
import { mergePreviousSettings, type DesktopStore } from './desktop-store.ts';
import {
  restoreSettings,
  surveySettings,
  writeSettings,
  type ErrorText,
  type RunProgram,
} from './runner.ts';

export interface LockScreenOptions {
  /** Loads the lock screen; null: this desktop has no lock screen that can be set. */
  readonly load: (() => Promise<LockScreen>) | null;
  /** Whether the setting for the wallpaper on the lock screen is on. */
  readonly isEnabled: () => boolean;
  readonly store: DesktopStore;
  readonly isOurs: (value: string) => boolean;
  /**
   * Called after each attempt to set or restore the lock screen. `failure` is null if the attempt succeeded or had
   * nothing to restore. `detail` has the desktop's own message.
   */
  readonly onOutcome: (failure: LockScreenFailure | null, detail: ErrorText) => void;
}

/**
 * Shows the primary display's picture on the lock screen. A failure here does not fail the wallpaper, and does not
 * affect the check of the wallpaper. The record of the desktop contains the earlier picture of the lock screen. None of
 * the functions rejects.
 */
export function createLockScreenSetter(options: LockScreenOptions) {
  const { load, isEnabled, store, isOurs, onOutcome } = options;

  /** Returns the error; null: the picture is shown. */
  async function set(
    lockScreen: LockScreen,
    path: string,
    run: RunProgram,
  ): Promise<ErrorText | null> {
    if (!mayFileExist(path)) return 'the picture’s file is gone';
    const survey = await surveySettings(lockScreen, run);
    if (typeof survey === 'string') return survey;
    const settings = lockScreen.settings(survey.answers, path);
    if (settings.length === 0) return 'this version of the desktop has no setting for it';
    const record = await store.read();
    const { pictures = [], previous: recorded = null } = record.lockScreen ?? {};
    const previous = mergePreviousSettings(
      lockScreen.name,
      recorded,
      survey.held,
      settings,
      isOurs,
    );
    // Write the record before the change, so that the user's picture is never lost. If the change fails, the lock
    // screen may show either picture.
    await store.write({
      ...record,
      lockScreen: { previous, pictures: [path, ...pictures] },
    });
    const outcome = await writeSettings(lockScreen, settings, run);
    if (typeof outcome === 'string') return outcome;
    if (!outcome.verified) return 'it shows something else afterwards';
    await store.write({ ...record, lockScreen: { previous, pictures: [path] } });
    return null;
  }

  /**
   * Returns the error; null: the earlier picture is shown, the user has chosen another, or there is nothing to restore.
   */
  async function putBack(lockScreen: LockScreen, run: RunProgram): Promise<ErrorText | null> {
    const record = await store.read();
    // The lock screen was recorded on another desktop, or never changed.
    if (record.lockScreen?.previous.backend !== lockScreen.name) return null;
    const survey = await surveySettings(lockScreen, run);
    if (typeof survey === 'string') return survey;
    const isOnLockScreen = [...(survey.held?.values() ?? [])].some(isOurs);
    if (isOnLockScreen) {
      const outcome = await restoreSettings(lockScreen, record.lockScreen.previous, run);
      if (typeof outcome === 'string') return outcome;
      if (!outcome.verified) return 'it shows something else afterwards';
    }
    await store.write({ ...record, lockScreen: null });
    return null;
  }

  async function attempt(
    failure: LockScreenFailure,
    change: (lockScreen: LockScreen) => Promise<ErrorText | null>,
  ): Promise<void> {
    if (load === null) return;
    let detail: ErrorText | null;
    try {
      detail = await change(await load());
    } catch (error) {
      detail = describeFailure(storageFailure(error));
    }
    onOutcome(detail === null ? null : failure, detail ?? '');
  }

  const show = (path: string, run: RunProgram): Promise<void> =>
    attempt('not-set', (lockScreen) => set(lockScreen, path, run));

  async function restore(run: RunProgram): Promise<void> {
    if (load === null) return;
    const readResult = await attemptStorageAsync(() => store.read());
    // There is nothing to restore, so an earlier failure is over.
    if (readResult.ok && readResult.value.lockScreen === null) onOutcome(null, '');
    else await attempt('not-restored', (lockScreen) => putBack(lockScreen, run));
  }

  return {
    /** Shows the picture at `path` if the setting is on. */
    async show(path: string, run: RunProgram): Promise<void> {
      if (isEnabled()) await show(path, run);
    },

    /** Restores the picture from before the app's first one, unless the user has chosen another since. */
    restore,

    /** Applies a change of the setting: shows the last picture, or restores the earlier one. */
    async follow(run: RunProgram): Promise<void> {
      if (load === null) return;
      if (!isEnabled()) {
        await restore(run);
        return;
      }
      const readResult = await attemptStorageAsync(() => store.read());
      if (!readResult.ok) return;
      const { primary, restored, lockScreen } = readResult.value;
      const isShown = primary === null || lockScreen?.pictures.join() === primary;
      if (!isShown && !restored) await show(primary, run);
    },
  };
}
