import {
  programCommand,
  firstPicture,
  listMonitors,
  parseMonitors,
  picturesForAreas,
  pixelsOf,
  pointsOf,
  type Backend,
  type Monitor,
  type PicturesToSet,
} from './backend.ts';

/**
 * XFCE keeps a path per screen, monitor and workspace in the channel xfce4-desktop:
 * `/backdrop/screen0/monitorVGA-1/workspace0/last-image`, and beside it `image-style`. While
 * `/backdrop/single-workspace-mode` is on, all workspaces show the same picture; since the user may switch it off at
 * any time, each workspace is set.
 */
const channelName = ['-c', 'xfce4-desktop'] as const;
const workspaceKeyPattern =
  /^\/backdrop\/screen\d+\/monitor(?<monitor>[^/]+)\/workspace(?<workspace>\d+)$/;
/** The value of `image-style` for a picture that is scaled and cropped so that it fills the monitor. */
const zoomedStyle = '5';

const propertyTypes: Readonly<Record<string, string>> = {
  'last-image': 'string',
  'image-style': 'int',
  'backdrop-cycle-enable': 'bool',
};
const propertyNameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1);
const parentKeyOf = (key: string): string => key.slice(0, key.lastIndexOf('/'));

/** Parses the output of `xfconf-query -l -v`: property and value, padded with blanks into columns. */
function parseProperties(answer: string): Map<string, string> {
  return new Map(
    answer.split('\n').flatMap((line) => {
      const [, key, value] = /^(\/backdrop\/\S+) +(.*)$/s.exec(line) ?? [];
      return key === undefined || value === undefined ? [] : [[key, value] as const];
    }),
  );
}

/**
 * The folder of settings of each monitor and workspace. XFCE creates it for a new monitor or workspace only when the
 * user chooses a picture there.
 */
function settingsFoldersOf(
  properties: ReadonlyMap<string, string>,
  monitors: readonly Monitor[],
  workspaces: number,
): Set<string> {
  const existingFolders = [...properties.keys()]
    .map(parentKeyOf)
    .filter((folder) => workspaceKeyPattern.test(folder));
  const numbers = new Set([
    ...Array.from({ length: Math.max(1, workspaces) }, (_one, index) => index),
    ...existingFolders.map((folder) =>
      Number(workspaceKeyPattern.exec(folder)?.groups?.['workspace']),
    ),
  ]);
  const connectedFolders = monitors.flatMap(({ name }) =>
    [...numbers].map((number) => `/backdrop/screen0/monitor${name}/workspace${number}`),
  );
  return new Set([...existingFolders, ...connectedFolders]);
}

/** The picture of a disconnected monitor: the primary display's, unless some displays keep their wallpaper. */
const pictureOfDisconnected = (shown: PicturesToSet): string | null =>
  shown.kept.length === 0 ? firstPicture(shown) : null;

export const xfce: Backend = {
  name: 'xfce',
  reach: 'each',
  canChoose: true,
  persists: true,
  survey: [
    programCommand('xfconf-query', ...channelName, '-l', '-v'),
    listMonitors,
    programCommand('xfconf-query', '-c', 'xfwm4', '-p', '/general/workspace_count'),
  ],
  held: ([propertyList = '']) => parseProperties(propertyList),
  settings([propertyList = '', monitorList = '', count = ''], shown) {
    const properties = parseProperties(propertyList);
    const monitors = parseMonitors(monitorList).filter(({ name }) => name !== '');
    const areas = monitors.map(({ area }) => area);
    const paths = picturesForAreas(shown, areas, [pixelsOf, pointsOf]);
    return [...settingsFoldersOf(properties, monitors, Number(count))].flatMap((folder) => {
      const name = workspaceKeyPattern.exec(folder)?.groups?.['monitor'];
      const index = monitors.findIndex((one) => one.name === name);
      const path = index < 0 ? pictureOfDisconnected(shown) : (paths[index] ?? null);
      if (path === null) return [];
      // A slide show would soon replace the picture.
      const isCycling = properties.get(`${folder}/backdrop-cycle-enable`) === 'true';
      return [
        ...(isCycling ? [{ key: `${folder}/backdrop-cycle-enable`, value: 'false' }] : []),
        { key: `${folder}/image-style`, value: zoomedStyle },
        { key: `${folder}/last-image`, value: path },
      ];
    });
  },
  write(key, value) {
    if (value === null) return programCommand('xfconf-query', ...channelName, '-p', key, '-r');
    const type = propertyTypes[propertyNameOf(key)] ?? 'string';
    // -n creates a missing property and requires its type.
    return programCommand('xfconf-query', ...channelName, '-p', key, '-n', '-t', type, '-s', value);
  },
};
