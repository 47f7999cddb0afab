import type { Backend } from './backend.ts';
import { feh } from './feh.ts';
import { cinnamon, gnome, mate } from './gsettings.ts';
import { kde } from './kde.ts';
import { macos } from './macos.ts';
import { lxde, lxqt } from './pcmanfm.ts';
import { sway } from './sway.ts';
import { windows } from './windows.ts';
import { xfce } from './xfce.ts';

/** By the names in `XDG_CURRENT_DESKTOP`, in lower case. The first that matches counts. */
const byName: readonly (readonly [backend: Backend, names: readonly string[]])[] = [
  [xfce, ['xfce']],
  [cinnamon, ['x-cinnamon', 'cinnamon']],
  [mate, ['mate']],
  [gnome, ['gnome', 'gnome-classic', 'budgie', 'pantheon', 'unity']],
  [kde, ['kde']],
  [lxqt, ['lxqt']],
  [lxde, ['lxde']],
  [sway, ['sway']],
];

/** Window managers that leave the root window to others. */
const bare = [
  'i3',
  'awesome',
  'bspwm',
  'dwm',
  'fluxbox',
  'herbstluftwm',
  'openbox',
  'qtile',
  'xmonad',
];

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  /** `XDG_CURRENT_DESKTOP`: names, with colons between. */
  readonly currentDesktop: string | undefined;
  readonly isWayland: boolean;
}

/** How the wallpaper is set here, or null where no way is known. Pure. */
export function chooseBackend({
  platform,
  currentDesktop = '',
  isWayland,
}: Surroundings): Backend | null {
  if (platform === 'darwin') return macos;
  if (platform === 'win32') return windows;
  if (platform !== 'linux' && platform !== 'freebsd' && platform !== 'openbsd') return null;
  const names = currentDesktop.toLowerCase().split(':');
  const found = byName.find(([, known]) => known.some((name) => names.includes(name)));
  if (found !== undefined) return found[0];
  return !isWayland && names.some((name) => name === '' || bare.includes(name)) ? feh : null;
}
