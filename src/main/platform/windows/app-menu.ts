import { Menu } from 'electron';
import { macMenu } from './mac-menu.ts';

/**
 * The menu bar. Windows and Linux have none: the tray and the window hold everything, and no key reloads the page.
 * macOS has the usual one, without which no key copies or pastes there.
 */
export function setAppMenu(openSettings: () => void, quit: () => void): void {
  const isMac = process.platform === 'darwin';
  Menu.setApplicationMenu(isMac ? Menu.buildFromTemplate(macMenu(openSettings, quit)) : null);
}
