import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { createComposer } from '#platform/compositor/composer.ts';
import { compositionFiles } from '#platform/compositor/files.ts';
import { composingPages } from '#platform/compositor/page.ts';
import { createAppFileServer } from '#platform/windows/app-files.ts';
import { readDisplays } from '#platform/windows/displays.ts';
import type { WallpaperSettings } from '../plan.ts';
import { chooseBackends } from '../desktops/choose.ts';
import { createDesktopStore } from './desktop-store.ts';
import { createWallpapers, type Wallpapers } from './setter.ts';

export interface DesktopWallpapersOptions {
  /** The folder of the app's data; wallpapers go to `wallpaper` in it. */
  readonly data: string;
  /** The built pages, and the kept pictures. */
  readonly pages: string;
  readonly pictures: string;
  readonly env: NodeJS.ProcessEnv;
  readonly settings: () => WallpaperSettings;
  readonly log: (line: string) => void;
}

/** Wallpapers for the desktop and the displays that this process runs on. */
export function createDesktopWallpapers(options: DesktopWallpapersOptions): Wallpapers {
  const { data, pages, pictures, env, settings, log } = options;
  const folder = join(data, 'wallpaper');
  // On some desktops Electron calls itself at home on Unity, and keeps the truth here.
  const currentDesktop = env['ORIGINAL_XDG_CURRENT_DESKTOP'] ?? env['XDG_CURRENT_DESKTOP'];
  const isWayland = (env['WAYLAND_DISPLAY'] ?? '') !== '';
  return createWallpapers({
    backends: chooseBackends({
      ...{ platform: process.platform, currentDesktop, isWayland },
      isSandboxed: env['FLATPAK_ID'] !== undefined || env['SNAP_NAME'] !== undefined,
    }),
    session: sessionMark(env),
    desktopName: currentDesktop,
    displays: readDisplays,
    settings,
    composer: createComposer({
      openPage: composingPages(createAppFileServer({ pages }), 'overhead-composer'),
    }),
    files: compositionFiles(folder),
    store: createDesktopStore(join(folder, 'desktop.json')),
    ownFolders: [folder, pictures],
    onPlan({ reasons }) {
      for (const { display, words } of reasons)
        log(`Wallpaper on display ${display}: the picture ${words}`);
    },
  });
}

/** What is another after each login; the boot's id tells the same numbers of two days apart. */
const variables = [
  'XDG_SESSION_ID',
  'SWAYSOCK',
  'HYPRLAND_INSTANCE_SIGNATURE',
  'WAYLAND_DISPLAY',
  'DISPLAY',
];

/** Names the login that this process belongs to. What does not outlive a login is to be set again after the next. */
export function sessionMark(env: NodeJS.ProcessEnv): string {
  const here = variables.map((name) => env[name] ?? '');
  return [bootId(), ...here].join(' ');
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
