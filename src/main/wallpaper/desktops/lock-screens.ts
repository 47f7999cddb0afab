import type { LockScreenName } from './choose.ts';
import type { LockScreen } from './backend.ts';
import { budgieLock, mateLock } from './gsettings-lock.ts';
import { kdeLock } from './kde-lock.ts';
import { windowsLock } from './windows-lock.ts';

/** Loaded when one of them is needed: most people set none. */
export const lockScreens: Readonly<Record<LockScreenName, LockScreen>> = {
  kde: kdeLock,
  mate: mateLock,
  budgie: budgieLock,
  windows: windowsLock,
};
