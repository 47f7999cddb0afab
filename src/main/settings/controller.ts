import { fail, type Result } from '#shared/failure.ts';
import { isSameJson } from '#shared/json.ts';
import { valueAt } from '#shared/settings/paths.ts';
import { settingEffects } from '#shared/settings/row.ts';
import {
  defaultSettings,
  themeInUse,
  type ServiceSource,
  type ServiceUrls,
  type Settings,
  type SettingsChange,
} from '#shared/settings/settings.ts';
import { settingKeys, settingRows } from '#shared/settings/table.ts';
import { wouldLosePosts } from '#shared/journal/unsent.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import { contradictsManagedValues, withManagedValues, type ManagedValues } from './managed.ts';
import type { SettingsStore } from './store/settings-store.ts';

/** The language of all texts (null: the system's), and the formats of numbers and times. */
export type LanguageChoice = Pick<Settings, 'language' | 'formats'>;

/** The new addresses of the services whose addresses have changed. Another position service needs a restart. */
type ChangedAddresses = Partial<Omit<ServiceUrls, 'position'>>;

/** Functions that apply a changed setting immediately. */
export interface SettingsEffects {
  theme(theme: Settings['theme']): void;
  language(choice: LanguageChoice): void;
  loginItem(startAtLogin: boolean): void;
  station(): void;
  /** Composes and sets the wallpaper again. */
  desktop(): void;
  /** Checks the services. Called when the selection of picture sources or the proxy has changed. */
  ask(): void;
  /** Forgets the results of the services whose addresses have changed, and sends requests to the new addresses. */
  addresses(changed: ChangedAddresses): void;
  /** Restarts the app inside this process. */
  restart(): void;
}

type SettingsEffect = keyof SettingsEffects;

/** Returns the source of the services that a run with these settings uses. */
export type SourceOf = (settings: Settings) => ServiceSource;

interface SettingsControllerOptions {
  readonly store: Omit<SettingsStore, 'settled'>;
  readonly state: StateHolder;
  readonly effects: SettingsEffects;
  readonly sourceOf: SourceOf;
  readonly managed?: ManagedValues;
}

/** Copies the settings of the store to AppState after every write, and applies each change. */
export function createSettingsController(options: SettingsControllerOptions) {
  const { store, state, effects, sourceOf, managed = {} } = options;
  const unsubscribe = store.subscribe((settings) =>
    state.update(() => ({ settings, settingsReset: store.reset })),
  );

  /**
   * Applies the change immediately and writes it. Fails with `storage` if the write fails: the change then applies to
   * this run. Fails without any change: with `managed` if it changes a setting of the administrator, with
   * `would-forget` if it needs a restart that would lose posts.
   */
  function change(part: SettingsChange): Promise<Result<null>> {
    const previousSettings = store.current;
    const nextSettings: Settings = { ...previousSettings, ...definedGroups(part) };
    if (contradictsManagedValues(nextSettings, managed))
      return Promise.resolve(fail({ kind: 'managed' }));
    // Set the login item even without a change, because the desktop may have switched it off.
    const loginItem: SettingsEffect[] = part.startAtLogin === undefined ? [] : ['loginItem'];
    const dueEffects = new Set([
      ...loginItem,
      ...effectsOfChange(previousSettings, nextSettings, sourceOf),
    ]);
    if (dueEffects.has('restart') && wouldLosePosts(state.current.journal))
      return Promise.resolve(fail({ kind: 'would-forget' }));
    const writeResult = store.update(nextSettings);
    for (const effect of dueEffects) apply(effect, nextSettings, previousSettings);
    return writeResult;
  }

  function apply(effect: SettingsEffect, settings: Settings, previous: Settings): void {
    const { language, formats, startAtLogin } = settings;
    switch (effect) {
      case 'theme':
        effects.theme(themeInUse(settings));
        return;
      case 'language':
        effects.language({ language, formats });
        return;
      case 'loginItem':
        effects.loginItem(startAtLogin);
        return;
      case 'addresses':
        effects.addresses(changedAddresses(previous.services.own, settings.services.own));
        return;
      case 'station':
      case 'desktop':
      case 'ask':
      case 'restart':
        effects[effect]();
    }
  }

  return {
    change,
    /**
     * Restores the defaults. The API key is not a setting, and stays; so do the values of the administrator, the user's
     * answer whether the app may change the wallpaper, and the wallpaper command, which a window could not restore.
     */
    reset() {
      const { wallpaperCommand, wallpaper } = store.current;
      const { enabled } = wallpaper;
      const settings: Settings = {
        ...defaultSettings,
        wallpaperCommand,
        wallpaper: { ...defaultSettings.wallpaper, enabled },
      };
      return change(withManagedValues(settings, managed));
    },
    dispose: unsubscribe,
  };
}

const changedAddresses = (previous: ServiceUrls, next: ServiceUrls): ChangedAddresses => ({
  ...(next.picture !== previous.picture && { picture: next.picture }),
  ...(next.posts !== previous.posts && { posts: next.posts }),
});

/** Drops groups that are undefined: over IPC, a missing group may arrive as `undefined`. */
function definedGroups(change: SettingsChange): Partial<Settings> {
  return Object.fromEntries(Object.entries(change).filter(([, group]) => group !== undefined));
}

/**
 * The effect of other services. Orbit and picture selection belong to one source of services: another source or
 * position service needs a restart.
 */
function servicesEffect(
  previous: Settings,
  next: Settings,
  sourceOf: SourceOf,
): SettingsEffect | null {
  if (sourceOf(previous) !== sourceOf(next)) return 'restart';
  if (sourceOf(next) !== 'own') return null;
  return previous.services.own.position === next.services.own.position ? 'addresses' : 'restart';
}

/** The effects of a change, in the order in which they are applied. `restart` includes all requests. */
export function effectsOfChange(
  previous: Settings,
  next: Settings,
  sourceOf: SourceOf,
): SettingsEffect[] {
  const changed = settingKeys.filter(
    (key) => !isSameJson(valueAt(previous, key), valueAt(next, key)),
  );
  const rowEffects = new Set(changed.map((key) => settingRows[key].effect));
  const dueEffects = settingEffects
    .filter((effect) => rowEffects.has(effect))
    .filter((effect) => effect !== 'theme' || themeInUse(previous) !== themeInUse(next))
    .map((effect) => (effect === 'services' ? servicesEffect(previous, next, sourceOf) : effect))
    .filter((effect) => effect !== null);
  return dueEffects.includes('restart')
    ? dueEffects.filter((effect) => effect !== 'ask')
    : dueEffects;
}
