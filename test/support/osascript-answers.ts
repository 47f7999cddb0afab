/**
 * Answers of the survey script of `desktops/macos.ts`. No Mac was at hand: the values are those that others measured
 * with the same calls of AppKit, put into the form of the script.
 *
 * - Scaling and colour: macOS 12.4 reports no scaling and a colour, macOS 14.4 the scaling 3 and no colour
 *   (pascalpp/current-desktop-color).
 * - The path of an aerial or of pictures that take turns: sindresorhus/macos-wallpaper#42 and #47.
 * - The picture behind a plain colour: `Transparent.tiff` (sindresorhus/macos-wallpaper).
 */
const screenOf = (
  id: number,
  path: string,
  options: object | null = { scaling: 3, clipping: 1, color: null },
) => ({ id, path, options, area: { x: (id - 1) * 1920, y: 0, width: 1920, height: 1080 } });

const answer = (system: number, ...screens: readonly object[]): string =>
  JSON.stringify({ system, screens });

export const transparentPicture =
  '/System/Library/PreferencePanes/DesktopScreenEffectsPref.prefPane/Contents/Resources/DesktopPictures.prefPane/Contents/Resources/Transparent.tiff';
export const appleDefault = '/System/Library/CoreServices/DefaultDesktop.heic';

export const osascriptAnswers = {
  'macOS 13, its default': answer(13, screenOf(1, appleDefault)),
  'macOS 13, centred on a colour': answer(
    13,
    screenOf(1, '/Users/me/beach.jpg', { scaling: 2, clipping: 0, color: [0.197, 0.384, 0.5] }),
  ),
  'macOS 13, a plain colour': answer(
    13,
    screenOf(1, transparentPicture, { scaling: null, clipping: null, color: [0.1, 0.2, 0.3] }),
  ),
  'macOS 15, an aerial': answer(15, screenOf(1, appleDefault)),
  'macOS 15, a dynamic wallpaper': answer(
    15,
    screenOf(1, '/System/Library/Desktop Pictures/Sequoia Sunrise.madesktop'),
  ),
  'macOS 15, a picture that fills': answer(
    15,
    screenOf(1, '/Users/me/beach.jpg', { scaling: 3, clipping: null, color: null }),
  ),
  'macOS 15, a picture that fits': answer(
    15,
    screenOf(1, '/Users/me/beach.jpg', { scaling: 3, clipping: 0, color: null }),
  ),
  'macOS 26, an aerial and a picture': answer(
    26,
    screenOf(1, appleDefault),
    screenOf(2, '/Users/me/beach.jpg'),
  ),
  'macOS 26, a folder of pictures': answer(26, screenOf(1, '/Users/me/Pictures/Holidays 2026')),
  'macOS 26, without options': answer(26, screenOf(1, '/Users/me/beach.jpg', null)),
} as const;
