import { programCommand, type LockScreen } from './backend.ts';
import { fileUrl, gsettingsAccess, quoteGVariant } from './gsettings.ts';

/** The lock screen of MATE: mate-screensaver since 1.25. By default it shows its own picture and not the wallpaper. */
export const mateLock: LockScreen = {
  ...gsettingsAccess('mate', ['org.mate.screensaver']),
  settings(answers, path) {
    const key = 'org.mate.screensaver picture-filename';
    return mateLock.held(answers)?.has(key) === true ? [{ key, value: quoteGVariant(path) }] : [];
  },
};

const schemaName = 'org.gnome.desktop.screensaver';
/**
 * Fails without budgie-screensaver. The schema alone proves nothing, because every desktop with parts of GNOME has it.
 * GNOME Shell ignores the picture. gnome-screensaver 3.6.1, which Budgie uses in Debian 12, ignores it too: its lock
 * screen still showed Budgie's default picture.
 */
const surveyCommands = `command -v budgie-screensaver >/dev/null || { echo "budgie-screensaver is not installed" >&2; exit 1; }
exec gsettings list-recursively ${schemaName}`;

/** The lock screen of Budgie on X11: budgie-screensaver. */
export const budgieLock: LockScreen = {
  ...gsettingsAccess('budgie', [schemaName]),
  survey: [programCommand('sh', '-c', surveyCommands)],
  settings: (_answers, path) => [
    { key: `${schemaName} picture-options`, value: quoteGVariant('zoom') },
    { key: `${schemaName} picture-uri`, value: quoteGVariant(fileUrl(path)) },
  ],
};
