import { programCommand, firstPicture, type Backend } from './backend.ts';

/** Reads two settings from a file with lines `key=value`; `config` is its path below the configuration folder. */
const fileAccess = (
  config: string,
  pictureKey: string,
  modeKey: string,
): Pick<Backend, 'survey' | 'held'> => ({
  survey: [
    programCommand('sh', '-c', `cat "\${XDG_CONFIG_HOME:-$HOME/.config}/${config}" || true`),
  ],
  held: ([answer = '']) =>
    new Map(
      answer.split('\n').flatMap((line) => {
        const [, key = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
        if (key !== pictureKey && key !== modeKey) return [];
        // Qt quotes values that contain a comma or a semicolon.
        return [[key, value.replace(/^"(.*)"$/, '$1').replace(/\\(["\\])/g, '$1')] as const];
      }),
    ),
});

/**
 * LXQt draws one picture across all monitors. The picture is composed to their size, so every mode except a plain
 * colour (`none`) shows it unchanged. In pcmanfm-qt 1.2.1, `--wallpaper-mode` is applied but never saved, and has no
 * effect if it equals the saved mode or is `zoom`. So the mode is changed only from a plain colour. To restore a plain
 * colour, the picture is set to an unreadable file, because `--wallpaper-mode=color` would be ignored.
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
    const pictureMode = mode === undefined || mode === 'none' ? 'stretch' : mode;
    return [
      { key: 'WallpaperMode', value: pictureMode },
      { key: 'Wallpaper', value: firstPicture(shown) },
    ];
  },
  write: (key, value) => (key === 'Wallpaper' ? (lxqt.writeAll?.([{ key, value }]) ?? null) : null),
  writeAll(settings) {
    const value = (key: string): string =>
      settings.find((setting) => setting.key === key)?.value ?? '';
    const mode = value('WallpaperMode');
    return mode === 'none'
      ? programCommand('pcmanfm-qt', '--set-wallpaper=/dev/null')
      : programCommand(
          'pcmanfm-qt',
          ...(mode === 'stretch' ? ['--wallpaper-mode=stretch'] : []),
          `--set-wallpaper=${value('Wallpaper')}`,
        );
  },
};

const lxdeConfig = 'pcmanfm/LXDE/desktop-items-0.conf';

/**
 * Waits up to a second for the line in the file: pcmanfm 1.3.2 writes the line 40 to 90 ms after its command has ended.
 */
const lxdeWriteScript = `"$@" || exit
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
    // With an empty path, pcmanfm opens a file window instead.
    if (key === 'wallpaper' && value === null) return null;
    const text = value ?? 'color';
    const option = key === 'wallpaper_mode' ? '--wallpaper-mode' : '--set-wallpaper';
    const script = `line=$1; shift; ${lxdeWriteScript}`;
    return programCommand(
      'sh',
      '-c',
      script,
      'sh',
      `${key}=${text}`,
      'pcmanfm',
      `${option}=${text}`,
    );
  },
};
