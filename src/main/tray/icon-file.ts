/** The states of the icon. The images differ in shape, not only in colour. */
export const trayIcons = ['quiet', 'new-picture', 'overhead', 'needs-you'] as const;
export type TrayIcon = (typeof trayIcons)[number];

/**
 * Sizes of the files for Linux, in pixels: 16, 22, 24, 32 and 48 at scales 1 and 2. Chromium gives a panel only the
 * bitmap of scale 1, so each size is a file.
 */
export const linuxSizes = [16, 22, 24, 32, 44, 48, 64, 96] as const;

/**
 * The colour of the icon. `automatic`: several colours; on macOS the colour of the menu bar. `light`, `dark`: one
 * colour.
 */
export const trayShades = ['automatic', 'light', 'dark'] as const;
export type TrayShade = (typeof trayShades)[number];

/** Size of the icons in most panels, in points. */
const panelPoints = 22;

/**
 * The file of an icon, relative to `resources/tray`. An `.ico` contains several sizes, and Windows chooses one. On
 * macOS the image of the shade `automatic` is a template, which macOS scales and colours.
 *
 * @param scale pixels per point on the display with the panel
 */
export function iconFile(
  icon: TrayIcon,
  platform: NodeJS.Platform,
  scale: number,
  shade: TrayShade = 'automatic',
): string {
  const name = shade === 'automatic' ? icon : `${icon}-${shade}`;
  if (platform === 'win32') return `${name}.ico`;
  if (platform === 'darwin') return shade === 'automatic' ? `${icon}Template.png` : `${name}.png`;
  const pixels = Math.round(panelPoints * scale);
  // A panel scales images down better than up.
  return `${name}-${linuxSizes.find((size) => size >= pixels) ?? 96}.png`;
}
