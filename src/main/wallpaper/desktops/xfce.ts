import {
  command,
  firstPicture,
  listMonitors,
  parseMonitors,
  pictureFor,
  pixelsOf,
  type Backend,
  type Monitor,
  type Shown,
} from './backend.ts';

/**
 * XFCE keeps a path per screen, monitor and workspace in the channel xfce4-desktop:
 * `/backdrop/screen0/monitorVGA-1/workspace0/last-image`, and beside it `image-style`. The workspaces have one in
 * common while `/backdrop/single-workspace-mode` is on, and may be told apart at any time: each gets its own.
 */
const channel = ['-c', 'xfce4-desktop'] as const;
const ofWorkspace = /^\/backdrop\/screen\d+\/monitor(?<monitor>[^/]+)\/workspace(?<workspace>\d+)$/;
/** `image-style`: scaled and cropped so that it fills the monitor. */
const zoomed = '5';

const types: Readonly<Record<string, string>> = {
  'last-image': 'string',
  'image-style': 'int',
  'backdrop-cycle-enable': 'bool',
};
const nameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1);
const parentOf = (key: string): string => key.slice(0, key.lastIndexOf('/'));

/** Reads `xfconf-query -l -v`: property and value, with blanks between that line the values up. */
function parseProperties(answer: string): Map<string, string> {
  return new Map(
    answer.split('\n').flatMap((line) => {
      const [, key, value] = /^(\/backdrop\/\S+) +(.*)$/.exec(line) ?? [];
      return key === undefined || value === undefined ? [] : [[key, value] as const];
    }),
  );
}

/**
 * The folder of settings of each monitor and workspace. XFCE has none for a new monitor or workspace until somebody
 * chooses a picture there.
 */
function folders(
  held: ReadonlyMap<string, string>,
  monitors: readonly Monitor[],
  workspaces: number,
): Set<string> {
  const known = [...held.keys()].map(parentOf).filter((folder) => ofWorkspace.test(folder));
  const numbers = new Set([
    ...Array.from({ length: Math.max(1, workspaces) }, (_one, index) => index),
    ...known.map((folder) => Number(ofWorkspace.exec(folder)?.groups?.['workspace'])),
  ]);
  const plugged = monitors.flatMap(({ name }) =>
    [...numbers].map((number) => `/backdrop/screen0/monitor${name}/workspace${number}`),
  );
  return new Set([...known, ...plugged]);
}

/** For a monitor that is not plugged in: the primary display's, unless only some are to change. */
const pictureElsewhere = (shown: Shown): string | null =>
  shown.kept.length === 0 ? firstPicture(shown) : null;

export const xfce: Backend = {
  name: 'xfce',
  reach: 'each',
  canChoose: true,
  persists: true,
  survey: [
    command('xfconf-query', ...channel, '-l', '-v'),
    listMonitors,
    command('xfconf-query', '-c', 'xfwm4', '-p', '/general/workspace_count'),
  ],
  held: ([properties = '']) => parseProperties(properties),
  settings([properties = '', listed = '', count = ''], shown) {
    const held = parseProperties(properties);
    const monitors = parseMonitors(listed);
    return [...folders(held, monitors, Number(count))].flatMap((folder) => {
      const name = ofWorkspace.exec(folder)?.groups?.['monitor'];
      const monitor = monitors.find((one) => one.name === name);
      const path =
        monitor === undefined ? pictureElsewhere(shown) : pictureFor(shown, monitor.area, pixelsOf);
      if (path === null) return [];
      // A slide show would soon put another of the folder's pictures there.
      const cycles = held.get(`${folder}/backdrop-cycle-enable`) === 'true';
      return [
        ...(cycles ? [{ key: `${folder}/backdrop-cycle-enable`, value: 'false' }] : []),
        { key: `${folder}/image-style`, value: zoomed },
        { key: `${folder}/last-image`, value: path },
      ];
    });
  },
  write(key, value) {
    if (value === null) return command('xfconf-query', ...channel, '-p', key, '-r');
    const type = types[nameOf(key)] ?? 'string';
    // -n makes a property that is missing, and needs its type.
    return command('xfconf-query', ...channel, '-p', key, '-n', '-t', type, '-s', value);
  },
};
