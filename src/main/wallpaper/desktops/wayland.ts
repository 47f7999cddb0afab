import { z } from 'zod';
import {
  command,
  firstPicture,
  listFrom,
  pictureSettings,
  pointsOf,
  type Backend,
  type Setting,
  type Shown,
} from './backend.ts';

/** Compositors of the wlroots kind, and Hyprland. None of them keeps its wallpaper beyond the session. */

const outputSchema = z.object({
  name: z.string(),
  active: z.boolean(),
  rect: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
});

/** The quotes keep sway from ending the command at a semicolon; inside of them a shell's rules hold for a path. */
export const swayWord = (path: string): string => `"${path.replace(/[^\w/.,:@+-]/gu, '\\$&')}"`;

/** Outputs are named by the kernel or by whoever made a virtual one. Inside quotes such a name has no other meaning. */
const plainName = /^[\w.:@+ -]+$/;

/** The value of an output's background: the path of a picture that fills it, else the arguments of sway's `bg`. */
function swayBackground(path: string | undefined, mode: string, color: string | undefined): string {
  if (path === undefined) return `${color ?? '#000000'} solid_color`;
  // sway keeps an output's colour when `bg` names none.
  if (mode === 'fill') return path;
  return [swayWord(path), mode, color].filter((part) => part !== undefined).join(' ');
}

/**
 * sway keeps no setting that can be asked for; it shows a background through one swaybg process, whose arguments name
 * each output's picture, mode and colour: `swaybg -o HDMI-A-1 -i /path -m center -c #204060 -o DP-1 -c #7a2050`.
 */
