import { programCommand, firstPicture, type Backend } from './backend.ts';

const portalArguments = [
  ...['--session', '--dest', 'org.freedesktop.portal.Desktop'],
  ...['--object-path', '/org/freedesktop/portal/desktop'],
] as const;

/** Passes the open file as descriptor 3: the portal cannot resolve paths of the sandbox. */
const showScript = `exec 3<"$1" || exit; exec gdbus call ${portalArguments.join(' ')} --method org.freedesktop.portal.Wallpaper.SetWallpaperFile "" 3 "{'show-preview': <false>, 'set-on': <'background'>}"`;

/**
 * The backend for Flatpak and Snap. The portal may ask the user first. It chooses the scaling itself, and reports
 * neither whether the picture is shown nor the previous wallpaper.
 */
export const portalWallpaper: Backend = {
  name: 'portal',
  reach: 'same',
  canChoose: false,
  persists: true,
  survey: [
    programCommand(
      'gdbus',
      ...['call', ...portalArguments, '--method', 'org.freedesktop.DBus.Properties.Get'],
      ...['org.freedesktop.portal.Wallpaper', 'version'],
    ),
  ],
  held: () => null,
  settings: (_answers, shown) => [{ key: 'picture', value: firstPicture(shown) }],
  write: (_key, value) =>
    value === null ? null : programCommand('sh', '-c', showScript, 'sh', value),
};
