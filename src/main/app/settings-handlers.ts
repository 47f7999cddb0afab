import { app, nativeTheme } from 'electron';
import type { Handlers } from '#shared/contract.ts';
import { themeInUse, type Settings } from '#shared/settings/settings.ts';
import { describeFailure } from '#shared/failure-words.ts';
import { exportSettings, removeAllData } from '#settings/commands.ts';
import { createSettingsController, type LanguageChoice } from '#settings/controller.ts';
import { chooseSettingsFile } from '#platform/windows/file-chooser.ts';
import { createLoginItem, type LoginItem } from '#settings/login-item/login-item.ts';
import { transferFiles } from '#platform/files/transfer-files.ts';
import { reportDefect } from '#runtime/defects.ts';
import type { BackgroundServices } from './background-services.ts';
import type { AppControl, CoreServices } from './core-services.ts';

/** Registers the handlers of the settings, with the effects of a change. */
export function wireSettings(
  { log, stack, settingsStore, settings, managed, sourceOf, state }: CoreServices,
  { activities, apiKey, probe, wallpapers }: BackgroundServices,
  life: AppControl,
  useLanguage: (choice: LanguageChoice) => Promise<void>,
): Handlers['settings'] {
  const ending = new AbortController();
  stack.defer(() => ending.abort());
  const loginItem = createLoginItem(app, ending.signal);
  async function showLoginItem(change: ReturnType<LoginItem['set']>): Promise<void> {
    const changed = await change;
    if (!changed.ok) log.info(`start at login: ${describeFailure(changed.failure)}`);
    state.update(() => ({ loginItem: loginItem.state() }));
  }
  const setLoginItem = (on: boolean): Promise<void> => showLoginItem(loginItem.set(on));
  void showLoginItem(loginItem.renew(settings().startAtLogin)).catch(reportDefect);
  state.update(() => ({ loginItem: loginItem.state() }));
  const controller = createSettingsController({
    store: settingsStore,
    state,
    sourceOf,
    managed: managed.values,
    effects: {
      theme: applyTheme,
      language: (choice) => void useLanguage(choice).catch(reportDefect),
      loginItem: (on) => void setLoginItem(on).catch(reportDefect),
      station: () => activities.station.refresh(),
      desktop: () => void activities.wallpaper.update().catch(reportDefect),
      ask() {
        apiKey.show();
        activities.checkAll();
      },
      restart: () => life.restart(),
    },
  });
  stack.defer(() => void controller.dispose());
  applyTheme(themeInUse(settings()));
  return {
    change: (change) => controller.change(change),
    setApiKey: (key) => apiKey.set(key),
    test: (test) => probe(test, ending.signal),
    export: () => exportSettings(settings(), transferFiles, chooseSettingsFile),
    reset: () => controller.reset(),
    removeData: () =>
      removeAllData({
        restoreWallpaper: () => wallpapers.restore(AbortSignal.timeout(10_000)),
        removeLoginItem: () => setLoginItem(false),
        endAndRemove: () => life.endAndRemove(),
      }),
  };
}

/** Sets light, dark or the system's colours; the pages follow `prefers-color-scheme`. */
function applyTheme(theme: Settings['theme']): void {
  // Setting the same value again would restyle every page.
  if (nativeTheme.themeSource !== theme) nativeTheme.themeSource = theme;
}
