import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServices } from '#services/server.ts';
import { defaultSettings, type Settings } from '#shared/settings/settings.ts';
import { openBus } from '#stand-in/dbus/bus.ts';
import { findTrayItem } from '#stand-in/dbus/tray.ts';
import { startDesktop } from '#stand-in/desktop/desktop.ts';
import { ensureBuilt } from '#tools/setup/build.ts';
import { root } from '#tools/setup/paths.ts';
import { chooseRuntime, describeRuntime } from '#tools/setup/runtime.ts';
import { keepEarlierFixes } from '#tools/screenshots/fixes.ts';
import { launchApp, type RunningApp } from '#tools/start/app.ts';
import type { BenchmarkContext } from '../support/benchmark.ts';
import { writeControlApp } from './control.ts';

/**
 * `ours`: the app with the fixes of more than a day, so that the orbit is known from the start. `counted`: a second such
 * app, for measurements that influence what they measure. `control`: the control app.
 */
type AppVariant = 'ours' | 'counted' | 'control';

interface TrayRun {
  readonly app: RunningApp;
}

/** A desktop on which the app and the control app run, in the same runtime with the same switches of this runtime. */
export interface BenchDesktop {
  readonly runtime: string;
  /**
   * Starts one of the programs in the tray, with additional environment variables. Resolves when its tray item exists.
   * The program's data folder is kept between runs.
   */
  start(which: AppVariant, env?: Readonly<Record<string, string>>): Promise<TrayRun>;
  stop(): Promise<void>;
}

export async function openBenchDesktop({
  scratch,
  signal,
  log,
}: BenchmarkContext): Promise<BenchDesktop> {
  await ensureBuilt({ log, signal });
  const runtime = await chooseRuntime({ signal, log: () => undefined });
  const services = await startServices({ scenarios: { picture: { name: 'image' } } });
  const desktop = await startDesktop({ notifications: 'none', signal });
  const bus = await openBus(desktop.busAddress);
  const control = writeControlApp(scratch);
  const running = new Set<RunningApp>();
  const folders: Record<AppVariant, string> = {
    ours: join(scratch, 'data'),
    counted: join(scratch, 'counted-data'),
    control: join(scratch, 'control-data'),
  };
  const appFolders = [folders.ours, folders.counted];
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  // As in an installed app, the services run in another process.
  const { apod_url: picture, iss_url: position, posts_url: posts } = services.urls;
  const settings: Settings = {
    ...defaultSettings,
    services: { source: 'own', own: { picture, position, posts }, proxy: null },
  };
  for (const folder of appFolders)
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
  for (const folder of appFolders) await keepEarlierFixes(folder, { origin: position, hours: 30 });

  return {
    runtime: describeRuntime(runtime),
    async start(which, env = {}) {
      const app = await launchApp({
        runtime,
        env: { ...desktop.env, ...env },
        args: which === 'control' ? [] : ['--hidden', '--services=own'],
        userDataDir: folders[which],
        appDir: which === 'control' ? control : root,
      });
      running.add(app);
      void app.exited.then(() => running.delete(app));
      const untilGone = AbortSignal.any([signal, app.gone]);
      await findTrayItem(bus, app.pid, { timeoutMs: 30_000, signal: untilGone });
      return { app };
    },
    async stop() {
      await Promise.all([...running].map((app) => app.stop()));
      bus.close();
      await desktop.stop();
      await services.stop();
    },
  };
}
