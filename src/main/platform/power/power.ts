import { networkInterfaces } from 'node:os';
import type { SuspensionState } from '#shared/app.ts';
import type { AppState } from '#shared/state.ts';
import { isStanding } from '#shared/status/standing.ts';
import { guarded } from '#runtime/defects.ts';
import type { Clock } from '#runtime/clock.ts';

interface PowerOptions {
  readonly clock: Clock;
  /** Electron’s `powerMonitor`, as far as it is used. */
  readonly monitor: Pick<NodeJS.EventEmitter, 'on' | 'off'>;
  readonly state: () => AppState;
  /** The addresses of this machine that lead somewhere. */
  readonly addresses: () => ReadonlySet<string>;
  /** What the system says of itself. */
  readonly power: (power: SuspensionState['power']) => void;
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

  function readClocks(): ClockReading {
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
    const before = known;
    known = found;
    return before !== null && [...found].some((address) => !before.has(address));
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

/** What the system has said of itself. */
interface PowerState {
  readonly asleep: boolean;
  readonly locked: boolean;
}

const powerEvents = ['suspend', 'resume', 'lock-screen', 'unlock-screen'] as const;
type PowerEvent = (typeof powerEvents)[number];

/** Whoever unlocks the screen is there: the machine does not sleep, whatever was said. */
function afterEvent(state: PowerState, event: PowerEvent): PowerState {
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

/** A machine that wakes to a locked screen is not awake yet. */
const powerOf = ({ asleep, locked }: PowerState): SuspensionState['power'] =>
  asleep ? 'asleep' : locked ? 'locked' : 'awake';

/** The addresses of this machine by which it reaches others. */
export const outwardAddresses = (): ReadonlySet<string> =>
  new Set(
    Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      // An address of the link alone is there without a network, too.
      .filter(({ internal, address }) => !internal && !/^(169\.254\.|fe80:)/i.test(address))
      .map(({ address }) => address),
  );

/** Whether the last request to some service found no network, or no way to the service. */
const isOffline = ({ activities }: AppState): boolean =>
  Object.values(activities).some(
    (activity) => activity.lastFailure?.failure.kind === 'offline' && isStanding(activity),
  );

/** Both clocks at one moment, milliseconds. */
export interface ClockReading {
  /** Since the Unix epoch. */
  readonly wall: number;
  readonly monotonic: number;
}

/**
 * What two readings tell.
 * - `steady`: time has passed as it should;
 * - `slept`: the machine has slept, or somebody has set the clock forward, or nothing could run for a while;
 * - `set-back`: somebody has set the clock back.
 */
type Passage = 'steady' | 'slept' | 'set-back';

/** Smaller steps are those of a clock that is being corrected, or a busy machine. Milliseconds. */
const tolerance = 90_000;

/**
 * Judges the time between two readings. On Linux the monotonic clock stands still while the machine sleeps; where it
 * does not, the later one comes later than it was expected.
 *
 * @param expectedMs how long after the first the second one was to be read
 */
export function passageBetween(
  before: ClockReading,
  after: ClockReading,
  expectedMs: number,
): Passage {
  const passed = after.monotonic - before.monotonic;
  const gained = after.wall - before.wall - passed;
  if (gained < -tolerance) return 'set-back';
  return Math.max(gained, passed - expectedMs) > tolerance ? 'slept' : 'steady';
}
