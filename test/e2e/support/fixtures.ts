import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type TestInfo } from '@playwright/test';
import type { ServiceUrls } from '#shared/settings/settings.ts';
import { openBus, type Bus } from '#tools/dbus/bus.ts';
import { recordNotifications, type NotificationRecorder } from '#tools/dbus/notifications.ts';
import { findTrayItem, type TrayItem } from '#tools/dbus/tray.ts';
import { startDesktop, type Desktop } from '#tools/desktop/desktop.ts';
import type { MonitorGeometry } from '#tools/desktop/monitors.ts';
import { chooseRuntime, type Runtime } from '#tools/setup/runtime.ts';
import { launchApp, type RunningApp } from '#tools/start/app.ts';
import { zoneAtNoon } from '#tools/system/daytime.ts';
import { waitForPage, type AppPage, type PageName } from '#tools/start/page.ts';
import { freePort } from './ports.ts';

/** A desktop with a tray, on which the tests themselves are the notification daemon. */
export interface Stage {
  readonly runtime: Runtime;
  readonly desktop: Desktop;
  readonly bus: Bus;
  readonly notifications: NotificationRecorder;
}

export interface StartOptions {
  readonly args?: readonly string[];
  /** Added to the desktop's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Own addresses of the services; the embedded ones unless told. */
  readonly services?: ServiceUrls;
  /** Whether the app asks what it asks at a first start. */
  readonly firstRun?: boolean;
  /** The data of an earlier run; fresh unless told. */
  readonly userDataDir?: string;
  /** The folder of the built app; the repository unless told. */
  readonly appDir?: string;
}

/** The app as seen from outside. */
export interface App extends RunningApp {
  readonly userDataDir: string;
  /** Its item in the tray; waits for it. */
  tray(): Promise<TrayItem>;
  /** The page of its main window; waits for it. */
  window(): Promise<AppPage>;
  /** The page of its glance; waits for it. */
  glance(): Promise<AppPage>;
}

export type Start = (options?: StartOptions) => Promise<App>;

const limit = (ms = 60_000): AbortSignal => AbortSignal.timeout(ms);

interface WorkerOptions {
  /** The monitors of the desktop; one that cannot be changed unless told. */
  readonly monitors: readonly MonitorGeometry[] | null;
}

export const test = base.extend<
  { start: Start; dataDir: string },
  WorkerOptions & { stage: Stage }
>({
  monitors: [null, { scope: 'worker', option: true }],

  // Everything of a desktop is its own: display, bus, home, temporary files. So workers do not meet.
  stage: [
    async ({ monitors }, use) => {
      const runtime = await chooseRuntime({
        signal: limit(120_000),
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
    { scope: 'worker', timeout: 150_000 },
  ],

  // Playwright reads what a fixture needs from the pattern.
  // eslint-disable-next-line no-empty-pattern
  dataDir: async ({}, use) => {
    // A blank, a hash and a percent sign: paths that a wallpaper setter must get right.
    const folder = await mkdtemp(join(tmpdir(), 'overhead e2e #1 100% '));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },

  start: async ({ stage, dataDir }, use, info) => {
    const apps: App[] = [];
    const ends: (() => Promise<void>)[] = [];
    const start: Start = async (options = {}) => {
      const { args = [], env = {}, services, firstRun = false, userDataDir = dataDir } = options;
      const { appDir } = options;
      if (services !== undefined) await writeSettings(userDataDir, services);
      const debugPort = await freePort();
      const source = services === undefined ? 'embedded' : 'own';
      const running = await launchApp({
        runtime: stage.runtime,
        // Notices keep quiet at night.
        env: { TZ: zoneAtNoon(Date.now()), LANGUAGE: 'en_US', ...stage.desktop.env, ...env },
        args: [`--services=${source}`, ...args],
        userDataDir,
        debugPort,
        firstRun,
        ...(appDir === undefined ? {} : { appDir }),
      });
      ends.push(() => running.stop());
      const pageOf = async (name: PageName): Promise<AppPage> => {
        const page = await waitForPage(debugPort, AbortSignal.any([limit(), running.gone]), name);
        ends.push(() => page.close());
        return page;
      };
      const app: App = {
        ...running,
        get output() {
          return running.output;
        },
        userDataDir,
        tray: () => findTrayItem(stage.bus, running.pid, { timeoutMs: 20_000 }),
        window: async () => {
          const page = await pageOf('main');
          await page.page.getByRole('main').waitFor();
          return page;
        },
        glance: () => pageOf('glance'),
      };
      apps.push(app);
      return app;
    };
    await use(start);
    if (info.status !== info.expectedStatus) await keepEvidence(info, stage.desktop, apps);
    for (const end of ends.reverse()) await end();
  },
});

/**
 * Attaches what the screen shows, and what the apps printed and logged, to a test that failed. Prints the end of it,
 * because the list reporter shows only the start of an attachment.
 */
async function keepEvidence(info: TestInfo, desktop: Desktop, apps: readonly App[]): Promise<void> {
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

/** The log file of an app with that data folder. */
export const logOf = (userDataDir: string): string => join(userDataDir, 'logs', 'overhead.log');

async function writeSettings(userDataDir: string, own: ServiceUrls): Promise<void> {
  await mkdir(userDataDir, { recursive: true });
  const settings = { version: 1, services: { source: 'own', own } };
  await writeFile(join(userDataDir, 'settings.json'), JSON.stringify(settings));
}

export { expect } from '@playwright/test';
export { limit };
