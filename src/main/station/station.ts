import type { Result } from '#shared/failure.ts';
import type { Observer } from '#shared/station/sky/observer.ts';
import type { PlaceUnder } from '#shared/station/sky/place-under.ts';
import { learnedMs } from '#shared/station/pass-forecast.ts';
import type {
  AlertSettings,
  Fix,
  ObserverInUse,
  Polling,
  Station,
} from '#shared/station/station.ts';
import type { Surroundings } from '#runtime/service-loop.ts';
import { startPoller } from '#runtime/poller.ts';
import { lookOut } from './lookout.ts';
import { guessObserver } from './observer/guess.ts';
import { createFixBuffer } from './fix-buffer.ts';
import { createOrbitEstimator } from './orbit-estimator.ts';
import { createOrbitView, placeMs, type Predictions } from './orbit-view.ts';
import type {
  PositionSource,
  StationStore,
  StationSettings,
  StationSettingsStore,
} from './ports.ts';
import { startStationTracker } from './tracker.ts';

export interface StationOptions extends Surroundings {
  readonly source: PositionSource;
  readonly store: StationStore;
  readonly settings: StationSettingsStore;
  /** Reads the map of countries. */
  readonly loadPlaceUnder: () => Promise<PlaceUnder>;
  /** IANA name of the person's time zone: another one after a flight. */
  readonly timeZone: () => string;
}

/** A poll that was due with the minute has told the place by then. */
const pollLeadMs = 2_000;

/**
 * Fixes over so many seconds tell passes a day ahead: in twenty simulated starts it took 14 to 20 minutes, at one fix
 * in 5 s and at one a minute.
 */
const enoughSeconds = 17 * 60;
/** Earlier fixes are of a time when the app did not run, milliseconds. */
const recentMs = 3600_000;

export interface StationActivity {
  /** Says whether somebody looks at the map. */
  watch(watched: boolean): void;
  /** While paused nothing is asked; what is known goes on to be shown. */
  pause(paused: boolean): void;
  /** Asks now, or 5 s after the last time. */
  check(): void;
  /** The machine slept: what is due is done. */
  wake(): void;
  /** Null: guessed from the time zone. */
  setObserver(observer: Observer | null): Promise<Result<null>>;
  setAlerts(alerts: AlertSettings): Promise<Result<null>>;
  dispose(): Promise<void>;
}

/** Learns the orbit from what it polls, and tells from it where the station is and when it comes by. */
export function startStation(options: StationOptions): StationActivity {
  const { clock, state, begin, onDefect } = options;
  const buffer = createFixBuffer(options.store, clock);
  const estimator = createOrbitEstimator(buffer);
  let settings = options.settings.read();
  let timeZone = options.timeZone();
  let observer = observerOf(settings, timeZone);
  let placeUnder: PlaceUnder | null = null;
  let loaded: Promise<void> | null = null;
  let nextAlertAt: number | null = null;

  const predict = createOrbitView({
    estimate: () => estimator.estimate,
    observer: () => observer,
    placeUnder: () => placeUnder,
  });

  function noticeTravel(): void {
    const now = options.timeZone();
    if (now === timeZone) return;
    timeZone = now;
    observer = observerOf(settings, timeZone);
  }

  /** Tells what has changed, together with `more`; nothing when nothing has. */
  function tell(more: Partial<Station> = {}): void {
    noticeTravel();
    if (estimator.estimate !== null) loaded ??= load();
    const now = clock.now();
    const { station } = state.current;
    const next = predict(now);
    const { alert, nextAt } = lookOut(next.passes, station.alert, now, {
      settings: settings.alerts,
      timeZone,
    });
    nextAlertAt = nextAt;
    const part: Station = {
      ...station,
      ...next,
      alert,
      observer,
      alerts: settings.alerts,
      fixesKept: estimator.count,
      passesExpectedAt: expectedAt(next, more.polling ?? station.polling, now),
      ...more,
    };
    const isChanged = Object.entries(part).some(
      ([key, value]) => station[key as keyof Station] !== value,
    );
    if (isChanged) state.update(() => ({ station: part }));
  }

  /** About when passes will be known a day ahead, milliseconds since the Unix epoch. */
  function expectedAt(
    { passesUntil }: Predictions,
    { everySeconds }: Polling,
    now: number,
  ): number | null {
    const isLearned = passesUntil !== null && passesUntil - now >= learnedMs;
    const { estimate, latest, newest } = estimator;
    if (isLearned || everySeconds === null || latest === null) return null;
    const isRecent = ({ time }: Fix): boolean => Math.abs(now - time * 1000) < recentMs;
    const from = estimate?.orbit.from ?? newest.find(isRecent)?.time;
    if (from === undefined) return null;
    return Math.max((from + enoughSeconds) * 1000, latest.receivedAt + everySeconds * 1000);
  }

  const load = (): Promise<void> =>
    options.loadPlaceUnder().then((found) => {
      placeUnder = found;
      tell();
    }, onDefect);

  // Once a minute, and when an alert is due: the tray tells where the station is, also without a network.
  const minute = startPoller({
    clock,
    begin: Promise.resolve(),
    minGapMs: 0,
    onDefect,
    onPlan: () => undefined,
    round() {
      tell();
      const now = clock.now();
      const { place } = state.current.station;
      // A moment later than a poll a minute, which tells it too.
      const longest = placeMs + pollLeadMs;
      const untilOld = place === null ? longest : place.at + longest - now;
      const untilAlert = nextAlertAt === null ? Infinity : nextAlertAt - now;
      // Of a place of the future nothing is to be thought: the clock was set back.
      const delayMs = Math.max(0, Math.min(untilOld, untilAlert, longest));
      return Promise.resolve({ delayMs, reason: '' });
    },
  });
  const tracker = startStationTracker({
    ...options,
    begin,
    estimator,
    tell(part) {
      tell(part);
      minute.poke();
    },
  });

  function decide(next: StationSettings): Promise<Result<null>> {
    settings = next;
    observer = observerOf(settings, timeZone);
    tell();
    minute.poke();
    return options.settings.write(next);
  }

  return {
    watch: (watched) => tracker.watch(watched),
    pause(paused) {
      tracker.pause(paused);
      // The machine may be going to sleep, and not wake again.
      if (paused) buffer.flush();
    },
    check: () => tracker.check(),
    wake() {
      minute.poke();
      tracker.wake();
    },
    setObserver: (place) => decide({ ...settings, observer: place }),
    setAlerts: (wanted) => decide({ ...settings, alerts: wanted }),
    async dispose() {
      await Promise.all([minute.dispose(), tracker.dispose(), loaded]);
      buffer.flush();
    },
  };
}

function observerOf({ observer }: StationSettings, timeZone: string): ObserverInUse | null {
  if (observer !== null) return { ...observer, source: 'settings' };
  const guess = guessObserver(timeZone);
  return guess && { ...guess, source: 'guess' };
}
