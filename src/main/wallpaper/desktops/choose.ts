import type { LockScreenOffer } from '#shared/wallpaper/lock-screen.ts';
import type { Backend } from './backend.ts';
import { cosmic } from './cosmic.ts';
import { feh } from './feh.ts';
import { budgieOnWayland, cinnamon, gnome, mate } from './gsettings.ts';
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

/** The lock screens that the app can set a picture of. */
export type LockScreenName = 'kde' | 'mate' | 'budgie' | 'windows';

/** Desktops whose lock screen shows the wallpaper without any setting. */
const lockedWithWallpaper = ['gnome', 'gnome-classic', 'x-cinnamon', 'cinnamon', 'cosmic'];

const namesIn = (currentDesktop: string): readonly string[] =>
  currentDesktop.toLowerCase().split(':');

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
  const names = namesIn(currentDesktop);
  // Also named GNOME.
  if (names.includes('budgie') && isWayland) return [budgieOnWayland];
  const found = byName.find(([, known]) => known.some((name) => names.includes(name)));
  if (found !== undefined) return found[0];
  if (!names.some((name) => name === '' || bare.includes(name))) return [];
  return isWayland ? layers : [feh];
}

interface LockScreenChoice {
  readonly offer: LockScreenOffer;
  /** Null unless it is offered. */
  readonly name: LockScreenName | null;
}

/** What can be done about this desktop's lock screen. Asks no program: whether one is missing shows when it is used. Pure. */
export function chooseLockScreen(environment: DesktopEnvironment): LockScreenChoice {
  const { platform, currentDesktop = '', isWayland, isSandboxed } = environment;
  const offered = (name: LockScreenName): LockScreenChoice => ({ offer: 'offered', name });
  if (platform === 'win32') return offered('windows');
  if (platform === 'darwin') return { offer: 'follows', name: null };
  if (isSandboxed) return { offer: 'sandboxed', name: null };
  const names = namesIn(currentDesktop);
  if (names.includes('kde')) return offered('kde');
  if (names.includes('mate')) return offered('mate');
  // Also named GNOME. On Wayland it has other lockers.
  if (names.includes('budgie'))
    return isWayland ? { offer: 'none', name: null } : offered('budgie');
  const follows = names.some((name) => lockedWithWallpaper.includes(name));
  return { offer: follows ? 'follows' : 'none', name: null };
}
