import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import type { Composer } from '#platform/composer/composer.ts';
import { compositionFiles } from '#platform/composer/files.ts';
import { readDisplays } from '#platform/windows/displays.ts';
import type { AppState } from '#shared/state.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { Clock } from '#runtime/clock.ts';
import type { StoredValue } from '#runtime/value.ts';
import { exampleLook, lookOf, type StoredLook } from '../look.ts';
import type { WallpaperSettings } from '../plan.ts';
import type { LockScreen } from '../desktops/backend.ts';
import {
  chooseBackends,
  chooseLockScreen,
  type LockScreenName,
} from '../desktops/choose-backends.ts';
import { fullScreenQuery } from '../desktops/full-screen.ts';
import { createDesktopStore } from './desktop-store.ts';
import { runDesktopProgram } from './run-desktop-program.ts';
import { DesktopSetter } from './setter.ts';

interface DesktopWallpapersOptions {
  readonly clock: Clock;
  readonly state: StateHolder;
  /**
   * The folders of the app's data (its subfolder `wallpaper` contains the composed files) and of the stored pictures.
   */
  readonly paths: Readonly<Record<'data' | 'pictures', string>>;
  readonly composer: Pick<Composer, 'compose'>;
  readonly settings: () => WallpaperSettings;
  readonly look: StoredValue<StoredLook>;
  readonly log: (line: string) => void;
}

// On some desktops Electron overwrites XDG_CURRENT_DESKTOP with Unity and keeps the original value in
// ORIGINAL_XDG_CURRENT_DESKTOP.
const desktopIn = (env: NodeJS.ProcessEnv): string | undefined =>
  env['ORIGINAL_XDG_CURRENT_DESKTOP'] ?? env['XDG_CURRENT_DESKTOP'];
const isWaylandIn = (env: NodeJS.ProcessEnv): boolean => (env['WAYLAND_DISPLAY'] ?? '') !== '';

const environmentIn = (env: NodeJS.ProcessEnv) => ({
  platform: process.platform,
  currentDesktop: desktopIn(env),
  isWayland: isWaylandIn(env),
  isSandboxed: env['FLATPAK_ID'] !== undefined || env['SNAP_NAME'] !== undefined,
});

const loadLockScreen = async (name: LockScreenName): Promise<LockScreen> =>
  (await import('../desktops/lock-screens.ts')).lockScreens[name];

/** Whether the active window fills its display; also false if the desktop does not report it. */
export async function isWindowFullScreen(signal: AbortSignal): Promise<boolean> {
  const { env } = process;
  const query = fullScreenQuery(process.platform, desktopIn(env), isWaylandIn(env));
  if (query === null) return false;
  const { program, args } = query.ask;
  const { code, stdout } = await runDesktopProgram(signal)(program, args);
  return code === 0 && query.isFullScreen(stdout);
}

/**
 * Creates the wallpaper setter for the desktop and the displays of this process. Keeps `lockScreen` of the state up to
 * date.
 */
export function createDesktopWallpapers(options: DesktopWallpapersOptions): DesktopSetter {
  const { clock, state, paths, composer, settings, look, log } = options;
  const { env } = process;
  const { pictures } = paths;
  const folder = join(paths.data, 'wallpaper');
  const environment = environmentIn(env);
  const { name, offer } = chooseLockScreen(environment);
  const noteLockScreen = (change: Partial<AppState['lockScreen']>): void =>
    state.update(({ lockScreen }) => ({ lockScreen: { ...lockScreen, ...change } }));
  noteLockScreen({ offer });
  return new DesktopSetter({
    backends: chooseBackends(environment),
    lockScreen: name === null ? null : () => loadLockScreen(name),
    onLockScreen(failure, detail) {
      if (failure !== null) log(`lock screen: ${failure}: ${detail}`);
      if (failure !== state.current.lockScreen.failure) noteLockScreen({ failure });
    },
    session: sessionMark(env),
    desktopName: environment.currentDesktop,
    displays: readDisplays,
    settings,
    look: () => lookOf(look.get()),
    exampleLook: (dimmed) => exampleLook(state.current, dimmed, clock.now()),
    composer,
    run: runDesktopProgram,
    files: compositionFiles(folder),
    store: createDesktopStore(join(folder, 'desktop.json'), () => clock.now()),
    ownFolders: [folder, pictures],
    onFailure: ({ id }, detail) =>
      log(`Wallpaper on display ${id}: its own picture was not composed: ${detail}`),
    onPlan({ reasons }) {
      for (const { display, words } of reasons)
        log(`Wallpaper on display ${display}: the picture ${words}`);
    },
  });
}

/** Variables that differ between logins. The boot id distinguishes equal values of two boots. */
const loginVariables = [
  'XDG_SESSION_ID',
  'SWAYSOCK',
  'HYPRLAND_INSTANCE_SIGNATURE',
  'WAYLAND_DISPLAY',
  'DISPLAY',
];

/** Identifies the login session. Desktops that lose the wallpaper at logout get it again in the next session. */
function sessionMark(env: NodeJS.ProcessEnv): string {
  return [bootId(), ...loginVariables.map((name) => env[name] ?? '')].join(' ');
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
