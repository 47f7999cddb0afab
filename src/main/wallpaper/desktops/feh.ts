import type { Rect } from '#shared/wallpaper/composition.ts';
import type { Display } from '#platform/windows/display.ts';
import {
  programCommand,
  firstPicture,
  listMonitors,
  parseMonitors,
  picturesForAreas,
  pixelsOf,
  type Backend,
} from './backend.ts';

const rootWindowKey = 'root window';
const undividedKey = 'undivided root window';

/** Whether the monitors are parts of one display, as `xrandr --setmonitor` makes them. */
function areParts(areas: readonly Rect[], display: Display | undefined): boolean {
  if (display === undefined || areas.length < 2) return false;
  const whole = pixelsOf(display);
  return areas.every(
    ({ x, y, width, height }) =>
      x >= whole.x &&
      y >= whole.y &&
      x + width <= whole.x + whole.width &&
      y + height <= whole.y + whole.height,
  );
}

/**
 * Restores the wallpaper with `~/.fehbg`. Fails if the file does not exist; the root window then keeps the app's
 * picture.
 */
const restoreScript =
  'if [ -r ~/.fehbg ]; then sh ~/.fehbg; else echo "there is no ~/.fehbg that names your own wallpaper" >&2; exit 1; fi';

/**
 * The backend for window managers on X11 that draw no desktop. The root window holds pixels, not a path, so nothing can
 * be read back. To restore the wallpaper that the user chose with feh, the app runs `~/.fehbg`, a script that feh
 * writes.
 */
export const feh: Backend = {
  name: 'feh',
  reach: 'each',
  // feh always draws the whole root window, so no monitor can keep its picture.
  canChoose: false,
  persists: false,
  survey: [programCommand('feh', '--version'), listMonitors],
  held: () => null,
  settings([, monitors = ''], shown) {
    const areas = parseMonitors(monitors).map(({ area }) => area);
    if (areParts(areas, shown.pictures[0]?.display))
      return [{ key: undividedKey, value: firstPicture(shown) }];
    const paths = picturesForAreas(shown, areas, [pixelsOf]).filter((path) => path !== null);
    return [
      { key: rootWindowKey, value: (paths.length > 0 ? paths : [firstPicture(shown)]).join('\n') },
    ];
  },
  write(key, value) {
    if (value === null) return programCommand('sh', '-c', restoreScript);
    const division = key === undividedKey ? ['--no-xinerama'] : [];
    // feh assigns several files to the monitors in their order.
    return programCommand('feh', '--no-fehbg', ...division, '--bg-fill', ...value.split('\n'));
  },
};
