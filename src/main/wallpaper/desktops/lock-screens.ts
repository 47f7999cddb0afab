import type { LockScreenName } from './choose-backends.ts';
import type { LockScreen } from './backend.ts';
import { budgieLock, mateLock } from './gsettings-lock.ts';
import { kdeLock } from './kde-lock.ts';
import { windowsLock } from './windows-lock.ts';

/** The lock screens by name. This file is loaded on demand, because few users set a lock screen. */
export const lockScreens: Readonly<Record<LockScreenName, LockScreen>> = {
  kde: kdeLock,
  mate: mateLock,
  budgie: budgieLock,
  windows: windowsLock,
};
