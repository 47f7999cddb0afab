import { Menu } from 'electron';
import { macMenu } from './mac-menu.ts';

/**
 * Sets the menu bar on macOS, where the keys for copy and paste work only with the usual menus. Removes the menu bar on
 * Windows and Linux: the tray and the windows have all commands, and Electron's default menu has a key that reloads a
 * page.
 */
export function setAppMenu(openSettings: () => void, quit: () => void): void {
  const isMac = process.platform === 'darwin';
  Menu.setApplicationMenu(isMac ? Menu.buildFromTemplate(macMenu(openSettings, quit)) : null);
}
