import { fail, type Result } from '#shared/failure.ts';
import {
  defaultSettings,
  type ServiceSource,
  type Settings,
  type SettingsChange,
} from '#shared/settings/settings.ts';
import { wouldForget } from '#shared/journal/unsent.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { SettingsStore } from './store/settings-store.ts';

/**
 * What is done when a setting changes. Everything else is read when it matters: the limit of the archive with each
 * change of the state, the choice of updates before each look for one.
 */
export interface SettingsEffects {
  theme(theme: Settings['theme']): void;
  loginItem(startAtLogin: boolean): void;
  /** Null: guessed from the time zone. */
  observer(observer: Settings['station']['observer']): void;
  alerts(alerts: Settings['station']['alerts']): void;
  /** The desktop as it is now wanted. */
  desktop(): void;
  /** Other services, or another way to them: those that wait are asked anew. */
  ask(): void;
  /** Starts everything anew inside of this process. */
  restart(): void;
}

type Effect = keyof SettingsEffects;

/** Which services a run uses, given its settings. */
export type SourceOf = (settings: Settings) => ServiceSource;

export interface SettingsController {
  /**
   * Holds at once. Fails with `storage` when the disk does not take it, and holds for this run even then; with
   * `would-forget`, and nothing changed, where it needs a restart inside that would lose posts.
   */
  change(change: SettingsChange): Promise<Result<null>>;
  /** As they were at first. The API key is none of them, and stays. */
  reset(): Promise<Result<null>>;
  dispose(): void;
}

export interface SettingsControllerOptions {
  readonly store: Omit<SettingsStore, 'settled'>;
  readonly state: StateHolder;
  readonly effects: SettingsEffects;
  readonly sourceOf: SourceOf;
}

/** Keeps AppState’s settings equal to those of the store, whoever writes there, and lets each change take effect. */
export function createSettingsController(options: SettingsControllerOptions): SettingsController {
  const { store, state, effects, sourceOf } = options;
  const unsubscribe = store.subscribe((settings) =>
    state.update(() => ({ settings, settingsReset: store.reset })),
  );

  function change(wanted: SettingsChange): Promise<Result<null>> {
    const before = store.current;
    const after: Settings = { ...before, ...given(wanted) };
    // The desktop may have switched it off meanwhile: what the person says here holds against that.
    const said: Effect[] = wanted.startAtLogin === undefined ? [] : ['loginItem'];
    const due = new Set([...said, ...effectsOf(before, after, sourceOf)]);
    if (due.has('restart') && wouldForget(state.current.journal))
      return Promise.resolve(fail({ kind: 'would-forget' }));
    // The station keeps a copy of its own and writes it here itself: it goes first, so that nothing is written back.
    for (const effect of due) if (isOfStation(effect)) apply(effect, after);
    const written = store.update(after);
    for (const effect of due) if (!isOfStation(effect)) apply(effect, after);
    return written;
  }

  function apply(effect: Effect, { theme, startAtLogin, station }: Settings): void {
    switch (effect) {
      case 'theme':
        effects.theme(theme);
        return;
      case 'loginItem':
        effects.loginItem(startAtLogin);
        return;
      case 'observer':
        // What the disk says to it, it says to the rest of the change too.
        effects.observer(station.observer);
        return;
      case 'alerts':
        effects.alerts(station.alerts);
        return;
      case 'desktop':
      case 'ask':
      case 'restart':
        effects[effect]();
    }
  }

  return {
    change,
    reset: () => change(defaultSettings),
    dispose: unsubscribe,
  };
}

const isOfStation = (effect: Effect): boolean => effect === 'observer' || effect === 'alerts';

/** A group that came as undefined was not given. */
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

/** What the app learned of one source of positions, or decided about its pictures, is not for another. */
function mustRestart(before: Settings, after: Settings, sourceOf: SourceOf): boolean {
  const source = sourceOf(after);
  if (sourceOf(before) !== source) return true;
  return source === 'own' && before.services.own.position !== after.services.own.position;
}

/** What is done at the end changes nothing now. */
const onDesktop = ({ wallpaper }: Settings): object => ({ ...wallpaper, restoreOnQuit: null });

function withoutServices(before: Settings, after: Settings): Effect[] {
  const effects: Effect[] = [];
  const when = (changed: boolean, effect: Effect): void => {
    if (changed) effects.push(effect);
  };
  when(before.theme !== after.theme, 'theme');
  when(before.startAtLogin !== after.startAtLogin, 'loginItem');
  when(differ(before.station.observer, after.station.observer), 'observer');
  when(differ(before.station.alerts, after.station.alerts), 'alerts');
  when(
    differ(onDesktop(before), onDesktop(after)) ||
      before.picture.withoutPicture !== after.picture.withoutPicture,
    'desktop',
  );
  return effects;
}
