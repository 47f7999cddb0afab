import { z } from 'zod';
import {
  programCommand,
  firstPicture,
  parseList,
  pictureSettings,
  pixelsOf,
  pointsOf,
  type Backend,
  type DesktopSetting,
  type PicturesToSet,
} from './backend.ts';

/** Compositors based on wlroots, and Hyprland. None of them keeps its wallpaper after the session. */

const outputSchema = z.object({
  name: z.string(),
  active: z.boolean(),
  rect: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
});

/**
 * Quotes a path for sway. The quotes keep sway from ending the command at a semicolon. Inside the quotes, sway expands
 * a path by the rules of a shell.
 */
export const swayWord = (path: string): string => `"${path.replace(/[^\w/.,:@+-]/gu, '\\$&')}"`;

/**
 * Matches names of outputs that have no special meaning inside quotes. A program that creates a virtual output chooses
 * the name of the output.
 */
const plainNamePattern = /^[\w.:@+ -]+$/;

/** The value of an output's background: the path of a picture that fills it, or the arguments of sway's `bg`. */
function swayBackground(path: string | undefined, mode: string, color: string | undefined): string {
  if (path === undefined) return `${color ?? '#000000'} solid_color`;
  // sway keeps an output's colour when `bg` names none.
  if (mode === 'fill') return path;
  return [swayWord(path), mode, color].filter((part) => part !== undefined).join(' ');
}

/**
 * Prints the arguments of each process on a line of its own. The processes of all users are listed, because the compositor
 * may run as another user than the app.
 */
const processArguments = 'ps -ww -A -o args=';
/**
 * Matches the arguments of a program. Its short name is not enough: packages wrap programs under other names, such as
 * `.swaybg-wrapped` on NixOS or `swaybg.real`, and short names are cut at 15 letters. The brackets keep the pattern from
 * matching itself.
 */
const programPattern = (name: string): string =>
  `(^|[ /])[^ /]*[${name.charAt(0)}]${name.slice(1)}[^ /.]*(\\.(real|orig|bin|distrib))?( |$)`;

