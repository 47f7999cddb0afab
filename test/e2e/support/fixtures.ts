import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import type { ServiceUrls } from '../../../src/shared/settings.ts';
import { openBus, type Bus } from '../../../tools/dbus/bus.ts';
import {
  recordNotifications,
  type NotificationRecorder,
} from '../../../tools/dbus/notifications.ts';
import { findTrayItem, type TrayItem } from '../../../tools/dbus/tray.ts';
import { startDesktop, type Desktop } from '../../../tools/desktop/desktop.ts';
import { ensureBuilt } from '../../../tools/setup/build.ts';
import { chooseRuntime, describeRuntime, type Runtime } from '../../../tools/setup/runtime.ts';
import { launchApp, type RunningApp } from '../../../tools/start/app.ts';
import { zoneAtNoon } from '../../../tools/system/daytime.ts';
import { waitForPage, type AppPage, type PageName } from '../../../tools/start/page.ts';
import { choosePort } from '../../../tools/start/port.ts';

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
  /** The data of an earlier run; fresh unless told. */
  readonly userDataDir?: string;
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

const limit = (ms = 30_000): AbortSignal => AbortSignal.timeout(ms);

export const test = base.extend<{ start: Start; dataDir: string }, { stage: Stage }>({
  stage: [
    // Playwright reads what a fixture needs from the pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const quiet = (): void => undefined;
      await ensureBuilt({ log: quiet, signal: limit(120_000) });
      const runtime = await chooseRuntime({ signal: limit(120_000), log: quiet });
      process.stdout.write(`${describeRuntime(runtime)}\n`);
      const desktop = await startDesktop({ notifications: 'none' });
      const bus = await openBus(desktop.busAddress);
      const notifications = await recordNotifications(bus);
      await use({ runtime, desktop, bus, notifications });
      bus.close();
      await desktop.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  // eslint-disable-next-line no-empty-pattern
  dataDir: async ({}, use) => {
    // A blank, a hash and a percent sign: paths that a wallpaper setter must get right.
    const folder = await mkdtemp(join(tmpdir(), 'overhead e2e #1 100% '));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },

  start: async ({ stage, dataDir }, use) => {
    const ends: (() => Promise<void>)[] = [];
    const start: Start = async ({ args = [], env = {}, services, userDataDir = dataDir } = {}) => {
      if (services !== undefined) await writeSettings(userDataDir, services);
      const debugPort = await choosePort();
      const source = services === undefined ? 'embedded' : 'own';
      const app = await launchApp({
        runtime: stage.runtime,
        // Notices keep quiet at night.
        env: { TZ: zoneAtNoon(Date.now()), ...stage.desktop.env, ...env },
        args: [`--services=${source}`, ...args],
        userDataDir,
        debugPort,
      });
      ends.push(() => app.stop());
      const pageOf = async (name: PageName): Promise<AppPage> => {
        const page = await waitForPage(debugPort, AbortSignal.any([limit(), app.gone]), name);
        ends.push(() => page.close());
        return page;
      };
      return {
        ...app,
        get output() {
          return app.output;
        },
        userDataDir,
        tray: () => findTrayItem(stage.bus, app.pid, { timeoutMs: 20_000 }),
        window: async () => {
          const page = await pageOf('main');
          await page.page.getByRole('navigation').waitFor();
          return page;
        },
        glance: () => pageOf('glance'),
      };
    };
    await use(start);
    for (const end of ends.reverse()) await end();
  },
});

async function writeSettings(userDataDir: string, own: ServiceUrls): Promise<void> {
  await mkdir(userDataDir, { recursive: true });
  const settings = { version: 1, services: { source: 'own', own } };
  await writeFile(join(userDataDir, 'settings.json'), JSON.stringify(settings));
}

export { expect } from '@playwright/test';
export { limit };
