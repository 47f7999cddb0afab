import { join } from 'node:path';
import { Menu, nativeImage, Tray } from 'electron';
import type { AppState } from '../../../shared/state.ts';
import { literalLabel, trayMenu, trayToolTip, type MenuEntry, type TrayCommand } from './menu.ts';

export interface TrayOptions {
  /** The folder `resources`. */
  readonly resources: string;
  readonly onCommand: (command: TrayCommand) => void;
}

export interface TrayItem {
  render(state: AppState): void;
  dispose(): void;
}

/** The item in the tray. It redraws itself only when what it says has changed. */
export function createTray({ resources, onCommand }: TrayOptions): TrayItem {
  const tray = new Tray(nativeImage.createFromPath(join(resources, 'tray', 'quiet.png')));
  // macOS opens the menu on a click and tells of it too: there the click means the menu alone.
  if (process.platform !== 'darwin') tray.on('click', () => onCommand('open'));
  let shownMenu = '';
  let shownToolTip = '';

  const toItem = (entry: MenuEntry): Electron.MenuItemConstructorOptions => {
    if (entry.kind === 'separator') return { type: 'separator' };
    const { command, enabled } = entry;
    const label = literalLabel(entry.label);
    return command === null
      ? { label, enabled }
      : { label, enabled, click: () => onCommand(command) };
  };

  return {
    render(state) {
      const entries = trayMenu(state);
      const menu = JSON.stringify(entries);
      // Linux takes a changed menu only when it is set again as a whole.
      if (menu !== shownMenu) tray.setContextMenu(Menu.buildFromTemplate(entries.map(toItem)));
      const toolTip = trayToolTip(state);
      if (toolTip !== shownToolTip) tray.setToolTip(toolTip);
      shownMenu = menu;
      shownToolTip = toolTip;
    },
    dispose: () => tray.destroy(),
  };
}
