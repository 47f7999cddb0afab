import { join } from 'node:path';
import { app, safeStorage } from 'electron';
import { ok } from '#shared/failure.ts';
import { describeFailure } from '#shared/failure-words.ts';
import { withValueAt } from '#shared/settings/paths.ts';
import { themeInUse, type ServiceSource } from '#shared/settings/settings.ts';
import type { SettingKey } from '#shared/settings/table.ts';
import type { AppState } from '#shared/state.ts';
import type { FeatureContext, RunningFeature } from '#platform/feature.ts';
import { transferFiles } from '#platform/files/transfer-files.ts';
import { closeStoreChannel } from '#platform/ipc/serve.ts';
import {
  chooseSettingsToImport,
  chooseSettingsExportFile,
} from '#platform/windows/file-chooser.ts';
import { applyTheme } from '#platform/windows/theme.ts';
import { reportDefect } from '#runtime/defects.ts';
import { createApiKeyController, type ApiKeyOptions } from './api-key.ts';
import { createSettingsController, type SettingsEffects, type SourceOf } from './controller.ts';
import { createTerminalCommand, terminalCommandPaths } from './install/terminal-command.ts';
import { createLoginItem, type LoginItem } from './login-item/login-item.ts';
import { probeService, type Probes } from './probe.ts';
import { createKeyFile } from './secrets/key-file.ts';
import { createKeyVault } from './secrets/sealing.ts';
import {
  dataRemover,
  exportSettings,
  readSettingsImport,
  type RemovalPorts,
} from './settings-data.ts';
import { managedSourceOf, readManaged } from './store/managed-reader.ts';
import { closePrivateFiles } from './store/own-data.ts';
import { openSettingsFile } from './store/settings-file.ts';
import { openSettingsStore } from './store/settings-store.ts';

/** The settings, which are opened before the state of the app, because they choose its language and its services. */
type OpenedSettings = Awaited<ReturnType<typeof openSettings>>;

/**
 * Opens the settings of the user and of the administrator.
 *
 * @param folder the folder of the settings file
 * @param launch `services`: the services that the command line chooses, or null. `skipFirstRun`: whether the app may
 *   set the wallpaper if the file does not say so
 */
export async function openSettings(
  folder: string,
  launch: { readonly services: ServiceSource | null; readonly skipFirstRun: boolean },
  { now, log }: { readonly now: () => number; readonly log: (line: string) => void },
) {
  const managed = await readManaged(managedSourceOf(process.platform), log);
  const file = openSettingsFile(folder, now, closeStoreChannel, (path) =>
    log(`put aside, since it could not be read: ${path}`),
  );
  const store = openSettingsStore(file, launch.skipFirstRun ? true : null, managed.values);
  closePrivateFiles(folder);
  // As with other managed programs, an option of the command line does not override the administrator.
  const launchServices = 'services.source' in managed.values ? null : launch.services;
  const sourceOf: SourceOf = ({ services }) =>
    launchServices ?? services.source ?? (app.isPackaged ? 'live' : 'embedded');
  return {
    store,
    managed: managed.values,

    /** Returns the source that the services would have if the app started with the given settings. */
    sourceOf,

    /** The part of AppState that shows the settings at the start. */
    content: {
      settings: store.current,
      settingsReset: store.reset,
      managed: managed.state,
      launchServices,
    } satisfies Partial<AppState>,
  };
}

/** Opens the API key of the environment or the data folder. */
export const openApiKey = (
  data: string,
  now: () => number,
  options: Omit<ApiKeyOptions, 'environment' | 'file' | 'vault'>,
) =>
  createApiKeyController({
    ...options,
    vault: createKeyVault(safeStorage, process.platform),
    environment: process.env['OVERHEAD_API_KEY'] ?? '',
    file: createKeyFile(join(data, 'api-key'), now),
  });

interface SettingsConnections extends Omit<RemovalPorts, 'removeFromSystem'> {
  readonly apiKey: ReturnType<typeof createApiKeyController>;
  readonly probes: Probes;
  /** The effects on other features. */
  readonly effects: Omit<SettingsEffects, 'theme' | 'loginItem'>;
}

/** Connects the settings with their effects. */
export function startSettingsFeature(
  { log, onEnd, state, urls }: FeatureContext,
  { store, managed, sourceOf }: OpenedSettings,
  connections: SettingsConnections,
) {
  const { apiKey, effects, probes } = connections;
  const ending = new AbortController();
  onEnd(() => ending.abort());
  const loginItem = createLoginItem(app, ending.signal);
  const showLoginItem = (): void => state.update(() => ({ loginItem: loginItem.state() }));
  async function noteLoginItem(change: ReturnType<LoginItem['set']>): Promise<void> {
    const changeResult = await change;
    if (!changeResult.ok) log(`start at login: ${describeFailure(changeResult.failure)}`);
    showLoginItem();
  }
  const setLoginItem = (on: boolean): Promise<void> => noteLoginItem(loginItem.set(on));
  void noteLoginItem(loginItem.renew(store.current.startAtLogin)).catch(reportDefect);
  showLoginItem();
  const terminalCommand = createTerminalCommand(terminalCommandPaths(app.isPackaged));
  async function removeFromSystem(): Promise<void> {
    await setLoginItem(false);
    const removal = terminalCommand.set(false);
    if (!removal.ok) log(`command of Terminal: ${describeFailure(removal.failure)}`);
  }
  const controller = createSettingsController({
    ...{ store, state, sourceOf, managed },
    effects: {
      ...effects,
      theme: applyTheme,
      loginItem: (on) => void setLoginItem(on).catch(reportDefect),
      ask() {
        apiKey.show();
        effects.ask();
      },
      addresses(changed) {
        apiKey.show();
        effects.addresses(changed);
      },
    },
  });
  onEnd(() => void controller.dispose());
  applyTheme(themeInUse(store.current));
  return {
    handlers: {
      settings: {
        change: (change) => controller.change(change),
        setApiKey: (key) => apiKey.set(key),
        test: (test) => probeService(test, probes, urls(), ending.signal),
        export: () => exportSettings(store.current, transferFiles, chooseSettingsExportFile),
        readImport: () =>
          readSettingsImport(
            { settings: store.current, managed },
            transferFiles,
            chooseSettingsToImport,
          ),
        reset: () => controller.reset(),
        terminalCommand: () => ok(terminalCommand.state()),
        setTerminalCommand: (on) => terminalCommand.set(on),
        removeData: dataRemover({ ...connections, removeFromSystem }),
      },
    },

    /** Sets a setting to false. */
    switchOff(key: SettingKey) {
      const [group = ''] = key.split('.');
      const change = { [group]: withValueAt(store.current, key, false)[group] };
      void controller.change(change).catch(reportDefect);
    },

    /**
     * Answers an open question of the first start with no. It is not asked again: the window has a button that turns
     * new wallpapers on.
     */
    declineFirstRun() {
      const { wallpaper } = store.current;
      if (wallpaper.enabled === null)
        void store.update({ wallpaper: { ...wallpaper, enabled: false } });
    },
  } satisfies RunningFeature & Record<string, unknown>;
}
