import { networkInterfaces } from 'node:os';
import type { SuspensionState } from '#shared/app.ts';
import type { AppState } from '#shared/state.ts';
import { isStanding } from '#shared/status/standing.ts';
import { reportingDefects, reportDefect } from '#runtime/defects.ts';
import type { Clock } from '#runtime/clock.ts';

interface PowerOptions {
  readonly clock: Clock;
  /** The part of Electron’s `powerMonitor` that is used. */
  readonly monitor: Pick<NodeJS.EventEmitter, 'on' | 'off'>;
  readonly state: () => AppState;
  /** Returns the addresses of this computer on its networks. */
  readonly addresses: () => ReadonlySet<string>;
  readonly power: (power: SuspensionState['power']) => void;
  /** Called after a change without an event: the machine has slept, the clock was set, or a network has appeared. */
  readonly wake: () => void;
  readonly log: (line: string) => void;
}

export type PowerWatch = ReturnType<typeof watchPower>;

const minuteMs = 60_000;
/** A machine that has run for this many minutes since `suspend` counts as awake. */
const maxAwakeMinutes = 5;

/**
 * Follows the system's events for sleep and lock. Also checks the clocks and the network once a minute, because on
 * Linux events can be lost, and because there is no event for a new network.
 */
export function watchPower(options: PowerOptions) {
  const { clock, monitor, state, addresses, power, wake, log } = options;
  const stop = new AbortController();
  let currentPower: PowerState = { asleep: false, locked: false };
  let lastReading = readClocks();
  let minutesAsleep = 0;
  /** The addresses at the last check; null: the app was not offline at that check. */
  let lastAddresses: ReadonlySet<string> | null = null;

  function readClocks(): ClockReading {
    return { wall: clock.now(), monotonic: clock.monotonic() };
  }

  function enterState(next: PowerState): void {
    const wasAwake = powerOf(currentPower);
    currentPower = next;
    minutesAsleep = 0;
    if (powerOf(currentPower) !== wasAwake) power(powerOf(currentPower));
  }

  function take(event: PowerEvent): void {
    log(`power: ${event}`);
    // Read the clocks now, so that the next check does not report the sleep of this event again.
    lastReading = readClocks();
    enterState(stateAfterEvent(currentPower, event));
  }

  function check(): void {
    const reading = readClocks();
    const passage = compareClockReadings(lastReading, reading, minuteMs);
    lastReading = reading;
    if (currentPower.asleep) {
      minutesAsleep += 1;
      if (passage !== 'steady' || minutesAsleep >= maxAwakeMinutes)
        enterState({ ...currentPower, asleep: false });
      return;
    }
    if (passage !== 'steady') {
      log(passage === 'slept' ? 'power: the machine slept' : 'power: the clock was set back');
      wake();
    }
    if (hasNetworkAppeared()) {
      log('power: a network has come');
      wake();
    }
  }

  function hasNetworkAppeared(): boolean {
    if (!isOffline(state())) {
      lastAddresses = null;
      return false;
    }
    const currentAddresses = addresses();
    const previousAddresses = lastAddresses;
    lastAddresses = currentAddresses;
    return (
      previousAddresses !== null &&
      [...currentAddresses].some((address) => !previousAddresses.has(address))
    );
  }

  async function checkEachMinute(): Promise<void> {
    let isReported = false;
    while (await clock.sleep(minuteMs, stop.signal))
      try {
        check();
      } catch (error) {
        // Report only the first defect, because a report each minute would fill the log.
        if (!isReported) reportDefect(error);
        isReported = true;
      }
  }

  const listeners = powerEvents.map(
    (event) => [event, reportingDefects(() => take(event))] as const,
  );
  for (const [event, listener] of listeners) monitor.on(event, listener);
  const watchEnd = checkEachMinute().catch(reportDefect);
  return {
    async dispose() {
      stop.abort();
      for (const [event, listener] of listeners) monitor.off(event, listener);
      await watchEnd;
    },
  };
}

/** Whether the machine sleeps and whether the screen is locked, after the last event or check. */
type PowerState = Readonly<{ asleep: boolean; locked: boolean }>;

const powerEvents = ['suspend', 'resume', 'lock-screen', 'unlock-screen'] as const;
type PowerEvent = (typeof powerEvents)[number];

/** An unlocked screen means that the machine is awake, even if `resume` was not reported. */
function stateAfterEvent(state: PowerState, event: PowerEvent): PowerState {
  switch (event) {
    case 'suspend':
      return { ...state, asleep: true };
    case 'resume':
      return { ...state, asleep: false };
    case 'lock-screen':
      return { ...state, locked: true };
    case 'unlock-screen':
      return { asleep: false, locked: false };
  }
}

/** The power state as one word: `asleep` takes precedence over `locked`. */
const powerOf = ({ asleep, locked }: PowerState): SuspensionState['power'] =>
  asleep ? 'asleep' : locked ? 'locked' : 'awake';

/** The addresses of this machine except loopback and link-local addresses. */
export const outwardAddresses = (interfaces = networkInterfaces()): ReadonlySet<string> =>
  new Set(
    Object.values(interfaces)
      .flatMap((all) => all ?? [])
      // Leave out link-local addresses, because they also exist without a network.
      .filter(({ internal, address }) => !internal && !/^(169\.254\.|fe80:)/i.test(address))
      .map(({ address }) => address),
  );

/** Whether the last request to at least one service failed with `offline`. */
const isOffline = ({ activities }: AppState): boolean =>
  Object.values(activities).some(
    (activity) => activity.lastFailure?.failure.kind === 'offline' && isStanding(activity),
  );

/** The readings of both clocks at one moment, in milliseconds. */
export interface ClockReading {
  /** The wall clock: milliseconds since the Unix epoch. */
  readonly wall: number;
  readonly monotonic: number;
}

/**
 * The result of a comparison of two readings.
 * - `steady`: both clocks agree;
 * - `slept`: the machine slept, the clock was set forward, or the process was stopped;
 * - `set-back`: the clock was set back.
 */
type ClockComparison = 'steady' | 'slept' | 'set-back';

const wallClockGain = (first: ClockReading, second: ClockReading): number =>
  second.wall - first.wall - (second.monotonic - first.monotonic);

/** Differences up to this limit count as a correction of the clock or as a busy machine. In milliseconds. */
const clockToleranceMs = 90_000;

/**
 * Compares two readings. A sleep on Linux stops only the monotonic clock; on other systems both clocks continue, and
 * the second reading comes later than planned.
 *
 * @param expectedMs the planned time between the readings, in milliseconds
 */
export function compareClockReadings(
  first: ClockReading,
  second: ClockReading,
  expectedMs: number,
): ClockComparison {
  const passedMs = second.monotonic - first.monotonic;
  const gainedMs = wallClockGain(first, second);
  if (gainedMs < -clockToleranceMs) return 'set-back';
  return Math.max(gainedMs, passedMs - expectedMs) > clockToleranceMs ? 'slept' : 'steady';
}
