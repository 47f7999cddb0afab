import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type TestInfo } from '@playwright/test';
import type { ServiceUrls } from '#shared/settings/settings.ts';
import { openBus, type Bus } from '#stand-in/dbus/bus.ts';
import { recordNotifications, type NotificationRecorder } from '#stand-in/dbus/notifications.ts';
import { findTrayItem, type TrayItem } from '#stand-in/dbus/tray.ts';
import { startDesktop, type Desktop } from '#stand-in/desktop/desktop.ts';
import type { MonitorGeometry } from '#stand-in/desktop/monitors.ts';
import { chooseRuntime, type Runtime } from '#tools/setup/runtime.ts';
import { launchApp, type RunningApp } from '#tools/start/app.ts';
import { timeZoneAtNoon } from '#tools/setup/daytime.ts';
import { waitForPage, type AppPage, type PageName } from '#tools/start/page.ts';
import { withEtc } from './etc.ts';
import { trayLimitMs, waitLimitMs } from './limit.ts';
import { freePort } from './ports.ts';

/** A desktop with a tray, on which the tests provide the notification service. */
export interface Stage {
  readonly runtime: Runtime;
  readonly desktop: Desktop;
  readonly bus: Bus;
  readonly notifications: NotificationRecorder;
}

interface StartOptions {
  readonly args?: readonly string[];
  /** Variables in addition to the desktop's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** The addresses of the services, for the settings of the app. Default: the embedded ones, by an argument. */
  readonly services?: ServiceUrls;
  /**
   * False: the app sets no wallpaper, by its settings, which are written before the start. The composition of a wallpaper
   * takes a seventh of the processor time of a start. Default: the app sets wallpapers.
   */
  readonly wallpaper?: false;
  /** Whether the app shows the questions of a first start. */
  readonly firstRun?: boolean;
  /** The data folder. Default: the folder of this test, which is the same for all its starts. */
  readonly userDataDir?: string;
  /** A folder whose files are laid over those of /etc, for the app alone. See etc.ts. */
  readonly etc?: string;
  /** The folder of the built app. Default: the repository. */
  readonly appDir?: string;
}

/** The app, seen from outside. */
export interface App extends RunningApp {
  readonly userDataDir: string;
  /** Waits for the app's tray item. */
  tray(): Promise<TrayItem>;
  /** Waits for the page of the app's main window. */
  window(): Promise<AppPage>;
  /** Waits for the page of the app's glance. */
  glance(): Promise<AppPage>;
}

export type Start = (options?: StartOptions) => Promise<App>;

/** The time limit of a wait, long enough for a busy machine. A wait ends with its event, not with this limit. */
const limit = (): AbortSignal => AbortSignal.timeout(waitLimitMs);

interface WorkerOptions {
  /** The monitors of the desktop. Default: one that cannot be changed. */
  readonly monitors: readonly MonitorGeometry[] | null;
}

export const test = base.extend<
  { start: Start; dataDir: string },
  WorkerOptions & { stage: Stage }
>({
  monitors: [null, { scope: 'worker', option: true }],

  // Every part of a desktop is separate: display, bus, home, temporary files. So workers do not affect each other.
  stage: [
    async ({ monitors }, use) => {
      const runtime = await chooseRuntime({
        signal: limit(),
        log: () => undefined,
        download: false,
      });
      const desktop = await startDesktop({
        notifications: 'none',
        ...(monitors === null ? {} : { monitors }),
      });
      const bus = await openBus(desktop.busAddress);
      const notifications = await recordNotifications(bus);
      await use({ runtime, desktop, bus, notifications });
      bus.close();
      await desktop.stop();
    },
    { scope: 'worker', timeout: 2 * waitLimitMs },
  ],

  // Playwright reads the dependencies of a fixture from this pattern.
  // oxlint-disable-next-line no-empty-pattern
  dataDir: async ({}, use) => {
    // The folder's name has a space, a hash and a percent sign: the wallpaper setters must support such paths.
    const folder = await mkdtemp(join(tmpdir(), 'overhead e2e #1 100% '));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },

  start: async ({ stage, dataDir }, use, info) => {
    const starter = createStarter(stage, dataDir);
    await use(starter.start);
    if (info.status !== info.expectedStatus) await keepEvidence(info, stage.desktop, starter.apps);
    await starter.end();
  },
});

