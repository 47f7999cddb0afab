import { dirname, sep } from 'node:path';

export interface Here {
  readonly isPackaged: boolean;
  readonly execPath: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * What starts the app on Linux in a later session, hidden; null where it may not or cannot be had: in a sandbox that
 * has an own way for it, and from a checkout.
 */
export function launchCommand({ isPackaged, execPath, env }: Here): readonly string[] | null {
  if (env['FLATPAK_ID'] !== undefined || env['SNAP'] !== undefined) return null;
  // Unpacked into a folder that is gone after the run: the file itself is what starts it again.
  const program = appImage(execPath, env) ?? (isPackaged ? execPath : null);
  return program === null ? null : [program, '--hidden'];
}

/** The AppImage that this program runs from. A terminal in another AppImage hands its own variables on to us. */
function appImage(execPath: string, { APPIMAGE, APPDIR }: NodeJS.ProcessEnv): string | null {
  if (APPIMAGE === undefined || APPDIR === undefined) return null;
  const isInside = `${dirname(execPath)}${sep}`.startsWith(`${APPDIR}${sep}`);
  return isInside ? APPIMAGE : null;
}
