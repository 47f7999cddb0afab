import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { startDesktop, type Desktop } from '../desktop/desktop.ts';
import { root } from '../setup/paths.ts';
import type { Runtime } from '../setup/runtime.ts';
import { launchApp } from '../start/app.ts';
import { waitForPage, type AppPage } from '../start/page.ts';
import { choosePort } from '../start/port.ts';
import { keepEarlierFixes } from './fixes.ts';

/** What a picture is taken with: the app as it runs on a virtual desktop, its wallpaper set. */
export interface Studio {
  readonly app: AppPage;
  /** Of the app's first process. */
  readonly pid: number;
  readonly desktop: Desktop;
  /** Temporary files; removed at the end. */
  readonly folder: string;
  /** Ends a wait that takes too long. */
  readonly signal: AbortSignal;
  /** Starts another app on the same desktop; it ends with the studio. */
  readonly startApp: (args: readonly string[], userDataDir: string) => Promise<AppPage>;
  /** The page of the glance; waits for it. */
  readonly openGlance: () => Promise<AppPage>;
  /** Shows the view of that name (`#name`) and waits until it is painted, its pictures decoded. */
  readonly show: (view: string) => Promise<void>;
  /** Takes what a page shows as `docs/images/NAME.jpg`. */
  readonly take: (page: AppPage['page'], name: string) => Promise<void>;
  /** Keeps a PNG as `docs/images/NAME.jpg`. */
  readonly keep: (png: string, name: string) => Promise<void>;
}

/** Takes the pictures of one kind. The app is left as it was found, but for the view that is shown. */
export type Photographer = (studio: Studio) => Promise<void>;

export interface StudioOptions {
  readonly runtime: Runtime;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

const images = join(root, 'docs', 'images');
const run = promisify(execFile);

/** Starts the app with the embedded services and an orbit that is known, in dark colours; ends it after the work. */
export async function withStudio(
  { runtime, signal, log }: StudioOptions,
  work: Photographer,
): Promise<void> {
  await mkdir(images, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), 'overhead-screenshots-'));
  const ends: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const desktop = await startDesktop({ screen: '1920x1080x24', signal });
    ends.push(() => desktop.stop());

    const launch = async (args: readonly string[], userDataDir: string) => {
      const debugPort = await choosePort();
      const { env } = desktop;
      const running = await launchApp({ runtime, env, args, userDataDir, debugPort });
      ends.push(() => running.stop());
      const ended = AbortSignal.any([signal, running.gone]);
      const app = await waitForPage(debugPort, ended);
      ends.push(() => app.close());
      await app.page.emulateMedia({ colorScheme: 'dark' });
      return { app, pid: running.pid, openGlance: () => waitForPage(debugPort, ended, 'glance') };
    };
    const userDataDir = join(folder, 'data');
    await keepEarlierFixes(userDataDir);
    const { app, pid, openGlance } = await launch(['--services=embedded'], userDataDir);
    await app.waitForState(({ wallpaper }) => wallpaper.kind === 'set', signal);

    const keep: Studio['keep'] = async (png, name) => {
      const path = join(images, `${name}.jpg`);
      for (const quality of qualities) {
        await run('convert', [png, ...asJpeg, '-quality', `${quality}`, path]);
        if ((await stat(path)).size <= mostBytes) break;
      }
      log(relative(root, path));
    };
    await work({
      app,
      pid,
      desktop,
      folder,
      signal,
      openGlance,
      keep,
      startApp: async (args, data) => (await launch(args, data)).app,
      async show(view) {
        await app.page.evaluate((name) => {
          location.hash = name;
        }, view);
        await app.page.getByRole('heading', { level: 1 }).first().waitFor();
        await painted(app.page);
      },
      async take(page, name) {
        const png = join(folder, `${name}.png`);
        await page.screenshot({ path: png });
        await keep(png, name);
      },
    });
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** Waits until the page's pictures are decoded and two frames are drawn. */
export async function painted(page: AppPage['page']): Promise<void> {
  await page.evaluate(async () => {
    await Promise.allSettled([...document.images].map((image) => image.decode()));
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
  });
}

/** A night sky as PNG weighs ten times as much. */
const asJpeg = ['-strip', '-resize', '1600x>', '-sampling-factor', '4:4:4'];
/** The best first; the first that is small enough is taken. */
const qualities = [86, 80, 74, 68, 60];
const mostBytes = 250_000;
