import { command, firstPicture, type Backend } from './backend.ts';

interface Manager {
  readonly name: string;
  readonly program: string;
  /** Below the folder of settings. */
  readonly config: string;
  readonly pictureKey: string;
  readonly modeKey: string;
  /** Scaled and cropped. */
  readonly cropped: string;
}

/** File managers that draw the desktop: LXQt's and LXDE's. They show the same picture on each display. */
function pcmanfm({ name, program, config, pictureKey, modeKey, cropped }: Manager): Backend {
  return {
    name,
    reach: 'same',
    canChoose: false,
    persists: true,
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
    settings: (_answers, shown) => [
      { key: modeKey, value: cropped },
      { key: pictureKey, value: firstPicture(shown) },
    ],
    write: (key, value) =>
      key === modeKey
        ? command(program, `--wallpaper-mode=${value ?? 'color'}`)
        : command(program, `--set-wallpaper=${value ?? ''}`),
  };
}

export const lxqt = pcmanfm({
  name: 'lxqt',
  program: 'pcmanfm-qt',
  config: 'pcmanfm-qt/lxqt/settings.conf',
  pictureKey: 'Wallpaper',
  modeKey: 'WallpaperMode',
  cropped: 'zoom',
});

export const lxde = pcmanfm({
  name: 'lxde',
  program: 'pcmanfm',
  config: 'pcmanfm/LXDE/desktop-items-0.conf',
  pictureKey: 'wallpaper',
  modeKey: 'wallpaper_mode',
  cropped: 'crop',
});
