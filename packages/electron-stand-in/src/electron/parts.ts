// The parts of the module `electron` that this app uses, for an application's main process.
import { EventEmitter } from 'node:events';
import { strictObject } from './api.ts';
import { BrowserWindow as PlainWindow } from './browser-window.ts';
import { Menu as PlainMenu } from './menu.ts';
import { Notification as PlainNotification } from './notification.ts';

export { app } from './app.ts';
export { dialog } from './dialog.ts';
export { ipcMain } from './ipc-main.ts';
export { nativeImage } from './native-image.ts';
export { nativeTheme } from './native-theme.ts';
export { powerMonitor } from './power-monitor.ts';
export { safeStorage } from './safe-storage.ts';
export { screen } from './screen.ts';
export { Tray } from './tray.ts';
export { utilityProcess } from './utility-process.ts';
export { protocol, session } from './session.ts';
export { clipboard, shell } from './shell.ts';

/** Has no function: autoUpdater installs updates only on macOS and Windows. */
export const autoUpdater = strictObject('autoUpdater', new EventEmitter());
/**
 * Writes no dump, because the stand-in does not include Chromium's crash handler. Electron requires an address only for
 * sending dumps.
 */
export const crashReporter = strictObject('crashReporter', {
  start({ submitURL = '', uploadToServer = true }: Electron.CrashReporterStartOptions): void {
    if (uploadToServer && submitURL === '')
      throw new Error('submitURL must be specified when uploadToServer is true');
  },
});
/** Empty, because the app uses these parts on macOS only. */
export const systemPreferences = strictObject('systemPreferences', {});
export const BrowserWindow = strictObject('BrowserWindow', PlainWindow);
export const Menu = strictObject('Menu', PlainMenu);
export const Notification = strictObject('Notification', PlainNotification);
