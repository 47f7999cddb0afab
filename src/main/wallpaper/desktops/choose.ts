import type { Backend } from './backend.ts';
import { cosmic } from './cosmic.ts';
import { feh } from './feh.ts';
import { cinnamon, gnome, mate } from './gsettings.ts';
import { kde } from './kde.ts';
import { macos } from './macos.ts';
import { lxde, lxqt } from './pcmanfm.ts';
import { portalWallpaper } from './portal.ts';
import { awww, hyprpaper, sway, swaybg, swww } from './wayland.ts';
import { windows } from './windows.ts';
import { xfce } from './xfce.ts';

/** Programs that work with any wlroots compositor, if installed. */
const layers: readonly Backend[] = [awww, swww, swaybg];

/** By the names in `XDG_CURRENT_DESKTOP`, in lower case. The first that matches counts. */
const byName: readonly (readonly [backends: readonly Backend[], names: readonly string[]])[] = [
  [[xfce], ['xfce']],
  [[cinnamon], ['x-cinnamon', 'cinnamon']],
  [[mate], ['mate']],
  [[gnome], ['gnome', 'gnome-classic', 'budgie', 'pantheon', 'unity']],
  [[kde], ['kde']],
  [[cosmic], ['cosmic']],
  [[lxqt], ['lxqt']],
  [[lxde], ['lxde']],
  [[sway, ...layers], ['sway']],
  [[hyprpaper, ...layers], ['hyprland']],
  [layers, ['wlroots', 'labwc', 'river', 'wayfire', 'niri', 'dwl', 'mango']],
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

interface DesktopEnvironment {
  readonly platform: NodeJS.Platform;
  /** `XDG_CURRENT_DESKTOP`: names, with colons between. */
  readonly currentDesktop: string | undefined;
  readonly isWayland: boolean;
  /** In a Flatpak or a Snap, which keep the desktop's own programs away. */
  readonly isSandboxed: boolean;
}

/**
 * Returns the backends for this desktop, best first; the first that answers is used. Empty if none is known. Pure.
 */
export function chooseBackends(environment: DesktopEnvironment): readonly Backend[] {
  const { platform, currentDesktop = '', isWayland, isSandboxed } = environment;
  if (platform === 'darwin') return [macos];
  if (platform === 'win32') return [windows];
  if (platform !== 'linux' && platform !== 'freebsd' && platform !== 'openbsd') return [];
  if (isSandboxed) return [portalWallpaper];
  const names = currentDesktop.toLowerCase().split(':');
  const found = byName.find(([, known]) => known.some((name) => names.includes(name)));
  if (found !== undefined) return found[0];
  if (!names.some((name) => name === '' || bare.includes(name))) return [];
  return isWayland ? layers : [feh];
}
