/** As the system's guidelines have it. */
export function macMenu(openSettings: () => void): Electron.MenuItemConstructorOptions[] {
  const separator = { type: 'separator' } as const;
  return [
    {
      // The system puts the app's name here.
      label: 'Overhead',
      submenu: [
        { role: 'about' },
        separator,
        { label: 'Settings…', accelerator: 'Command+,', click: openSettings },
        separator,
        { role: 'services' },
        separator,
        { role: 'hide' },
        { role: 'hideOthers' },
        { role: 'unhide' },
        separator,
        { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    { role: 'windowMenu' },
  ];
}