export const sway: Backend = {
  name: 'sway',
  reach: 'each',
  canChoose: true,
  persists: false,
  survey: [
    command('swaymsg', '-r', '-t', 'get_outputs'),
    command('ps', '-ww', '-C', 'swaybg', '-o', 'args='),
  ],
  held: ([, processes = '']) =>
    new Map(
      [
        ...processes.matchAll(
          / -o (\S+)(?: -i (.*?) -m (fill|stretch|fit|center|tile)(?= -[oc] |$))?(?: -c (#[\da-f]+)\b)?/gim,
        ),
      ].map(
        ([, output = '', path, mode = '', color]) =>
          [output, swayBackground(path, mode, color)] as const,
      ),
    ),
  settings([outputs], shown) {
    const active = listFrom(outputSchema, outputs).filter((output) => output.active);
    const screens = active.map(({ name, rect }) => ({ key: name, area: rect }));
    return pictureSettings(shown, screens, pointsOf);
  },
  write(key, value) {
    if (!plainName.test(key)) return null;
    const background = value?.startsWith('/') === true ? `${swayWord(value)} fill` : value;
    return command('swaymsg', `output "${key}" bg ${background ?? '#000000 solid_color'}`);
  },
};

/** Sizes are the mode's, in pixels; positions in points. */
const monitorSchema = z.object({
  name: z.string(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  scale: z.number().positive(),
});

/** Versions before 0.8 show only what they have loaded before; later ones refuse the word, and need it not. */
const showOnHyprland =
  'hyprctl hyprpaper preload "$2" >/dev/null 2>&1; said=$(hyprctl hyprpaper wallpaper "$1,$2") || exit; case $said in ok*|"") ;; *) echo "$said" >&2; exit 1;; esac';

/**
 * Hyprland with its own hyprpaper. Keys are outputs, values paths. Some versions (0.8.0 to 0.8.3) do not tell what
 * they show.
 */
export const hyprpaper: Backend = {
  name: 'hyprpaper',
  reach: 'each',
  canChoose: true,
  persists: false,
  survey: [
    command('sh', '-c', 'ps -C hyprpaper -o pid= >/dev/null && exec hyprctl -j monitors'),
    command('hyprctl', 'hyprpaper', 'listactive'),
  ],
  held([, active = '']) {
    const lines = [...active.matchAll(/^(\S+) = (\/.*)$/gm)];
    if (lines.length === 0 && active.trim() !== '') return null;
    return new Map(lines.map(([, output = '', path = '']) => [output, path]));
  },
  settings([monitors], shown) {
    const screens = listFrom(monitorSchema, monitors).map(
      ({ name, x, y, width, height, scale }) => {
        const area = { x, y, width: width / scale, height: height / scale };
        return { key: name, area };
      },
    );
    return pictureSettings(shown, screens, pointsOf);
  },
  write: (key, value) =>
    value === null ? null : command('sh', '-c', showOnHyprland, 'sh', key, value),
};

interface DaemonOutput {
  readonly name: string;
  /** In points. */
  readonly width: number;
  readonly height: number;
  readonly path: string | null;
}

/** Lines such as `eDP-1: 1920x1200, scale: 2, currently displaying: image: /a.png`, with a namespace before it or not. */
const parseOutputs = (answer: string): DaemonOutput[] =>
  [
    ...answer.matchAll(
      /^(?:[^:\n]*: )?([^:\s]+): (\d+)x(\d+), scale: [\d.]+, currently displaying: (?:image: (.*)|.*)$/gm,
    ),
  ].map(([, name = '', width, height, path]) => ({
    name,
    width: Number(width),
    height: Number(height),
    path: path ?? null,
  }));

interface Place {
  readonly x: number;
  readonly y: number;
}

/** What wlr-randr says of each output: a line `eDP-1 "…"`, and further down `  Position: 0,0` where it is on. */
const parsePlaces = (answer: string): ReadonlyMap<string, Place> =>
  new Map(
    [...answer.matchAll(/^(\S+) "[^\n]*(?:\n .*)*?\n {2}Position: (-?\d+),(-?\d+)$/gm)].map(
      ([, name = '', x, y]) => [name, { x: Number(x), y: Number(y) }],
    ),
  );

/** The picture of a display of that size for each output; displays of one size take turns. */
function settingsBySize({ pictures }: Shown, outputs: readonly DaemonOutput[]): Setting[] {
  let unused = [...pictures];
  return outputs.flatMap(({ name, width, height }) => {
    const distance = ({ display: { bounds } }: Shown['pictures'][number]): number =>
      Math.abs(bounds.width - width) + Math.abs(bounds.height - height);
    if (unused.length === 0) unused = [...pictures];
    const [nearest] = unused.toSorted((a, b) => distance(a) - distance(b));
    unused = unused.filter((one) => one !== nearest);
    return nearest === undefined ? [] : [{ key: name, value: nearest.path }];
  });
}

/**
 * A wallpaper daemon that has changed its name. It tells how large an output is, not where; wlr-randr does, where it is
 * installed. Else displays of one size get pictures of that size, each another one.
 */
function daemon(program: string): Backend {
  return {
    name: program,
    reach: 'each',
    canChoose: false,
    persists: false,
    survey: [command(program, 'query'), command('wlr-randr')],
    held: ([answer = '']) =>
      new Map(
        parseOutputs(answer).flatMap(({ name, path }) => (path === null ? [] : [[name, path]])),
      ),
    settings([answer = '', placed = ''], shown) {
      const outputs = parseOutputs(answer);
      const places = parsePlaces(placed);
      const screens = outputs.flatMap(({ name, width, height }) => {
        const place = places.get(name);
        return place === undefined ? [] : [{ key: name, area: { ...place, width, height } }];
      });
      return screens.length === outputs.length
        ? pictureSettings(shown, screens, pointsOf)
        : settingsBySize(shown, outputs);
    },
    write: (key, value) =>
      value === null
        ? command(program, 'clear', '-o', key)
        : command(program, 'img', '--outputs', key, '--transition-type', 'none', value),
  };
}

export const swww = daemon('swww');
export const awww = daemon('awww');

/** The one process of ours; the person's own, which their compositor started, stays below it. */
const owned = 'note="$XDG_RUNTIME_DIR/overhead-swaybg.pid"; old=$(cat "$note" 2>/dev/null);';
const isAlive = '[ -n "$old" ] && [ "$(ps -o comm= -p "$old")" = swaybg ]';

/** The new one covers the old one before that goes: the desktop is never bare. */
const replace = `${owned} setsid swaybg -i "$1" -m fill >/dev/null 2>&1 & new=$!; sleep 0.4
kill -0 $new 2>/dev/null || { echo "swaybg ended at once" >&2; exit 1; }
echo $new >"$note"; if ${isAlive}; then kill "$old"; fi`;
const end = `${owned} if ${isAlive}; then kill "$old"; fi; rm -f "$note"`;
const tell = `command -v swaybg >/dev/null || { echo "it is not installed" >&2; exit 1; }
${owned} if ${isAlive}; then exec ps -ww -o args= -p "$old"; fi`;

/**
 * Compositors that know nothing of wallpapers: a swaybg that the app starts, one for all outputs, which outlives the
 * app and ends with the session.
 */
export const swaybg: Backend = {
  name: 'swaybg',
  reach: 'same',
  canChoose: false,
  persists: false,
  survey: [command('sh', '-c', tell)],
  held([args = '']) {
    const path = /^swaybg -i (.*) -m fill$/m.exec(args)?.[1];
    return new Map(path === undefined ? [] : [['picture', path]]);
  },
  settings: (_answers, shown) => [{ key: 'picture', value: firstPicture(shown) }],
  write: (_key, value) =>
    value === null ? command('sh', '-c', end) : command('sh', '-c', replace, 'sh', value),
};
