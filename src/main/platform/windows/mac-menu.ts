import { m } from '#words';

/**
 * The menu bar of macOS, according to Apple's guidelines. The item to quit calls `quit`, which may ask the user first;
 * Electron's role `quit` would not ask.
 */
export function macMenu(
  openSettings: () => void,
  quit: () => void,
): Electron.MenuItemConstructorOptions[] {
  const separator = { type: 'separator' } as const;
  return [
    {
      // macOS shows the app's name in place of this label.
      label: 'Overhead',
      submenu: [
        { role: 'about' },
        separator,
        { label: m.dialog_mac_settings(), accelerator: 'Command+,', click: openSettings },
        separator,
        { role: 'services' },
        separator,
        { role: 'hide' },
        { role: 'hideOthers' },
        { role: 'unhide' },
        separator,
        { label: m.dialog_mac_quit(), accelerator: 'Command+Q', click: quit },
      ],
    },
    { role: 'editMenu' },
    { role: 'windowMenu' },
  ];
}
