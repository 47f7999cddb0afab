import { join } from 'node:path';
import { isScreenReaderWanted } from '../system/screen-reader.ts';
import { markVariable } from './processes.ts';

/**
 * Variables of the surrounding desktop and terminal, which programs on the new desktop must not get. FORCE_COLOR is set
 * by Playwright; Node prints a warning if both FORCE_COLOR and NO_COLOR are set.
 */
const foreignVariables = [
  'WAYLAND_DISPLAY',
  'DBUS_SESSION_BUS_ADDRESS',
  'DBUS_STARTER_ADDRESS',
  'SESSION_MANAGER',
  'XAUTHORITY',
  'GNOME_DESKTOP_SESSION_ID',
  'KDE_FULL_SESSION',
  'GTK_THEME',
  'FORCE_COLOR',
  'NO_COLOR',
];

/** The environment of the new desktop without the variables that depend on X and the bus. */
export function desktopEnvironment(
  id: string,
  { dir, home }: { dir: string; home: string },
): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !foreignVariables.includes(entry[0]),
  );
  return {
    ...Object.fromEntries(inherited),
    [markVariable]: id,
    HOME: home,
    TMPDIR: join(dir, 'tmp'),
    XDG_RUNTIME_DIR: join(dir, 'run'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local/share'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_STATE_HOME: join(home, '.local/state'),
    XDG_CONFIG_DIRS: '/etc/xdg',
    XDG_DATA_DIRS: '/usr/local/share:/usr/share',
    XDG_CURRENT_DESKTOP: 'XFCE',
    XDG_SESSION_DESKTOP: 'xfce',
    XDG_SESSION_TYPE: 'x11',
    XDG_MENU_PREFIX: 'xfce-',
    DESKTOP_SESSION: 'xfce',
    ...(isScreenReaderWanted()
      ? { GNOME_ACCESSIBILITY: '1' }
      : { NO_AT_BRIDGE: '1', GTK_A11Y: 'none' }),
    // These variables prevent messages and random differences: no virtual file systems, GL in software.
    GIO_USE_VFS: 'local',
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
    LANG: process.env['LANG'] ?? 'C.UTF-8',
  };
}
