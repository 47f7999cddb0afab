import { command, type LockScreen } from './backend.ts';
import { fileUrl, gsettingsAccess, quoted } from './gsettings.ts';

/** mate-screensaver from 1.25 on. Its own default is a picture, too: it does not follow the wallpaper. */
export const mateLock: LockScreen = {
  ...gsettingsAccess('mate', ['org.mate.screensaver']),
  settings(answers, path) {
    const key = 'org.mate.screensaver picture-filename';
    return mateLock.held(answers)?.has(key) === true ? [{ key, value: quoted(path) }] : [];
  },
};

const schema = 'org.gnome.desktop.screensaver';
/**
 * The schema is there on any desktop with parts of GNOME. GNOME Shell ignores the picture, and so does gnome-screensaver
 * 3.6.1, which Debian 12 gives Budgie: its locked screen showed Budgie's default.
 */
const survey = `command -v budgie-screensaver >/dev/null || { echo "budgie-screensaver is not installed" >&2; exit 1; }
exec gsettings list-recursively ${schema}`;

/** budgie-screensaver: Budgie on X11. */
export const budgieLock: LockScreen = {
  ...gsettingsAccess('budgie', [schema]),
  survey: [command('sh', '-c', survey)],
  settings: (_answers, path) => [
    { key: `${schema} picture-options`, value: quoted('zoom') },
    { key: `${schema} picture-uri`, value: quoted(fileUrl(path)) },
  ],
};