/** Matches the background of an output in the arguments of swaybg. */
const outputPattern =
  / -o (\S+)(?: -i (.*?) -m (fill|stretch|fit|center|tile)(?= -[oc] |$))?(?: -c (#[\da-f]+)\b)?/gi;
/**
 * The most outputs that are read from the arguments of one process. The limit bounds the time, because the rest of the
 * arguments is searched for each output without ` -m `.
 */
const maxOutputs = 32;

function outputsIn(line: string): RegExpExecArray[] {
  const outputs: RegExpExecArray[] = [];
  for (const output of line.matchAll(outputPattern)) {
    if (outputs.length === maxOutputs) break;
    outputs.push(output);
  }
  return outputs;
}

/**
 * sway cannot be asked for its background. It runs one swaybg process, whose arguments name each output's picture, mode
 * and colour: `swaybg -o HDMI-A-1 -i /path -m center -c #204060 -o DP-1 -c #7a2050`.
 */
export const sway: Backend = {
  name: 'sway',
  reach: 'each',
  canChoose: true,
  persists: false,
  survey: [
    programCommand('swaymsg', '-r', '-t', 'get_outputs'),
    programCommand(
      'sh',
      '-c',
      `${processArguments} | grep -E '${programPattern('swaybg')}(.* )?-o '`,
    ),
  ],
  held: ([, processes = '']) =>
    new Map(
      processes
        .split('\n')
        .flatMap(outputsIn)
        .map(
          ([, output = '', path, mode = '', color]) =>
            [output, swayBackground(path, mode, color)] as const,
        ),
    ),
  settings([outputs], shown) {
    const activeOutputs = parseList(outputSchema, outputs).filter((output) => output.active);
    const screens = activeOutputs.map(({ name, rect }) => ({ key: name, area: rect }));
    return pictureSettings(shown, screens, pointsOf, pixelsOf);
  },
  write(key, value) {
    if (!plainNamePattern.test(key)) return null;
    const background = value?.startsWith('/') === true ? `${swayWord(value)} fill` : value;
    return programCommand('swaymsg', `output "${key}" bg ${background ?? '#000000 solid_color'}`);
  },
};

/** Sizes are those of the mode, in pixels and before rotation; positions are in points. */
const monitorSchema = z.object({
  name: z.string(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  scale: z.number().positive(),
  /** As in Wayland: odd numbers are rotated by a quarter. */
  transform: z.number().optional(),
});

/** Versions before 0.8 show only preloaded pictures; later versions reject `preload` and do not need it. */
const showOnHyprland =
  'hyprctl hyprpaper preload "$2" >/dev/null 2>&1; reply=$(hyprctl hyprpaper wallpaper "$1,$2") || exit; case $reply in ok*|"") ;; *) echo "$reply" >&2; exit 1;; esac';

/**
 * The backend for Hyprland with its own hyprpaper. Keys are outputs, values are paths. Versions 0.8.0 to 0.8.3 do not
 * report their wallpaper.
 */
export const hyprpaper: Backend = {
  name: 'hyprpaper',
  reach: 'each',
  canChoose: true,
  persists: false,
  survey: [
    programCommand(
      'sh',
      '-c',
      `${processArguments} | grep -Eq '${programPattern('hyprpaper')}' && exec hyprctl -j monitors`,
    ),
    programCommand('hyprctl', 'hyprpaper', 'listactive'),
  ],
  held([, active = '']) {
    const lines = [...active.matchAll(/^(\S+) = (\/.*)$/gm)];
    if (lines.length === 0 && active.trim() !== '') return null;
    return new Map(lines.map(([, output = '', path = '']) => [output, path]));
  },
  settings([monitors], shown) {
    const screens = parseList(monitorSchema, monitors).map(
      ({ name, x, y, width, height, scale, transform = 0 }) => {
        const [across, down] = transform % 2 === 1 ? [height, width] : [width, height];
        return { key: name, area: { x, y, width: across / scale, height: down / scale } };
      },
    );
    return pictureSettings(shown, screens, pointsOf, pixelsOf);
  },
  write: (key, value) =>
    value === null ? null : programCommand('sh', '-c', showOnHyprland, 'sh', key, value),
};

/**
 * Parses lines such as `eDP-1: 1920x1200, scale: 2, currently displaying: image: /a.png`, with an optional namespace.
 */
const parseOutputs = (answer: string) =>
  [
    ...answer.matchAll(
      /^(?:[^:\n\r\u2028\u2029]*: )?([^:\s]+): (\d+)x(\d+), scale: [\d.]+, currently displaying: (?:image: (.*)|.*)$/gm,
    ),
  ].map(([, name = '', width, height, path]) => ({
    name,
    /** The size in points. */
    width: Number(width),
    height: Number(height),
    path: path ?? null,
  }));

/**
 * Parses the output of wlr-randr: a line `eDP-1 "…"` for each output and, if it is on, a line `  Position: 0,0` below.
 */
const parsePositions = (answer: string) =>
  new Map(
    [...answer.matchAll(/^(\S+) "[^\n]*(?:\n .*)*?\n {2}Position: (-?\d+),(-?\d+)$/gm)].map(
      ([, name = '', x, y]) => [name, { x: Number(x), y: Number(y) }],
    ),
  );

/**
 * Assigns a picture to each output: the one whose display is nearest in size, among those that no output has yet. If all
 * pictures are assigned, each can be assigned once more.
 */
function settingsBySize(
  { pictures }: PicturesToSet,
  outputs: ReturnType<typeof parseOutputs>,
): DesktopSetting[] {
  let unusedPictures: typeof pictures = [];
  return outputs.flatMap(({ name, width, height }) => {
    const distance = ({ display: { bounds } }: PicturesToSet['pictures'][number]): number =>
      Math.abs(bounds.width - width) + Math.abs(bounds.height - height);
    if (unusedPictures.length === 0) unusedPictures = pictures;
    const [nearest] = unusedPictures.toSorted((a, b) => distance(a) - distance(b));
    unusedPictures = unusedPictures.filter((one) => one !== nearest);
    return nearest === undefined ? [] : [{ key: name, value: nearest.path }];
  });
}

/**
 * The wallpaper daemon swww, which was renamed awww. It reports the size of an output but not its position; wlr-randr
 * reports the position if it is installed. Without wlr-randr, the sizes decide which picture an output gets.
 */
function daemonBackend(program: string): Backend {
  return {
    name: program,
    reach: 'each',
    canChoose: false,
    persists: false,
    survey: [programCommand(program, 'query'), programCommand('wlr-randr')],
    held: ([answer = '']) =>
      new Map(
        parseOutputs(answer).flatMap(({ name, path }) => (path === null ? [] : [[name, path]])),
      ),
    settings([answer = '', randr = ''], shown) {
      const outputs = parseOutputs(answer);
      const positions = parsePositions(randr);
      const screens = outputs.flatMap(({ name, width, height }) => {
        const position = positions.get(name);
        return position === undefined ? [] : [{ key: name, area: { ...position, width, height } }];
      });
      return screens.length === outputs.length
        ? pictureSettings(shown, screens, pointsOf, pixelsOf)
        : settingsBySize(shown, outputs);
    },
    write: (key, value) =>
      value === null
        ? programCommand(program, 'clear', '-o', key)
        : programCommand(program, 'img', '--outputs', key, '--transition-type', 'none', value),
  };
}

export const swww = daemonBackend('swww');
export const awww = daemonBackend('awww');

/**
 * Reads the process id of the app's swaybg. A swaybg that the user's compositor started is not ended: it stays behind
 * the app's swaybg.
 */
const ownProcessScript =
  'note="$XDG_RUNTIME_DIR/overhead-swaybg.pid"; old=$(cat "$note" 2>/dev/null);';
const aliveCheckScript =
  '[ -n "$old" ] && ps -ww -o args= -p "$old" | grep -Eq "swaybg[^ /]* -i .* -m fill$"';

/** `setsid` made the process the first of its group: a wrapper that waits for its program ends together with it. */
const endOldScript = `if ${aliveCheckScript}; then kill -TERM "-$old" || kill "$old"; fi 2>/dev/null`;

/** Starts the new process before it ends the old one, so that the desktop is never without a picture. */
const replaceScript = `${ownProcessScript} setsid swaybg -i "$1" -m fill >/dev/null 2>&1 & new=$!; sleep 0.4
kill -0 $new 2>/dev/null || { echo "swaybg ended at once" >&2; exit 1; }
echo $new >"$note"; ${endOldScript}`;
const endScript = `${ownProcessScript} ${endOldScript}; rm -f "$note"`;
const describeScript = `command -v swaybg >/dev/null || { echo "it is not installed" >&2; exit 1; }
${ownProcessScript} if ${aliveCheckScript}; then exec ps -ww -o args= -p "$old"; fi`;

/**
 * Compositors without a wallpaper function: the app starts one swaybg for all outputs, which keeps running after the
 * app has quit, until the session ends.
 */
export const swaybg: Backend = {
  name: 'swaybg',
  reach: 'same',
  canChoose: false,
  persists: false,
  survey: [programCommand('sh', '-c', describeScript)],
  held([args = '']) {
    const line = args.split('\n').find((one) => one.endsWith(' -m fill')) ?? '';
    const [, program = '', path] = /^(.*?) -i (.*) -m fill$/s.exec(line) ?? [];
    const name = program.split(/[ /]/).at(-1) ?? '';
    // A package may wrap the program: `.swaybg-wrapped`.
    const isSwaybg = `.${name}`.includes('.swaybg');
    return new Map(path === undefined || !isSwaybg ? [] : [['picture', path]]);
  },
  settings: (_answers, shown) => [{ key: 'picture', value: firstPicture(shown) }],
  write: (_key, value) =>
    value === null
      ? programCommand('sh', '-c', endScript)
      : programCommand('sh', '-c', replaceScript, 'sh', value),
};
