import { fail, type Result } from '#shared/failure.ts';
import { defaultSettings, type Settings, type SettingsChange } from '#shared/settings/settings.ts';
import { wouldForget } from '#shared/journal/unsent.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import { effectsOf, type Effect, type SourceOf } from './changes.ts';
import type { SettingsEffects, SettingsKeeping } from './ports.ts';

export interface SettingsKeeper {
  /**
   * Holds at once. Fails with `storage` when the disk does not take it, and holds for this run even then; with
   * `would-forget`, and nothing changed, where it needs a restart inside that would lose posts.
   */
  change(change: SettingsChange): Promise<Result<null>>;
  /** As they were at first. The API key is none of them, and stays. */
  reset(): Promise<Result<null>>;
  dispose(): void;
}

export interface SettingsKeeperOptions {
  readonly store: SettingsKeeping;
  readonly state: StateHolder;
  readonly effects: SettingsEffects;
  readonly sourceOf: SourceOf;
}

/** Keeps AppState’s settings equal to those of the store, whoever writes there, and lets each change take effect. */
export function createSettingsKeeper(options: SettingsKeeperOptions): SettingsKeeper {
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
