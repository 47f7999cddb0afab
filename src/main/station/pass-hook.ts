import type { Settings } from '#shared/settings/settings.ts';
import type { HookSource } from '#platform/process/hooks.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import type { Clock } from '#runtime/clock.ts';
import { startPoller } from '#runtime/poller.ts';
import type { StoredValue } from '#runtime/value.ts';
import { passEvents, passVariables, type AnnouncedPasses } from './pass-events.ts';

interface PassHookOptions {
  readonly clock: Clock;
  readonly state: StateHolder;
  readonly alerts: () => Settings['station']['alerts'];
  /** For each event, the pass for which its hook last ran; kept across restarts of the app. */
  readonly announced: StoredValue<AnnouncedPasses>;
}

/** Runs the hooks `passSoon` and `passBegins`, each once for each pass. */
export const passHook = ({ clock, state, alerts, announced }: PassHookOptions): HookSource => ({
  events: ['passSoon', 'passBegins'],
  follow(run) {
    const loop = startPoller({
      clock,
      begin: Promise.resolve(),
      minGapMs: 0,
      onPlan: () => undefined,
      round() {
        const { station, services } = state.current;
        const now = clock.now();
        const { soon, begins, nextAt } = passEvents(station.passes, alerts(), announced.get(), now);
        if (soon !== null) {
          announced.set({ ...announced.get(), soon: soon.peak.t });
          run('passSoon', passVariables(soon, services.simulated));
        }
        if (begins !== null) {
          announced.set({ ...announced.get(), begins: begins.peak.t });
          run('passBegins', passVariables(begins, services.simulated));
        }
        // Rounded up to whole milliseconds, because a wait that ends before the event would cause another wait.
        return Promise.resolve({ delayMs: nextAt === null ? null : Math.ceil(nextAt - now) });
      },
    });
    let { station, settings } = state.current;
    // `station` changes in the state at least once a minute, so that the loop also reacts to sleep and to a change of
    // the clock.
    const unsubscribe = state.subscribe((now) => {
      if (now.station === station && now.settings === settings) return;
      ({ station, settings } = now);
      loop.poke();
    });
    return () => {
      unsubscribe();
      return loop.dispose();
    };
  },
});
