/** What the icon says. The four differ in shape, not only in colour. */
export const trayIcons = ['quiet', 'new-picture', 'overhead', 'needs-you'] as const;
export type TrayIcon = (typeof trayIcons)[number];

/**
 * The sizes there are on Linux, in pixels: 16, 22, 24, 32 and 48 at one and at two pixels a point. Chromium hands a
 * panel one bitmap alone, that of one pixel a point, so that each size is a file of its own.
 */
export const linuxSizes = [16, 22, 24, 32, 44, 48, 64, 96] as const;

/** What most panels make their icons, in points. */
const panelPoints = 22;

/**
 * The file of an icon, below `resources/tray`. Where the system picks a size by itself the one file stands for all:
 * on Windows an `.ico`, on macOS a template image, which it colours as the menu bar wants it.
 *
 * @param scale pixels a point of the display with the panel
 */
export function iconFile(icon: TrayIcon, platform: NodeJS.Platform, scale: number): string {
  if (platform === 'win32') return `${icon}.ico`;
  if (platform === 'darwin') return `${icon}Template.png`;
  const wanted = Math.round(panelPoints * scale);
  // A panel scales down better than up.
  return `${icon}-${linuxSizes.find((size) => size >= wanted) ?? 96}.png`;
}
