import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { readGnomeWallpaper, readXfceWallpaper } from '../dbus/wallpaper.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether the desktop's own setting names `file`, and the file is there. False where the desktop is one that
 * we cannot read. `env` is the environment of the desktop.
 */
export async function isWallpaper(file: string, env: Environment): Promise<boolean> {
  if (!existsSync(file)) return false;
  const desktop = env['XDG_CURRENT_DESKTOP'] ?? '';
  if (/xfce/i.test(desktop)) return (await readXfceWallpaper(env)).includes(file);
  if (!/gnome|unity|budgie|pantheon/i.test(desktop)) return false;
  const { pictureUri, pictureUriDark } = await readGnomeWallpaper(env);
  const url = pathToFileURL(file).href;
  return pictureUri === url && pictureUriDark === url;
}
