// The module `electron` for an application's main process: the parts that this app uses.
import { EventEmitter } from 'node:events';
import { strict } from './api.ts';
import { app } from './app.ts';
import { BrowserWindow as PlainWindow } from './browser-window.ts';
import { dialog } from './dialog.ts';
import { ipcMain } from './ipc-main.ts';
import { Menu as PlainMenu } from './menu.ts';
import { nativeImage } from './native-image.ts';
import { nativeTheme } from './native-theme.ts';
import { Notification as PlainNotification } from './notification.ts';
import { powerMonitor } from './power-monitor.ts';
import { safeStorage } from './safe-storage.ts';
import { screen } from './screen.ts';
import { protocol, session } from './session.ts';
import { clipboard, shell } from './shell.ts';
import { Tray } from './tray.ts';
import { utilityProcess } from './utility-process.ts';

/** autoUpdater installs updates only on macOS and Windows. */
const autoUpdater = strict('autoUpdater', new EventEmitter());
/**
 * Chromium's crash handler is not part of the stand-in: no dump is written. Electron requires an address only for
 * sending dumps.
 */
const crashReporter = strict('crashReporter', {
  start({ submitURL = '', uploadToServer = true }: Electron.CrashReporterStartOptions): void {
    if (uploadToServer && submitURL === '')
      throw new Error('submitURL must be specified when uploadToServer is true');
  },
});
/** The app uses these parts on macOS only. */
const systemPreferences = strict('systemPreferences', {});
const BrowserWindow = strict('BrowserWindow', PlainWindow);
const Menu = strict('Menu', PlainMenu);
const Notification = strict('Notification', PlainNotification);

const present = {
  app,
  autoUpdater,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  systemPreferences,
  Tray,
  utilityProcess,
} satisfies Partial<Record<keyof typeof Electron.CrossProcessExports, unknown>>;

// A name that is not exported here cannot be imported: Node's error names it.
export {
  app,
  autoUpdater,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  systemPreferences,
  Tray,
  utilityProcess,
};
export default strict('electron', present);
