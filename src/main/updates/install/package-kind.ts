import type { PackageKind } from '../manifest.ts';

export interface Surroundings {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The running program. */
  readonly execPath: string;
  /** What electron-builder wrote into the package's `package-type`, or null. */
  readonly packageType: string | null;
}

/**
 * How this app was installed, or null when nothing that can be updated in place.
 *
 * APPIMAGE alone proves nothing: a program started from somebody else's AppImage inherits the variable, and would
 * replace that one. Ours runs from inside of what APPDIR names.
 */
export function packageKind(here: Surroundings): PackageKind | null {
  const { isPackaged, platform, env, execPath, packageType } = here;
  if (!isPackaged) return null;
  if (platform === 'win32') return env['PORTABLE_EXECUTABLE_FILE'] === undefined ? 'nsis' : null;
  if (platform === 'darwin') return 'mac';
  if (platform !== 'linux') return null;
  if (packageType === 'deb' || packageType === 'rpm') return packageType;
  const { APPIMAGE: image = '', APPDIR: mount = '' } = env;
  const isOurs = image.startsWith('/') && mount.length > 1 && execPath.startsWith(`${mount}/`);
  return isOurs ? 'appimage' : null;
}
