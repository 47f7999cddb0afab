import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';
import { createUpdateFeed, type UpdateFeedOptions } from '../feed-client.ts';
import { runningAppImage, restartApp } from '#platform/process/own-program.ts';
import type { Installation, PackageKind } from '../manifest.ts';
import {
  disabledUpdates,
  startUpdates,
  type Updater,
  type Updates,
  type UpdatesOptions,
} from '../updates.ts';
import type { UpdaterOptions } from './install.ts';
import { publicKeyFrom } from './signature.ts';
import { findRelease } from './verified-release.ts';

// Set by electron.vite.config.ts from the build's environment; undefined when the sources run unbuilt.
declare const __OVERHEAD_UPDATE_FEED__: string;
declare const __OVERHEAD_UPDATE_KEYS__: string;
declare const __OVERHEAD_UPDATE_HOSTS__: string;

/** The build's update settings. Lists are separated by commas. */
export const builtInUpdateSettings = {
  feed: typeof __OVERHEAD_UPDATE_FEED__ === 'string' ? __OVERHEAD_UPDATE_FEED__ : '',
  /** Public keys, 32 bytes in base64 each. */
  keys: typeof __OVERHEAD_UPDATE_KEYS__ === 'string' ? __OVERHEAD_UPDATE_KEYS__ : '',
  /** Hosts to which the feed may redirect. */
  hosts: typeof __OVERHEAD_UPDATE_HOSTS__ === 'string' ? __OVERHEAD_UPDATE_HOSTS__ : '',
};

/** The feed and keys to trust, or the reason why updates are off. One malformed key turns updates off. */
export function trustedFeedOf({ feed, keys, hosts }: typeof builtInUpdateSettings) {
  if (feed.trim() === '') return 'no-feed';
  const keyTexts = splitList(keys);
  if (keyTexts.length === 0) return 'no-key';
  const url = parseFeedUrl(feed.trim());
  const publicKeys = keyTexts.map(publicKeyFrom).filter((key) => key !== null);
  if (url === null || publicKeys.length < keyTexts.length) return 'unusable-build';
  return { feed: url, keys: publicKeys, hosts: splitList(hosts) };
}

/**
 * Parses the address of the feed. Returns null unless the address is https, or http on this computer, and has no user,
 * query and fragment.
 */
function parseFeedUrl(text: string): URL | null {
  const url = URL.parse(text.endsWith('/') ? text : `${text}/`);
  if (url === null || url.username + url.password + url.search + url.hash !== '') return null;
  const isLocal = url.protocol === 'http:' && url.hostname === '127.0.0.1';
  return url.protocol === 'https:' || isLocal ? url : null;
}

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export interface RuntimeInfo extends Pick<NodeJS.Process, 'platform' | 'env' | 'execPath'> {
  readonly isPackaged: boolean;
  /** The content of electron-builder's file `package-type`, or null. */
  readonly packageType: string | null;
}

/** How this app is installed; null if it was not installed from a package whose updates the app reports. */
export function packageKind(host: RuntimeInfo): PackageKind | null {
  const { isPackaged, platform, env, packageType } = host;
  if (!isPackaged) return null;
  if (platform === 'win32') return env['PORTABLE_EXECUTABLE_FILE'] === undefined ? 'nsis' : null;
  if (platform === 'darwin') return 'mac';
  if (platform !== 'linux') return null;
  if (packageType === 'deb' || packageType === 'rpm') return packageType;
  return runningAppImage(host) === null ? null : 'appimage';
}

interface InstalledUpdatesOptions
  extends
    Pick<UpdatesOptions, 'clock' | 'record' | 'automatic' | 'onState'>,
    Pick<UpdateFeedOptions, 'userAgent' | 'proxy'>,
    Pick<UpdaterOptions, 'squirrel' | 'log'> {
  readonly app: Pick<
    App,
    'isPackaged' | 'getName' | 'getVersion' | 'quit' | 'releaseSingleInstanceLock'
  >;
  /** The app's data folder. */
  readonly data: string;
}

/**
 * Starts the updates of this installation. They are off if the build has no feed, no key or an unusable one of these,
 * or if the app does not run from a package. For a deb or rpm the app only reports updates.
 */
export function startUpdatesOfPackage(options: InstalledUpdatesOptions): Updates {
  const { app, data, clock } = options;
  const { platform, env, execPath, arch } = process;
  const trustedFeed = trustedFeedOf(builtInUpdateSettings);
  if (typeof trustedFeed === 'string') return disabledUpdates(trustedFeed);
  const packageType = readPackageType();
  const { isPackaged } = app;
  const kind = packageKind({ isPackaged, platform, env, execPath, packageType });
  if (kind === null) return disabledUpdates('not-a-package');
  return startUpdates({
    ...options,
    random: Math.random,
    quit: () => app.quit(),
    loadUpdater: (signal) =>
      loadUpdater({
        ...options,
        installation: { kind, arch },
        feed: createUpdateFeed({ ...options, ...trustedFeed }),
        keys: trustedFeed.keys,
        version: app.getVersion(),
        productName: app.getName(),
        folder: join(data, 'updates'),
        now: () => clock.now(),
        releaseLock: () => app.releaseSingleInstanceLock(),
        startAgain: () => restartApp(),
        signal,
      }),
  });
}

/** The updater of an installation. That of a deb or rpm only finds releases: the user installs them. */
export async function loadUpdater(
  options: Omit<UpdaterOptions, 'installation'> & { readonly installation: Installation },
): Promise<Updater> {
  const { kind, arch } = options.installation;
  if (kind === 'deb' || kind === 'rpm') return { check: () => findRelease(options) };
  // electron-updater is large: load it with the first check.
  const { createUpdater } = await import('./install.ts');
  return createUpdater({ ...options, installation: { kind, arch } });
}

function readPackageType(): string | null {
  try {
    return readFileSync(join(process.resourcesPath, 'package-type'), 'utf8').trim();
  } catch {
    return null;
  }
}
