import { programCommand, type LockScreen } from './backend.ts';
import { fileUrl, gsettingsAccess, quoteGVariant } from './gsettings.ts';

/** mate-screensaver since 1.25. By default it shows its own picture and not the wallpaper. */
export const mateLock: LockScreen = {
  ...gsettingsAccess('mate', ['org.mate.screensaver']),
  settings(answers, path) {
    const key = 'org.mate.screensaver picture-filename';
    return mateLock.held(answers)?.has(key) === true ? [{ key, value: quoteGVariant(path) }] : [];
  },
};

const schemaName = 'org.gnome.desktop.screensaver';
/**
 * Every desktop with parts of GNOME has the schema. GNOME Shell ignores the picture, and so does gnome-screensaver
 * 3.6.1, which Budgie uses in Debian 12: its locked screen showed Budgie's default.
 */
const surveyCommands = `command -v budgie-screensaver >/dev/null || { echo "budgie-screensaver is not installed" >&2; exit 1; }
exec gsettings list-recursively ${schemaName}`;

/** budgie-screensaver: Budgie on X11. */
export const budgieLock: LockScreen = {
  ...gsettingsAccess('budgie', [schemaName]),
  survey: [programCommand('sh', '-c', surveyCommands)],
  settings: (_answers, path) => [
    { key: `${schemaName} picture-options`, value: quoteGVariant('zoom') },
    { key: `${schemaName} picture-uri`, value: quoteGVariant(fileUrl(path)) },
  ],
};
