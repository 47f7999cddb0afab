import { z } from 'zod';
import { parseJson } from '#shared/json.ts';
import { command, pictureFor, pointsOf, type Backend } from './backend.ts';

/** Sizes are the mode's, in pixels; positions in points. */
const monitorSchema = z.object({
  name: z.string(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  scale: z.number().positive(),
});

const parseMonitors = (answer: string): z.infer<typeof monitorSchema>[] =>
  z.array(monitorSchema).safeParse(parseJson(answer)).data ?? [];

/** Versions before 0.8 show only what they have loaded before; later ones refuse the word, and need it not. */
const show =
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
  settings: ([monitors = ''], shown) =>
    parseMonitors(monitors).flatMap(({ name, x, y, width, height, scale }) => {
      const area = { x, y, width: width / scale, height: height / scale };
      const value = pictureFor(shown, area, pointsOf);
      return value === null ? [] : [{ key: name, value }];
    }),
  write: (key, value) => (value === null ? null : command('sh', '-c', show, 'sh', key, value)),
};
