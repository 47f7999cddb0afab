import type { Rest } from '#shared/app.ts';
import type { AppState } from '#shared/state.ts';
import { guarded } from '#runtime/defects.ts';
import type { Clock } from '#runtime/clock.ts';
import { passageBetween, type Reading } from '#runtime/clock-jump.ts';
import { hasNewAddress, isOffline } from '#runtime/network.ts';
import { afterEvent, powerEvents, powerOf, type PowerEvent, type PowerState } from './state.ts';

export interface PowerOptions {
  readonly clock: Clock;
  /** Electron’s `powerMonitor`, as far as it is used. */
  readonly monitor: Pick<NodeJS.EventEmitter, 'on' | 'off'>;
  readonly state: () => AppState;
  /** The addresses of this machine that lead somewhere. */
  readonly addresses: () => ReadonlySet<string>;
  /** What the system says of itself. */
  readonly power: (power: Rest['power']) => void;
  /** The machine slept, the clock was set, or a network has come: what is due is to be done. */
  readonly wake: () => void;
  readonly log: (line: string) => void;
  readonly onDefect: (error: unknown) => void;
}

export interface PowerWatch {
  dispose(): Promise<void>;
}

const minuteMs = 60_000;
/** A machine that has run for so long since it was said to fall asleep does not sleep. */
const mostAwakeWhileAsleep = 5;

/**
 * Watches over what the system says of sleep and lock, and once a minute over what it does not say: on Linux its
 * events go missing, and nobody tells there that a network has come.
 */
export function watchPower(options: PowerOptions): PowerWatch {
  const { clock, monitor, state, addresses, power, wake, log, onDefect } = options;
  const stop = new AbortController();
  let now: PowerState = { asleep: false, locked: false };
  let before = readClocks();
  let minutesAsleep = 0;
  /** Known only while the app is offline: asking costs little, and nothing is better. */
  let known: ReadonlySet<string> | null = null;

  function readClocks(): Reading {
    return { wall: clock.now(), monotonic: clock.monotonic() };
  }

  function become(next: PowerState): void {
    const wasAwake = powerOf(now);
    now = next;
    minutesAsleep = 0;
    if (powerOf(now) !== wasAwake) power(powerOf(now));
  }

  function take(event: PowerEvent): void {
    log(`power: ${event}`);
    // What the event explains is not found a second time.
    before = readClocks();
    become(afterEvent(now, event));
  }

  function look(): void {
    const reading = readClocks();
    const passage = passageBetween(before, reading, minuteMs);
    before = reading;
    if (now.asleep) {
      minutesAsleep += 1;
      if (passage !== 'steady' || minutesAsleep >= mostAwakeWhileAsleep)
        become({ ...now, asleep: false });
      return;
    }
    if (passage !== 'steady') {
      log(passage === 'slept' ? 'power: the machine slept' : 'power: the clock was set back');
      wake();
    }
    if (hasNetworkCome()) {
      log('power: a network has come');
      wake();
    }
  }

  function hasNetworkCome(): boolean {
    if (!isOffline(state())) {
      known = null;
      return false;
    }
    const found = addresses();
    const hasCome = known !== null && hasNewAddress(known, found);
    known = found;
    return hasCome;
  }

  async function lookEachMinute(): Promise<void> {
    let isTold = false;
    while (await clock.sleep(minuteMs, stop.signal))
      try {
        look();
      } catch (error) {
        // Told each minute it would fill the log, and one bad minute must not end the watch.
        if (!isTold) onDefect(error);
        isTold = true;
      }
  }

  const listeners = powerEvents.map(
    (event) => [event, guarded(onDefect, () => take(event))] as const,
  );
  for (const [event, listener] of listeners) monitor.on(event, listener);
  const watching = lookEachMinute().catch(onDefect);
  return {
    async dispose() {
      stop.abort();
      for (const [event, listener] of listeners) monitor.off(event, listener);
      await watching;
    },
  };
}
