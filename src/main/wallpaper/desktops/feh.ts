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
    const paths = picturesForAreas(shown, areas, [pixelsOf]).filter((path) => path !== null);
    return [
      { key: rootWindowKey, value: (paths.length > 0 ? paths : [firstPicture(shown)]).join('\n') },
    ];
  },
  write: (_key, value) =>
    value === null
      ? programCommand('sh', '-c', restoreScript)
      : // feh assigns several files to the monitors in their order.
        programCommand('feh', '--no-fehbg', '--bg-fill', ...value.split('\n')),
};
