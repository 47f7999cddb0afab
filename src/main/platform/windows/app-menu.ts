import { Menu } from 'electron';
import { macMenu } from './mac-menu.ts';

/**
 * The menu bar. Windows and Linux have none: tray and window have all commands, and no key reloads the page. macOS
 * needs the usual one, or the keys for copy and paste do not work.
 */
export function setAppMenu(openSettings: () => void, quit: () => void): void {
  const isMac = process.platform === 'darwin';
  Menu.setApplicationMenu(isMac ? Menu.buildFromTemplate(macMenu(openSettings, quit)) : null);
}
