import { pathToFileURL } from 'node:url';
import { programCommand, type LockScreen, type DesktopSetting } from './backend.ts';

/** Uses the tools of Plasma 6 or, if they are missing, of Plasma 5: both read and write the same file. */
const useTool = (
  name: string,
): string => `tool=$(command -v ${name}6 || command -v ${name}5) || { echo "${name}6 is not installed" >&2; exit 1; }
of() { key=$1; shift; [ "$key" = WallpaperPlugin ] || set -- --group Wallpaper --group org.kde.image --group General "$@"
"$tool" --file kscreenlockerrc --group Greeter "$@"; }`;

/**
 * A missing entry is printed as an empty value. `printf` is used, because the `echo` of some shells interprets
 * backslashes.
 */
const readScript = `${useTool('kreadconfig')}
for name in WallpaperPlugin Image PreviewImage; do printf '%s=%s\\n' "$name" "$(of "$name" --key "$name")"; done`;

/** Arguments are pairs of key and value; an empty value removes the key. kwriteconfig fails without a message. */
const writeScript = `${useTool('kwriteconfig')}
while [ $# -gt 0 ]; do
if [ -n "$2" ]; then of "$1" --key "$1" -- "$2"; else of "$1" --key "$1" --delete; fi ||
{ echo "kscreenlockerrc does not take $1: it is locked or cannot be written" >&2; exit 1; }
shift 2; done`;

const writeCommand = (settings: readonly DesktopSetting[]) =>
  programCommand(
    'sh',
    '-c',
    writeScript,
    'sh',
    ...settings.flatMap(({ key, value }) => [key, value ?? '']),
  );

/** The lock screen of KDE Plasma, which reads `kscreenlockerrc` when it locks. Keys are the entries of that file. */
export const kdeLock: LockScreen = {
  name: 'kde',
  survey: [programCommand('sh', '-c', readScript)],
  held: ([answer = '']) =>
    new Map([...answer.matchAll(/^(\w+)=(.+)$/gm)].map(([, key = '', value = '']) => [key, value])),
  settings(_answers, path) {
    const { href } = pathToFileURL(path);
    return [
      { key: 'Image', value: href },
      // The settings of Plasma show this entry as the preview.
      { key: 'PreviewImage', value: href },
      { key: 'WallpaperPlugin', value: 'org.kde.image' },
    ];
  },
  write: (key, value) => writeCommand([{ key, value }]),
  writeAll: writeCommand,
};
