import type { Handlers } from '#shared/contract.ts';
import { describeFailure } from '#shared/failure-words.ts';
import type { Result } from '#shared/failure.ts';
import { themeInUse, type ServiceTest } from '#shared/settings/settings.ts';
import { transferFiles } from '#platform/files/transfer-files.ts';
import {
  chooseSettingsToImport,
  chooseSettingsExportFile,
} from '#platform/windows/file-chooser.ts';
import { applyTheme } from '#platform/windows/theme.ts';
import { reportDefect } from '#runtime/defects.ts';
import type { createApiKeyController } from './api-key.ts';
import {
  exportSettings,
  readSettingsImport,
  dataRemover,
  type RemovalPorts,
} from './settings-data.ts';
import {
  createSettingsController,
  type SettingsControllerOptions,
  type SettingsEffects,
} from './controller.ts';
import { createLoginItem, type LoginItem } from './login-item/login-item.ts';

interface SettingsHandlersOptions
  extends Omit<SettingsControllerOptions, 'effects'>, Omit<RemovalPorts, 'removeLoginItem'> {
  readonly app: Parameters<typeof createLoginItem>[0];
  readonly apiKey: ReturnType<typeof createApiKeyController>;
  readonly probe: (test: ServiceTest, signal: AbortSignal) => Promise<Result<null>>;
  /** The effects on other features. */
  readonly effects: Omit<SettingsEffects, 'theme' | 'loginItem'>;
  readonly log: (line: string) => void;
}

/** Connects the settings with their effects, until `ending` is aborted. */
export function settingsHandlers(
  options: SettingsHandlersOptions,
  ending: AbortSignal,
): Handlers['settings'] {
  const { store, state, apiKey, effects, log } = options;
  const loginItem = createLoginItem(options.app, ending);
  const showLoginItem = (): void => state.update(() => ({ loginItem: loginItem.state() }));
  async function noteLoginItem(change: ReturnType<LoginItem['set']>): Promise<void> {
    const changeResult = await change;
    if (!changeResult.ok) log(`start at login: ${describeFailure(changeResult.failure)}`);
    showLoginItem();
  }
  const setLoginItem = (on: boolean): Promise<void> => noteLoginItem(loginItem.set(on));
  void noteLoginItem(loginItem.renew(store.current.startAtLogin)).catch(reportDefect);
  showLoginItem();
  const controller = createSettingsController({
    ...options,
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
  ending.addEventListener('abort', () => void controller.dispose());
  applyTheme(themeInUse(store.current));
  return {
    change: (change) => controller.change(change),
    setApiKey: (key) => apiKey.set(key),
    test: (test) => options.probe(test, ending),
    export: () => exportSettings(store.current, transferFiles, chooseSettingsExportFile),
    readImport: () =>
      readSettingsImport(
        { settings: store.current, managed: options.managed ?? {} },
        transferFiles,
        chooseSettingsToImport,
      ),
    reset: () => controller.reset(),
    removeData: dataRemover({ ...options, removeLoginItem: () => setLoginItem(false) }),
  };
}
