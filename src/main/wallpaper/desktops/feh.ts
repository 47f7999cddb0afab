import {
  command,
  firstPicture,
  listMonitors,
  parseMonitors,
  pictureFor,
  pixelsOf,
  type Backend,
} from './backend.ts';

const root = 'root window';

/** Fails without the file: the root window then keeps the app's picture. */
const restoring =
  'if [ -r ~/.fehbg ]; then sh ~/.fehbg; else echo "there is no ~/.fehbg that names your own wallpaper" >&2; exit 1; fi';

/**
 * Window managers without a desktop of their own, on X11. The root window keeps pixels, not a path: nothing can be
 * read back. What the person has chosen with feh stays in `~/.fehbg`, which is what restores it.
 */
export const feh: Backend = {
  name: 'feh',
  reach: 'each',
  // One picture covers the whole root window.
  canChoose: false,
  persists: false,
  survey: [command('feh', '--version'), listMonitors],
  held: () => null,
  settings([, listed = ''], shown) {
    const paths = parseMonitors(listed).flatMap(
      ({ area }) => pictureFor(shown, area, pixelsOf) ?? [],
    );
    return [{ key: root, value: (paths.length > 0 ? paths : [firstPicture(shown)]).join('\n') }];
  },
  write: (_key, value) =>
    value === null
      ? command('sh', '-c', restoring)
      : // Several files go to the monitors in their order.
        command('feh', '--no-fehbg', '--bg-fill', ...value.split('\n')),
};
