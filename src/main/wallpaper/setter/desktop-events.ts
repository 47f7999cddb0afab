import { nativeTheme, powerMonitor, screen, systemPreferences } from 'electron';
import { isLinuxOnBattery } from '#platform/power/battery.ts';
import { watchDisplays } from '#platform/windows/display.ts';
import { readDisplays } from '#platform/windows/displays.ts';
import type { Clock } from '#runtime/clock.ts';
import type { DarkTheme } from '../look.ts';
import type { RotationHolds } from '../rotation.ts';
import type { startWallpaper } from '../wallpaper.ts';
import { isWindowFullScreen } from './create.ts';

const theme: DarkTheme = {
  isDark: () => nativeTheme.shouldUseDarkColors,
  onChange(listener) {
    nativeTheme.on('updated', listener);
    return () => nativeTheme.off('updated', listener);
  },
};

const rotationHolds: RotationHolds = {
  isOnBattery: async () =>
    process.platform === 'linux' ? isLinuxOnBattery() : powerMonitor.isOnBatteryPower(),
  isFullScreen: isWindowFullScreen,
};

/** The theme, the displays and the conditions of the rotation, as this system reports them. */
export const systemDesktop = { theme, displays: readDisplays, holds: rotationHolds };

/**
 * Updates the wallpaper when displays, the power supply or the spaces of macOS change. Returns a function that ends
 * this.
 */
export function watchDesktop(
  wallpaper: ReturnType<typeof startWallpaper>,
  clock: Clock,
): () => Promise<void> {
  const displays = watchDisplays({
    events: screen,
    clock,
    onChange: () => wallpaper.update(),
  });
  const notePowerChange = (): void => wallpaper.powerChanged();
  powerMonitor.on('on-ac', notePowerChange);
  powerMonitor.on('on-battery', notePowerChange);
  const spaces =
    process.platform === 'darwin'
      ? systemPreferences.subscribeWorkspaceNotification(
          'NSWorkspaceActiveSpaceDidChangeNotification',
          () => wallpaper.spaceChanged(),
        )
      : null;
  return async () => {
    if (spaces !== null) systemPreferences.unsubscribeWorkspaceNotification(spaces);
    powerMonitor.off('on-ac', notePowerChange);
    powerMonitor.off('on-battery', notePowerChange);
    await displays.dispose();
  };
}
