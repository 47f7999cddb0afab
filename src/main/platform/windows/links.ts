import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { roundTo } from '#shared/round.ts';
import { clipboard, shell } from 'electron';
import type { Credit } from '#shared/app.ts';
import { runningAppImage } from '#platform/process/own-program.ts';
import { launchProgram } from '#platform/process/run.ts';
import { systemClock } from '#runtime/clock.ts';
import { openableUrl } from './link-hosts.ts';

/** Opens an https address of a known host in the browser. Returns false if the address was not opened. */
export async function openLink(address: string): Promise<boolean> {
  const url = openableUrl(address);
  return url === null ? false : openInBrowser(url.href);
}

/** Opens an https address of a known host in the browser. Copies another address, or if there is no browser. */
export const openLinkOrCopy = (address: string): Promise<'opened' | 'copied'> =>
  openOrCopy(address, openLink);

/** How long to wait for the end of `xdg-open`, in milliseconds. Some desktops let it run as long as the opened app. */
const openerWaitMs = 3_000;

/**
 * Opens a file or an address with `xdg-open`, in the environment of the system: without the libraries of an AppImage.
 * Returns false if `xdg-open` is not installed or reports that there is no app.
 */
async function openOnLinux(target: string): Promise<boolean> {
  const code = await launchProgram('xdg-open', [target], openerWaitMs);
  return code === 0 || code === 'running';
}

/**
 * The shortest time between two addresses that are opened, in milliseconds: a page that was taken over could otherwise
 * open hundreds in a row.
 */
const openGapMs = 1_000;
let lastOpened = { at: -Infinity, address: '' };

/** Whether an address may be opened now. An address that is requested again in a moment is open already. */
function checkOpenRate(address: string): 'open' | 'is-open' | 'too-soon' {
  const now = systemClock.monotonic();
  if (now - lastOpened.at < openGapMs)
    return lastOpened.address === address ? 'is-open' : 'too-soon';
  lastOpened = { at: now, address };
  return 'open';
}

/** Whether `xdg-open` is installed. */
const hasOpener = (): boolean =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => existsSync(join(folder, 'xdg-open')));

/**
 * Opens an address in the browser, at most one a second. Returns false if there is no browser, as far as the system
 * reports it: on Linux outside an AppImage, `openExternal` always resolves, also without `xdg-open` (`XDGOpen` in
 * shell/common/platform_util_linux.cc). It is used there because it passes the activation token with which Wayland raises
 * the browser's window.
 */
async function openInBrowser(address: string): Promise<boolean> {
  const isLinux = process.platform === 'linux';
  if (isLinux && !hasOpener()) return false;
  const rate = checkOpenRate(address);
  if (rate !== 'open') return rate === 'is-open';
  if (isLinux && runningAppImage(process) !== null) return openOnLinux(address);
  return shell.openExternal(address).then(
    () => true,
    () => false,
  );
}

/**
 * Opens a file of this app in the system's default app for the file's type. Returns false if there is no default app.
 * On Linux Electron's `openPath` is not used, because its promise stays pending (`OpenPath` in
 * shell/common/platform_util_linux.cc).
 */
export const openFile = async (path: string): Promise<boolean> =>
  process.platform === 'linux' ? openOnLinux(path) : (await shell.openPath(path)) === '';

interface PlaceOnMap {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Copies the coordinates of a place, and opens the place in the system's maps app (`geo:`, RFC 5870; on macOS `maps:`).
 * The copy is for users without a maps app, because the system does not report whether there is one.
 */
export async function openPlace({ latitude, longitude }: PlaceOnMap): Promise<void> {
  const coordinates = `${roundTo(latitude, 5).toFixed(5)},${roundTo(longitude, 5).toFixed(5)}`;
  await copyText(coordinates.replace(',', ', '));
  const isMac = process.platform === 'darwin';
  await openInBrowser(isMac ? `maps://?ll=${coordinates}&q=${coordinates}` : `geo:${coordinates}`);
}

const creditPages: Readonly<Record<Credit, string>> = {
  geonames: 'https://www.geonames.org/',
  'cc-by': 'https://creativecommons.org/licenses/by/4.0/',
  'natural-earth': 'https://www.naturalearthdata.com/',
  'd3-celestial': 'https://github.com/ofrohn/d3-celestial',
  apod: 'https://apod.nasa.gov/apod/lib/about_apod.html',
  'nasa-media': 'https://www.nasa.gov/nasa-brand-center/images-and-media/',
};

/** Opens the page of a licence or a source in the browser. */
export const openCredit = (credit: Credit): Promise<'opened' | 'copied'> =>
  openOrCopy(creditPages[credit]);

// Set by electron.vite.config.ts from package.json; undefined when the sources run unbuilt.
declare const __OVERHEAD_HOMEPAGE__: string;

/** Opens the page with the packages of the app in the browser: the built-in `homepage` of package.json. */
export async function openDownloadPage(): Promise<'opened' | 'copied'> {
  const page = URL.parse(typeof __OVERHEAD_HOMEPAGE__ === 'string' ? __OVERHEAD_HOMEPAGE__ : '');
  if (page?.protocol !== 'https:') throw new Error('the homepage of this build is not https');
  return openOrCopy(page.href);
}

/** Opens an address in the browser, or else copies it. */
async function openOrCopy(address: string, open = openInBrowser): Promise<'opened' | 'copied'> {
  if (await open(address)) return 'opened';
  await copyText(address);
  return 'copied';
}

export const copyText = (text: string): Promise<void> => clipboard.writeText(text);
