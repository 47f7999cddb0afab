// The module `electron` as an application's main process sees it.
import { absent, strict } from './absent.ts';
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { clipboard } from './clipboard.ts';
import { dialog } from './dialog.ts';
import { ipcMain } from './ipc-main.ts';
import { Menu as PlainMenu, MenuItem } from './menu.ts';
import { nativeImage } from './native-image.ts';
import { nativeTheme } from './native-theme.ts';
import { Notification as PlainNotification } from './notification.ts';
import { safeStorage } from './safe-storage.ts';
import { screen } from './screen.ts';
import { session } from './session.ts';
import { shell } from './shell.ts';
import { crashReporter, powerMonitor } from './system.ts';
import { Tray } from './tray.ts';
import { utilityProcess } from './utility-process.ts';

const StrictWindow = strict('BrowserWindow', BrowserWindow);
const Menu = strict('Menu', PlainMenu);
const Notification = strict('Notification', PlainNotification);
/** The protocol of the default session. */
const { protocol } = session.defaultSession;

const webContents = strict('webContents', {
  getAllWebContents: () => BrowserWindow.getAllWindows().map((window) => window.webContents),
  getFocusedWebContents: () => BrowserWindow.getFocusedWindow()?.webContents ?? null,
  fromId: (id: number) =>
    BrowserWindow.getAllWindows().find((window) => window.webContents.id === id)?.webContents,
});

export const autoUpdater = absent('autoUpdater');
export const BaseWindow = absent('BaseWindow');
export const BrowserView = absent('BrowserView');
export const ClipboardItem = absent('ClipboardItem');
export const contentTracing = absent('contentTracing');
export const desktopCapturer = absent('desktopCapturer');
export const globalShortcut = absent('globalShortcut');
export const ImageView = absent('ImageView');
export const inAppPurchase = absent('inAppPurchase');
export const IpcMainServiceWorker = absent('IpcMainServiceWorker');
export const MessageChannelMain = absent('MessageChannelMain');
export const net = absent('net');
export const netLog = absent('netLog');
export const parentPort = absent('parentPort');
export const powerSaveBlocker = absent('powerSaveBlocker');
export const pushNotifications = absent('pushNotifications');
export const ShareMenu = absent('ShareMenu');
export const systemPreferences = absent('systemPreferences');
export const TouchBar = absent('TouchBar');
export const View = absent('View');
export const webFrameMain = absent('webFrameMain');
export const WebContentsView = absent('WebContentsView');
export const WebSocket = absent('WebSocket');

export {
  app,
  clipboard,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  StrictWindow as BrowserWindow,
  Tray,
  utilityProcess,
  webContents,
};

const present = {
  app,
  BrowserWindow: StrictWindow,
  clipboard,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
  webContents,
} satisfies Partial<Record<keyof typeof Electron.CrossProcessExports, unknown>>;

export default strict('electron', present);
