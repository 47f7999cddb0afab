import { m } from '#words';

/**
 * The menu bar of macOS, after Apple's guidelines. `quit` may show a question first; Electron's role `quit` does not.
 */
export function macMenu(
  openSettings: () => void,
  quit: () => void,
): Electron.MenuItemConstructorOptions[] {
  const separator = { type: 'separator' } as const;
  return [
    {
      // The system puts the app's name here.
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
