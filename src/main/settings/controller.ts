import { fail, type Result } from '#shared/failure.ts';
import {
  defaultSettings,
  themeInUse,
  type ServiceSource,
  type Settings,
  type SettingsChange,
} from '#shared/settings/settings.ts';
import { wouldForget } from '#shared/journal/unsent.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { SettingsStore } from './store/settings-store.ts';

/**
 * What is done when a setting changes. The other settings are read when they matter: the limit of the archive after
 * each change of the state, automatic updates before each check.
 */
export interface SettingsEffects {
  theme(theme: Settings['theme']): void;
  /** Null: the system's. */
  language(language: Settings['language']): void;
  loginItem(startAtLogin: boolean): void;
  station(station: Settings['station']): void;
  /** Composes and sets the wallpaper again. */
  desktop(): void;
  /** Asks the services again: their addresses or the proxy have changed. */
  ask(): void;
  /** Restarts the app inside this process. */
  restart(): void;
}

type Effect = keyof SettingsEffects;

/** Which services a run uses, given its settings. */
export type SourceOf = (settings: Settings) => ServiceSource;

interface SettingsControllerOptions {
  readonly store: Omit<SettingsStore, 'settled'>;
  readonly state: StateHolder;
  readonly effects: SettingsEffects;
  readonly sourceOf: SourceOf;
}

/** Copies the settings of the store to AppState, whoever writes them, and applies each change. */
export function createSettingsController(options: SettingsControllerOptions) {
  const { store, state, effects, sourceOf } = options;
  const unsubscribe = store.subscribe((settings) =>
    state.update(() => ({ settings, settingsReset: store.reset })),
  );

  /**
   * Holds at once. Fails with `storage` if the disk refuses it, and holds for this run even then; with `would-forget`,
   * without any change, if it needs a restart that would lose posts.
   */
  function change(wanted: SettingsChange): Promise<Result<null>> {
    const before = store.current;
    const after: Settings = { ...before, ...given(wanted) };
    // Set the login item even without a change, because the desktop may have switched it off.
    const said: Effect[] = wanted.startAtLogin === undefined ? [] : ['loginItem'];
    const due = new Set([...said, ...effectsOf(before, after, sourceOf)]);
    if (due.has('restart') && wouldForget(state.current.journal))
      return Promise.resolve(fail({ kind: 'would-forget' }));
    // The station holds a copy and writes it to the store: update it first, so that it does not write old values back.
    if (due.has('station')) apply('station', after);
    const written = store.update(after);
    for (const effect of due) if (effect !== 'station') apply(effect, after);
    return written;
  }

  function apply(effect: Effect, settings: Settings): void {
    const { language, startAtLogin, station } = settings;
    switch (effect) {
      case 'theme':
        effects.theme(themeInUse(settings));
        return;
      case 'language':
        effects.language(language);
        return;
      case 'loginItem':
        effects.loginItem(startAtLogin);
        return;
      case 'station':
        effects.station(station);
        return;
      case 'desktop':
      case 'ask':
      case 'restart':
        effects[effect]();
    }
  }

  return {
    change,
    /**
     * Restores the defaults. The API key is not a setting, and stays; so do the user's answer whether the app may change
     * the wallpaper, and the hook, which a window could not bring back.
     */
    reset() {
      const { hook, wallpaper } = store.current;
      const { enabled } = wallpaper;
      const settings: Settings = {
        ...defaultSettings,
        hook,
        wallpaper: { ...defaultSettings.wallpaper, enabled },
      };
      return change(settings);
    },
    dispose: unsubscribe,
  };
}

/** Drops groups that are undefined: over IPC, a missing group may arrive so. */
function given(change: SettingsChange): Partial<Settings> {
  return Object.fromEntries(Object.entries(change).filter(([, group]) => group !== undefined));
}

const differ = (before: unknown, after: unknown): boolean =>
  JSON.stringify(before) !== JSON.stringify(after);

/** What must be done for a change to hold at once, in this order. */
export function effectsOf(before: Settings, after: Settings, sourceOf: SourceOf): Effect[] {
  if (mustRestart(before, after, sourceOf)) return [...withoutServices(before, after), 'restart'];
  const own = sourceOf(after) === 'own' && differ(before.services.own, after.services.own);
  const asksAnew =
    own ||
    before.services.proxy !== after.services.proxy ||
    before.picture.providers !== after.picture.providers;
  return [...withoutServices(before, after), ...(asksAnew ? (['ask'] as const) : [])];
}

/** Orbit and picture selection belong to one source of services: another source needs a restart. */
function mustRestart(before: Settings, after: Settings, sourceOf: SourceOf): boolean {
  const source = sourceOf(after);
  if (sourceOf(before) !== source) return true;
  return source === 'own' && before.services.own.position !== after.services.own.position;
}

/** Settings that change the desktop now; `restoreOnQuit` does not. */
const onDesktop = ({ wallpaper }: Settings): object => ({ ...wallpaper, restoreOnQuit: null });

function withoutServices(before: Settings, after: Settings): Effect[] {
  const effects: Effect[] = [];
  const when = (changed: boolean, effect: Effect): void => {
    if (changed) effects.push(effect);
  };
  when(themeInUse(before) !== themeInUse(after), 'theme');
  when(before.language !== after.language, 'language');
  when(before.startAtLogin !== after.startAtLogin, 'loginItem');
  when(differ(before.station, after.station), 'station');
  when(
    differ(onDesktop(before), onDesktop(after)) ||
      before.picture.withoutPicture !== after.picture.withoutPicture,
    'desktop',
  );
  return effects;
}
