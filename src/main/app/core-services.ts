import { join } from 'node:path';
import { app } from 'electron';
import { m } from '#words';
import { runInEnglish } from '#shared/language/language.ts';
import { createStateHolder, initialContent } from '#runtime/app-state.ts';
import { setAppLanguage } from './language.ts';
import type { LaunchOptions } from './command-line/arguments.ts';
import { systemClock } from '#runtime/clock.ts';
import type { AppLog } from '#platform/log/log.ts';
import { logUnreadableFiles } from '#platform/log/unreadable-files.ts';
import { systemFacts } from '#platform/process/system-facts.ts';
import { startTrayLook } from '#tray/first-look.ts';
import { openSettings } from '#settings/feature.ts';
import { openStoredValues } from '#platform/database/values.ts';
import { wasWallpaperSet } from '#wallpaper/set-wallpaper.ts';
import { openKeptAppDatabase } from './database.ts';
import { settingsFolder } from './process-setup.ts';

/** The functions that let a part of the app restart or end the whole app. */
export interface AppControl {
  /**
   * Stops the whole app and composes it again; an open window reopens with the same view. Does nothing while there are
   * unsaved posts, because a restart would lose them.
   */
  restart(): void;
  /** Ends the app, then removes its data from the disk. */
  endAndRemove(): void;
}

/** The absolute paths of the app's files and folders. */
function pathsOfApp() {
  const data = app.getPath('userData');
  const buildFolder = join(import.meta.dirname, '..');
  return {
    /** The folder of the app's data. */
    data,
    settings: settingsFolder(),
    database: join(data, 'overhead.sqlite'),
    photos: join(data, 'photos'),
    pictures: join(data, 'pictures'),
    thumbnails: join(data, 'thumbnails'),
    renditions: join(data, 'renditions'),
    /** The build output: it contains `main`, `preload` and `renderer`. */
    built: buildFolder,
    pages: join(buildFolder, 'renderer'),
    resources: join(app.getAppPath(), 'resources'),
  };
}

/** The core services, which all other parts use: paths, storage and AppState. */
export type CoreServices = Awaited<ReturnType<typeof createCoreServices>>;

/** @param stack disposes of everything that is started */
export async function createCoreServices(
  launch: LaunchOptions,
  log: AppLog,
  stack: AsyncDisposableStack,
) {
  const clock = systemClock;
  const paths = pathsOfApp();
  const trayLook = startTrayLook(clock, stack);

  const database = openKeptAppDatabase(paths.database, clock);
  stack.defer(() => database.close());
  const values = openStoredValues(database);
  database.onReplaced(() => values.reload());
  stack.defer(() => values.flush());
  // Skip the question of the first start if an earlier run has set a wallpaper: the settings file may have been deleted since.
  const skipFirstRun = launch.skipFirstRun || wasWallpaperSet(values.value);
  const openedSettings = await openSettings(
    paths.settings,
    { ...launch, skipFirstRun },
    { now: () => clock.now(), log: (line) => log.info(line) },
  );
  const { store: settingsStore, content } = openedSettings;
  stack.defer(() => settingsStore.settled());
  const settings = () => settingsStore.current;
  logUnreadableFiles(log, content.settingsReset, database.opened.quarantined);
  const source = openedSettings.sourceOf(settings());
  const language = await setAppLanguage(settings().language, settings().formats);
  const isSandboxed = !app.commandLine.hasSwitch('no-sandbox');
  if (!isSandboxed) log.info(`warning: ${runInEnglish(m.status_no_sandbox)}`);
  const state = createStateHolder({
    ...initialContent,
    ...content,
    version: app.getVersion(),
    services: { source, simulated: source === 'embedded' },
    sandboxed: isSandboxed,
    language,
  });
  return {
    launch,
    clock,
    trayLook,
    log,
    stack,
    paths,
    openedSettings,
    settings,

    /** The source of the services in this run. */
    source,
    database,
    state,
    values,
    facts: () =>
      systemFacts({
        data: paths.data,
        log: app.getPath('logs'),
        crashes: app.getPath('crashDumps'),
      }),
  };
}
