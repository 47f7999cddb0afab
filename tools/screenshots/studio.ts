import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { startDesktop, type Desktop } from '#stand-in/desktop/desktop.ts';
import { root } from '../setup/paths.ts';
import type { Runtime } from '../setup/runtime.ts';
import { clockVariable, setClockAhead } from '#stand-in/electron/clock.ts';
import { launchApp } from '../start/app.ts';
import { awaitPaint, waitForPage, type AppPage } from '../start/page.ts';
import { choosePort } from '../start/port.ts';

export const themes = ['dark', 'light'] as const;
export type Theme = (typeof themes)[number];

/** An app on the virtual desktop. */
interface RunningApp {
  readonly app: AppPage;
  /** The id of the app's main process. */
  readonly pid: number;
  /** Waits for the page of the glance. */
  readonly openGlance: () => Promise<AppPage>;
}

interface StartOptions {
  /** Whether the app shows its first page. */
  readonly firstRun?: boolean;
  /** How far the app's clock is ahead of the simulated time of the other apps, in milliseconds. */
  readonly laterMs?: number;
}

/** The app on a virtual desktop with its wallpaper set, and the functions that take pictures. */
export interface Studio extends RunningApp {
  readonly desktop: Desktop;
  /** The folder for temporary files, which is removed at the end. */
  readonly folder: string;
  /** Aborts a wait that takes too long. */
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
  /** Starts another app on the same desktop. That app ends with the studio. */
  readonly startApp: (
    args: readonly string[],
    userDataDir: string,
    options?: StartOptions,
  ) => Promise<AppPage>;
  /** Takes a screenshot of a page as `docs/images/NAME.jpg` and, in the light theme, `docs/images/NAME-light.jpg`. */
  readonly take: (page: AppPage['page'], name: string) => Promise<void>;
  /** Takes the two pictures of `take`. `shoot` writes each picture as a PNG file while the page has the theme. */
  readonly takeWith: (
    page: AppPage['page'],
    name: string,
    shoot: (png: string) => Promise<unknown>,
  ) => Promise<void>;
  /** Saves a PNG as `docs/images/NAME.jpg`. */
  readonly keep: (png: string, name: string) => Promise<void>;
}

/** Takes the pictures of one kind. It may change the shown view, the settings and the data of the app. */
export type Photographer = (studio: Studio) => Promise<void>;

interface StudioOptions {
  readonly runtime: Runtime;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
  /** The screen of the desktop, as in `DesktopOptions`. */
  readonly screen?: string;
  /** The scale of the displays, such as `1.25`. */
  readonly scale?: string;
}

/**
 * The simulated time of all pictures with the stand-in: the end of dusk. Only Chromium's browser process then has the
 * real time. With Electron, the time is real.
 */
const simulatedTime = Date.parse('2026-11-21T16:20:00Z');
const placeVariables = { TZ: 'Europe/Berlin', LANG: 'en_GB.UTF-8', LANGUAGE: '', LC_ALL: '' };

export const imagesFolder = join(root, 'docs', 'images');
const run = promisify(execFile);

/** Starts the app with the embedded services and a known orbit, runs the work, and stops the app. */
export async function withStudio(
  { runtime, signal, log, screen = '1920x1080x24', scale = '1' }: StudioOptions,
  work: Photographer,
): Promise<void> {
  await mkdir(imagesFolder, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), 'overhead-screenshots-'));
  const ends: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const desktop = await startDesktop({ screen, signal });
    ends.push(() => desktop.stop());
    const ahead = runtime.kind === 'stand-in' ? simulatedTime - Date.now() : 0;
    // The services for the journal's pictures run in this process, so its clock is set too.
    setClockAhead(ahead);
    const env = {
      ...desktop.env,
      ...placeVariables,
      STAND_IN_SCALE: scale,
    };

    const launch = async (
      args: readonly string[],
      userDataDir: string,
      { firstRun = false, laterMs = 0 }: StartOptions = {},
    ) => {
      const debugPort = await choosePort();
      const running = await launchApp({
        runtime,
        env: { ...env, [clockVariable]: String(ahead + laterMs) },
        args,
        userDataDir,
        debugPort,
        firstRun,
      });
      ends.push(() => running.stop());
      const ended = AbortSignal.any([signal, running.gone]);
      const app = await waitForPage(debugPort, ended);
      ends.push(() => app.close());
      await app.page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      return { app, pid: running.pid, openGlance: () => waitForPage(debugPort, ended, 'glance') };
    };
    const userDataDir = join(folder, 'data');
    // Imported here, because fixes.ts imports the app's database and all services, and `--help` needs neither.
    const { keepEarlierFixes } = await import('./fixes.ts');
    await keepEarlierFixes(userDataDir);
    const started = await launch(['--services=embedded'], userDataDir);
    await started.app.waitForState(({ wallpaper }) => wallpaper.kind === 'set', signal);

    const keep: Studio['keep'] = async (png, name) => {
      const path = join(imagesFolder, `${name}.jpg`);
      for (const quality of qualities) {
        await run('convert', [png, ...jpegOptions, '-quality', `${quality}`, path]);
        if ((await stat(path)).size <= maxBytes) break;
      }
      log(relative(root, path));
    };
    const takeWith: Studio['takeWith'] = async (page, name, shoot) => {
      for (const theme of themes.toReversed()) {
        await page.emulateMedia({ colorScheme: theme });
        await awaitPaint(page);
        const png = join(folder, `${name}-${theme}.png`);
        await shoot(png);
        await keep(png, theme === 'dark' ? name : `${name}-${theme}`);
      }
    };
    // A call to a page has no time limit of its own.
    const aborted = once(signal, 'abort').then(() => {
      throw signal.reason;
    });
    const done = work({
      ...started,
      desktop,
      folder,
      signal,
      log,
      keep,
      startApp: async (...how) => (await launch(...how)).app,
      takeWith,
      take: (page, name) => takeWith(page, name, (path) => page.screenshot({ path })),
    });
    await Promise.race([done, aborted]);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** Shows a view (`archive`) or a part of a view (`station/passes`), and waits until it is painted. */
export async function showView({ page }: AppPage, destination: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, destination);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await awaitPaint(page);
}

/** ImageMagick's options for a JPEG: a PNG of a night sky would be ten times as large. */
const jpegOptions = ['-strip', '-resize', '1600x>', '-sampling-factor', '4:4:4'];
/** The JPEG qualities, best first. The first quality with a small enough file is used. */
const qualities = [86, 80, 74, 68, 60];
const maxBytes = 200_000;
