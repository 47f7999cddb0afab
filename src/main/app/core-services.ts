import { join } from 'node:path';
import { app } from 'electron';
import { m } from '#words';
import { noSuspension } from '#shared/app.ts';
import { emptyArchive } from '#shared/picture/archive.ts';
import { inEnglish } from '#shared/language/language.ts';
import { quietJournal } from '#shared/journal/journal.ts';
import { noChoice, noSupply } from '#shared/picture/picture.ts';
import { idle } from '#shared/remote.ts';
import { describeFailure } from '#shared/words.ts';
import type { Settings } from '#shared/settings/settings.ts';
import { noSelection } from '#shared/wallpaper/selection.ts';
import { unknownStation } from '#shared/station/station.ts';
import { closeStoreChannel } from '#platform/ipc/serve.ts';
import type { OnDefect } from '#runtime/defects.ts';
import type { Disposals } from '#runtime/disposals.ts';
import { createStateHolder, freshActivity } from '#runtime/app-state.ts';
import { speak } from './language.ts';
import type { LaunchOptions } from './command-line/arguments.ts';
import type { SourceOf } from '#settings/controller.ts';
import { systemClock } from '#runtime/clock.ts';
import type { AppLog } from '#platform/log/log.ts';
import { createValueStores } from './value-stores.ts';
import { createArchiveStore } from '#picture/store/archive-store.ts';
import { closePrivateFiles } from '#settings/store/own-data.ts';
import { createSettingsWriter, openSettingsStore } from '#settings/store/settings-store.ts';
import { keepAppDatabase } from './database.ts';

/** What parts of the app may do with the app as a whole. */
export interface AppControl {
  /**
   * Stops everything and composes it again; an open window comes back with the same view. Does nothing while there are
   * unsaved posts, which would be lost.
   */
  restart(): void;
  /** Ends the app, then removes its data from the disk. */
  endAndRemove(): void;
}

/** Absolute paths. */
interface Paths {
  /** The folder of the app's data. */
  readonly data: string;
  readonly database: string;
  readonly pictures: string;
  readonly thumbnails: string;
  readonly renditions: string;
  /** The build output: `main`, `preload` and `renderer` are in it. */
  readonly built: string;
  readonly pages: string;
  readonly resources: string;
}

/** What all other parts use: paths, storage and AppState. */
export type CoreServices = Awaited<ReturnType<typeof createCoreServices>>;

export async function createCoreServices(
  launch: LaunchOptions,
  log: AppLog,
  onDefect: OnDefect,
  disposals: Disposals,
) {
  const clock = systemClock;
  const data = app.getPath('userData');
  const built = join(import.meta.dirname, '..');
  const paths: Paths = {
    data,
    database: join(data, 'overhead.sqlite'),
    pictures: join(data, 'pictures'),
    thumbnails: join(data, 'thumbnails'),
    renditions: join(data, 'renditions'),
    built,
    pages: join(built, 'renderer'),
    resources: join(app.getAppPath(), 'resources'),
  };

  const stored = keepAppDatabase(paths.database, clock);
  disposals.add(() => stored.close());
  const valueStores = createValueStores(stored);
  stored.onReplaced(() => valueStores.reload());
  disposals.add(() => valueStores.flush());
  // Skip the first-run question if an earlier version already set a wallpaper.
  const isAnswered = launch.skipFirstRun || valueStores.wallpaper.last() !== null;
  const writeSettings = createSettingsWriter(data, closeStoreChannel);
  const settingsStore = openSettingsStore(
    data,
    clock.now(),
    writeSettings,
    isAnswered ? true : null,
  );
  disposals.add(() => settingsStore.settled());
  const settings = (): Settings => settingsStore.current;
  closePrivateFiles(data);
  const { reset } = settingsStore;
  for (const path of [reset?.aside === true ? reset.file : null, stored.opened.quarantined])
    if (path !== null) log.info(`put aside, since it could not be read: ${path}`);
  if (reset?.aside === false) log.info(`neither read nor put aside: ${reset.file}`);
  if (reset?.reason === 'newer')
    log.info('a later version of the app wrote these settings; the defaults hold');

  const sourceOf: SourceOf = ({ services }) =>
    launch.services ?? services.source ?? (app.isPackaged ? 'live' : 'embedded');
  const source = sourceOf(settings());
  const language = await speak(settings().language);
  const sandboxed = !app.commandLine.hasSwitch('no-sandbox');
  if (!sandboxed) log.info(`warning: ${inEnglish(m.status_no_sandbox)}`);
  const state = createStateHolder(
    {
      version: app.getVersion(),
      services: { source, simulated: source === 'embedded' },
      launchServices: launch.services,
      sandboxed,
      settings: settings(),
      language,
      settingsReset: reset,
      apiKey: { isSet: false, kept: null },
      suspension: noSuspension,
      loginItem: 'unsupported',
      archive: emptyArchive,
      activities: { picture: freshActivity, position: freshActivity, posts: freshActivity },
      picture: idle,
      supply: noSupply,
      choice: noChoice,
      wallpaper: { kind: 'untouched' },
      selection: noSelection,
      ownWallpaper: 'shown',
      hookFailure: null,
      lockScreen: { offer: 'none', failure: null },
      station: unknownStation,
      journal: quietJournal,
      update: { status: 'off', reason: 'no-feed' },
    },
    onDefect,
  );
  const archive = createArchiveStore(
    stored,
    paths.pictures,
    (date) => log.info(`the stored day ${date} is malformed; its picture is fetched again`),
    () => clock.now(),
  );
  const useOwnDays = (): void => {
    const used = archive.useSimulated(source === 'embedded');
    if (!used.ok) log.info(`the days of the archive: ${describeFailure(used.failure)}`);
  };
  useOwnDays();
  stored.onReplaced(useOwnDays);
  return {
    launch,
    clock,
    log,
    onDefect,
    disposals,
    paths,
    settingsStore,
    settings,

    /** The services of this run. */
    source,
    stored,
    state,

    /** The services with other settings. */
    sourceOf,
    archive,
    valueStores,
  };
}
