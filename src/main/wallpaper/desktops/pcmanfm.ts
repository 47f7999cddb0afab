import { command, firstPicture, type Backend } from './backend.ts';

/** Reads some keys of a `key=value` file of settings below the folder of settings. */
const fileAccess = (
  config: string,
  pictureKey: string,
  modeKey: string,
): Pick<Backend, 'survey' | 'held'> => ({
  survey: [command('sh', '-c', `cat "\${XDG_CONFIG_HOME:-$HOME/.config}/${config}" || true`)],
  held: ([answer = '']) =>
    new Map(
      answer.split('\n').flatMap((line) => {
        const [, key = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
        if (key !== pictureKey && key !== modeKey) return [];
        // Qt puts what has a comma or a semicolon in quotes.
        return [[key, value.replace(/^"(.*)"$/, '$1').replace(/\\(["\\])/g, '$1')] as const];
      }),
    ),
});

/**
 * LXQt draws one picture across all monitors, which is composed to their size: any mode but a plain colour (`none`) shows
 * it as it is. As seen of pcmanfm-qt 1.2.1, `--wallpaper-mode` is applied to the desktop and never saved, does nothing if
 * it equals the saved mode, and does nothing for `zoom`. So another mode is given only over a plain colour. A picture that
 * cannot be read brings the colour back: `--wallpaper-mode=color` would be ignored then.
 */
export const lxqt: Backend = {
  ...fileAccess('pcmanfm-qt/lxqt/settings.conf', 'Wallpaper', 'WallpaperMode'),
  name: 'lxqt',
  reach: 'spanning',
  canChoose: false,
  persists: true,
  unreported: ['WallpaperMode'],
  settings([answer = ''], shown) {
    const mode = lxqt.held([answer])?.get('WallpaperMode');
    const kept = mode === undefined || mode === 'none' ? 'stretch' : mode;
    return [
      { key: 'WallpaperMode', value: kept },
      { key: 'Wallpaper', value: firstPicture(shown) },
    ];
  },
  write: (key, value) => (key === 'Wallpaper' ? (lxqt.writeAll?.([{ key, value }]) ?? null) : null),
  writeAll(settings) {
    const value = (key: string): string =>
      settings.find((setting) => setting.key === key)?.value ?? '';
    const mode = value('WallpaperMode');
    return mode === 'none'
      ? command('pcmanfm-qt', '--set-wallpaper=/dev/null')
      : command(
          'pcmanfm-qt',
          ...(mode === 'stretch' ? ['--wallpaper-mode=stretch'] : []),
          `--set-wallpaper=${value('Wallpaper')}`,
        );
  },
};

const lxdeConfig = 'pcmanfm/LXDE/desktop-items-0.conf';

/** pcmanfm 1.3.2 writes its file 40 to 90 ms after its command has ended: waits for the line, for a second at most. */
const lxdeWrite = `"$@" || exit
tries=0
until grep -qxF "$line" "\${XDG_CONFIG_HOME:-$HOME/.config}/${lxdeConfig}" 2>/dev/null || [ $tries -ge 10 ]; do
  tries=$((tries + 1))
  sleep 0.1
done`;

/** LXDE shows the same picture on each display. */
export const lxde: Backend = {
  ...fileAccess(lxdeConfig, 'wallpaper', 'wallpaper_mode'),
  name: 'lxde',
  reach: 'same',
  canChoose: false,
  persists: true,
  settings: (_answers, shown) => [
    { key: 'wallpaper_mode', value: 'crop' },
    { key: 'wallpaper', value: firstPicture(shown) },
  ],
  write(key, value) {
    // An empty path opens a window of files in place of it.
    if (key === 'wallpaper' && value === null) return null;
    const given = value ?? 'color';
    const option = key === 'wallpaper_mode' ? '--wallpaper-mode' : '--set-wallpaper';
    const script = `line=$1; shift; ${lxdeWrite}`;
    return command('sh', '-c', script, 'sh', `${key}=${given}`, 'pcmanfm', `${option}=${given}`);
  },
};
