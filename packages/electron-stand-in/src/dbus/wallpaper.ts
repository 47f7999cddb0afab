import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The pictures in XFCE's settings: the path for each monitor and workspace. `env` is the environment of the desktop.
 * Throws an Error when the settings cannot be read.
 */
export async function readXfceWallpaper(env: Environment): Promise<string[]> {
  const { stdout } = await run(
    'xfconf-query',
    ['--channel', 'xfce4-desktop', '--property', '/backdrop', '--list', '--verbose'],
    { env },
  );
  return stdout.split('\n').flatMap((line) => /\/last-image\s+(.*)/.exec(line)?.[1] ?? []);
}

/** The wallpapers in GNOME's settings. The addresses are `file:` URLs, or empty. */
interface GnomeWallpaper {
  readonly pictureUri: string;
  readonly pictureUriDark: string;
  readonly pictureOptions: string;
}

/** Reads GNOME's setting. Throws an Error when the settings cannot be read. */
export async function readGnomeWallpaper(env: Environment): Promise<GnomeWallpaper> {
  const read = async (key: string): Promise<string> => {
    const { stdout } = await run('gsettings', ['get', 'org.gnome.desktop.background', key], {
      env,
    });
    return unquote(stdout.trim());
  };
  const [pictureUri, pictureUriDark, pictureOptions] = await Promise.all([
    read('picture-uri'),
    read('picture-uri-dark'),
    read('picture-options'),
  ]);
  return { pictureUri, pictureUriDark, pictureOptions };
}

/** The text inside a quoted string in the output of gsettings. */
function unquote(printed: string): string {
  return printed.slice(1, -1).replace(/\\(.)/g, '$1');
}

/**
 * Whether the desktop's own setting names `file`, and the file exists. False for a desktop whose setting this function
 * cannot read. `env` is the environment of the desktop.
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
