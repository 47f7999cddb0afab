import { command, firstPicture, type Backend } from './backend.ts';

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

const key = 'picture';

/**
 * Compositors of the wlroots kind that know nothing of wallpapers: a swaybg that the app starts, one for all outputs,
 * which outlives the app and ends with the session.
 */
export const swaybg: Backend = {
  name: 'swaybg',
  reach: 'same',
  canChoose: false,
  persists: false,
  survey: [command('sh', '-c', tell)],
  held([args = '']) {
    const path = /^swaybg -i (.*) -m fill$/m.exec(args)?.[1];
    return new Map(path === undefined ? [] : [[key, path]]);
  },
  settings: (_answers, shown) => [{ key, value: firstPicture(shown) }],
  write: (_key, value) =>
    value === null ? command('sh', '-c', end) : command('sh', '-c', replace, 'sh', value),
};
