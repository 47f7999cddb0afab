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
const wlrootsBackends: readonly Backend[] = [awww, swww, swaybg];

/** The lock screens that the app can set a picture of. */
export type LockScreenName = 'kde' | 'mate' | 'budgie' | 'windows';

interface DesktopRow {
  /** The names in `XDG_CURRENT_DESKTOP`, in lower case. */
  readonly names: readonly string[];
  /** The backends, the best one first. */
  readonly backends: readonly Backend[];
  /** Whether the desktop starts the entries of ~/.config/autostart. */
  readonly autostarts: boolean;
  /**
   * `follows`: the lock screen shows the wallpaper without any setting. Missing: the app cannot set the lock screen.
   */
  readonly lockScreen?: LockScreenName | 'follows';
}

/**
 * The known desktops. `XDG_CURRENT_DESKTOP` may have names of several rows: the first of these rows decides the
 * backends.
 */
const desktops: readonly DesktopRow[] = [
  { names: ['xfce'], backends: [xfce], autostarts: true },
  {
    names: ['x-cinnamon', 'cinnamon'],
    backends: [cinnamon],
    autostarts: true,
    lockScreen: 'follows',
  },
  { names: ['mate'], backends: [mate], autostarts: true, lockScreen: 'mate' },
  // Budgie is listed before GNOME, because its sessions have both names.
  { names: ['budgie'], backends: [gnome], autostarts: true, lockScreen: 'budgie' },
  {
    names: ['gnome', 'gnome-classic'],
    backends: [gnome],
    autostarts: true,
    lockScreen: 'follows',
  },
  { names: ['pantheon', 'unity'], backends: [gnome], autostarts: true },
  { names: ['kde'], backends: [kde], autostarts: true, lockScreen: 'kde' },
  { names: ['cosmic'], backends: [cosmic], autostarts: true, lockScreen: 'follows' },
  { names: ['lxqt'], backends: [lxqt], autostarts: true },
  { names: ['lxde'], backends: [lxde], autostarts: true },
  { names: ['sway'], backends: [sway, ...wlrootsBackends], autostarts: false },
  { names: ['hyprland'], backends: [hyprpaper, ...wlrootsBackends], autostarts: false },
  {
    names: ['wlroots', 'labwc', 'river', 'wayfire', 'niri', 'dwl', 'mango'],
    backends: wlrootsBackends,
    autostarts: false,
  },
  // Desktops without a known way to set their wallpaper.
  { names: ['deepin', 'enlightenment'], backends: [], autostarts: true },
];

/** On Wayland, Budgie has a different wallpaper program and lockers that the app cannot set. */
const budgieOnWaylandRow: DesktopRow = {
  names: ['budgie'],
  backends: [budgieOnWayland],
  autostarts: true,
};

/** Window managers that do not draw the root window themselves. */
const bareWindowManagers = [
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

const desktopNamesIn = (currentDesktop: string): readonly string[] =>
  currentDesktop.toLowerCase().split(':');

/** The rows of the desktop; the first one decides the backends. */
function desktopRows(currentDesktop: string, isWayland: boolean): readonly DesktopRow[] {
  const names = desktopNamesIn(currentDesktop);
  if (isWayland && names.includes('budgie')) return [budgieOnWaylandRow];
  return desktops.filter((desktop) => desktop.names.some((name) => names.includes(name)));
}

/** Whether the desktop is known to start the entries of ~/.config/autostart. */
export const startsAutostartEntries = (currentDesktop: string): boolean =>
  desktopRows(currentDesktop, false).some((desktop) => desktop.autostarts);

interface DesktopEnvironment {
  readonly platform: NodeJS.Platform;
  /** `XDG_CURRENT_DESKTOP`: names, separated by colons. */
  readonly currentDesktop: string | undefined;
  readonly isWayland: boolean;
  /** Whether the app runs in a Flatpak or a Snap, which cannot run the desktop's own programs. */
  readonly isSandboxed: boolean;
}

/** Returns the backends for this desktop, best first; the first that answers is used. Empty if none is known. Pure. */
export function chooseBackends(environment: DesktopEnvironment): readonly Backend[] {
  const { platform, currentDesktop = '', isWayland, isSandboxed } = environment;
  if (platform === 'darwin') return [macos];
  if (platform === 'win32') return [windows];
  if (platform !== 'linux' && platform !== 'freebsd' && platform !== 'openbsd') return [];
  if (isSandboxed) return [portalWallpaper];
  const [desktop] = desktopRows(currentDesktop, isWayland);
  if (desktop !== undefined) return desktop.backends;
  const isBare = desktopNamesIn(currentDesktop).some(
    (name) => name === '' || bareWindowManagers.includes(name),
  );
  if (!isBare) return [];
  return isWayland ? wlrootsBackends : [feh];
}

/**
 * Whether the app can set a picture of this desktop's lock screen; `name` is null if it cannot. Does not check whether
 * the programs are installed. Pure.
 */
export function chooseLockScreen(environment: DesktopEnvironment): {
  readonly offer: LockScreenOffer;
  readonly name: LockScreenName | null;
} {
  const { platform, currentDesktop = '', isWayland, isSandboxed } = environment;
  if (platform === 'win32') return { offer: 'offered', name: 'windows' };
  if (platform === 'darwin') return { offer: 'follows', name: null };
  if (isSandboxed) return { offer: 'sandboxed', name: null };
  const lockScreens = desktopRows(currentDesktop, isWayland).flatMap(
    ({ lockScreen }) => lockScreen ?? [],
  );
  const [name] = lockScreens.filter((lockScreen) => lockScreen !== 'follows');
  if (name !== undefined) return { offer: 'offered', name };
  return { offer: lockScreens.length > 0 ? 'follows' : 'none', name: null };
}
