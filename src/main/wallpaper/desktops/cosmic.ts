import { programCommand, firstPicture, type Backend, type ProgramCommand } from './backend.ts';

/** Enters the folder in which cosmic-bg stores each setting in a file. cosmic-bg applies changes of these files. */
const enterFolder =
  'cd "${XDG_CONFIG_HOME:-$HOME/.config}/cosmic/com.system76.CosmicBackground/v1"';

const readScript = `command -v cosmic-bg >/dev/null || { echo "it is not installed" >&2; exit 1; }
${enterFolder} 2>/dev/null && cat "$1" 2>/dev/null; true`;
const surveyCommand = (key: string): ProgramCommand =>
  programCommand('sh', '-c', readScript, 'sh', key);

/** Renames the file into place, so that cosmic-bg never reads a partial file. */
const replaceScript = `mkdir -p "\${XDG_CONFIG_HOME:-$HOME/.config}/cosmic/com.system76.CosmicBackground/v1" && ${enterFolder} &&
printf %s "$2" >"$1.overhead" && mv "$1.overhead" "$1"`;
const removeScript = `${enterFolder} && rm -f "$1"`;

/** Text in Rusty Object Notation, whose escapes are those of Rust. */
const ronText = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;

const backgroundEntry = (path: string): string =>
  `(output: "all", source: Path(${ronText(path)}), filter_by_theme: false, rotation_frequency: 900, filter_method: Lanczos, scaling_mode: Zoom, sampling_method: Alphanumeric)`;

/**
 * The backend for COSMIC. Keys are files of cosmic-bg, values their text: `all` is the picture of every display, and
 * `same-on-all` makes that picture apply. The files with a display's own picture are not changed.
 */
export const cosmic: Backend = {
  name: 'cosmic',
  reach: 'same',
  canChoose: false,
  persists: true,
  survey: [surveyCommand('all'), surveyCommand('same-on-all')],
  held: ([all = '', same = '']) =>
    new Map([
      ...(all === '' ? [] : [['all', all] as const]),
      ...(same === '' ? [] : [['same-on-all', same] as const]),
    ]),
  settings: (_answers, shown) => [
    { key: 'all', value: backgroundEntry(firstPicture(shown)) },
    { key: 'same-on-all', value: 'true' },
  ],
  write: (key, value) =>
    value === null
      ? programCommand('sh', '-c', removeScript, 'sh', key)
      : programCommand('sh', '-c', replaceScript, 'sh', key, value),
};