/** Starts apps on a stage. `end` stops all of them, the newest first. */
export function createStarter(stage: Stage, dataDir: string) {
  const apps: App[] = [];
  const ends: (() => Promise<void>)[] = [];
  const start: Start = async (options = {}) => {
    const { args = [], env = {}, services, firstRun = false, userDataDir = dataDir } = options;
    const { appDir, etc, wallpaper } = options;
    if (services !== undefined || wallpaper === false)
      await writeSettings(userDataDir, {
        ...(services !== undefined && { services: { source: 'own', own: services } }),
        ...(wallpaper === false && { wallpaper: { enabled: false } }),
      });
    const debugPort = await freePort();
    const running = await launchApp({
      runtime: etc === undefined ? stage.runtime : withEtc(etc, stage.runtime),
      // In this time zone it is noon: there are no notifications in the quiet hours of the night.
      env: { TZ: timeZoneAtNoon(Date.now()), LANGUAGE: 'en_US', ...stage.desktop.env, ...env },
      args: [...(services === undefined ? ['--services=embedded'] : []), ...args],
      userDataDir,
      debugPort,
      firstRun,
      ...(appDir === undefined ? {} : { appDir }),
    });
    ends.push(() => running.stop());
    const attached = new Map<PageName, AppPage>();
    /** The page to which the test is attached, or the one that the app has opened in its place. */
    const pageOf = async (name: PageName): Promise<AppPage> => {
      const open = attached.get(name);
      if (open !== undefined) return open;
      const page = await waitForPage(debugPort, AbortSignal.any([limit(), running.gone]), name);
      const forget = (): void => {
        if (attached.get(name) === found) attached.delete(name);
      };
      const found: AppPage = {
        ...page,
        close() {
          forget();
          return page.close();
        },
      };
      attached.set(name, found);
      page.page.on('close', forget).on('crash', forget);
      if (page.page.isClosed()) forget();
      ends.push(() => page.close());
      return found;
    };
    const app: App = {
      ...running,
      get output() {
        return running.output;
      },
      userDataDir,
      tray: () => findTrayItem(stage.bus, running.pid, { timeoutMs: trayLimitMs }),
      window: async () => {
        for (;;) {
          const page = await pageOf('main');
          try {
            await page.page.getByRole('main').waitFor();
            return page;
          } catch (error) {
            // The end of a killed or destroyed page may be reported only now. The app then opens another page.
            if (!page.page.isClosed() && !String(error).includes('crashed')) throw error;
            if (attached.get('main') === page) attached.delete('main');
          }
        }
      },
      glance: () => pageOf('glance'),
    };
    apps.push(app);
    return app;
  };
  return {
    start,
    apps,
    async end(): Promise<void> {
      for (const stop of ends.reverse()) await stop();
    },
  };
}

/**
 * Attaches a screenshot and the output and logs of the apps to a failed test. Prints the end of the log, because the
 * list reporter shows only the start of an attachment.
 */
export async function keepEvidence(
  info: TestInfo,
  desktop: Desktop,
  apps: readonly App[],
): Promise<void> {
  const screen = info.outputPath('screen.png');
  await desktop.screenshot(screen);
  await info.attach('screen.png', { path: screen });
  for (const [index, { output, userDataDir }] of apps.entries()) {
    const log = await readFile(logOf(userDataDir), 'utf8').catch(() => 'no log file');
    const body = `${output}\n── ${logOf(userDataDir)}\n${log}`;
    await info.attach(`app-${index + 1}.log`, { body, contentType: 'text/plain' });
    process.stdout.write(
      `app-${index + 1}.log ends with:\n${body.split('\n').slice(-25).join('\n')}\n`,
    );
  }
}

/** The log file of the app with that data folder. */
export const logOf = (userDataDir: string): string => join(userDataDir, 'logs', 'overhead.log');

async function writeSettings(userDataDir: string, groups: object): Promise<void> {
  await mkdir(userDataDir, { recursive: true });
  await writeFile(join(userDataDir, 'settings.json'), JSON.stringify({ version: 1, ...groups }));
}

export { expect } from '@playwright/test';
export { limit };
