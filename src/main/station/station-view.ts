import type { Settings } from '#shared/settings/settings.ts';
import { learnedForecastMs, minPathSeconds } from '#shared/station/pass-forecast.ts';
import type { Burn } from '#shared/station/burn.ts';
import type { PassChange } from '#shared/station/ledger.ts';
import type { PlaceUnder } from '#shared/station/sky/place-under.ts';
import type {
  Fix,
  ObserverInUse,
  Polling,
  Station,
  StationPlace,
} from '#shared/station/station.ts';
import { reportDefect } from '#runtime/defects.ts';
import { startPoller } from '#runtime/poller.ts';
import type { ActivityOptions } from '#runtime/service-loop.ts';
import { memoizedObserver } from './observer/observer-in-use.ts';
import type { EstimatedOrbit, OrbitEstimator } from './orbit-estimator.ts';
import type { PredictionLedger } from './ledger/ledger.ts';
import type { OrbitHistoryLog } from './history/history.ts';
import { createOrbitView, placeUpdateMs, type Predictions } from './orbit-view.ts';
import { ConjunctionSearch } from './conjunction-search.ts';
import { TransitSearch } from './transit-search.ts';
import { passAlerts } from './sky/pass-alerts.ts';

/** The view waits this long after a new place is due: a poll in the same minute may compute the place first. */
const pollLeadMs = 2_000;

/** Fixes older than this, milliseconds, are from an earlier run of the app. */
const recentMs = 3600_000;

interface StationViewOptions extends Pick<ActivityOptions, 'clock' | 'state'> {
  readonly estimator: OrbitEstimator;
  readonly settings: () => Settings['station'];
  readonly ledger: Pick<PredictionLedger, 'update' | 'changes'>;
  readonly history: Pick<OrbitHistoryLog, 'update'>;
  readonly loadPlaceUnder: () => Promise<PlaceUnder>;
  readonly timeZone: () => string;
}

/** Keeps the station's part of the state up to date: predictions from the orbit, observer and alerts. */
export function startStationView(options: StationViewOptions) {
  const { clock, state, estimator } = options;
  const observerOf = memoizedObserver();
  const predict = createOrbitView();
  const record = createRecorder(options);
  const transits = new TransitSearch(() => update());
  const conjunctions = new ConjunctionSearch(() => update());
  let isOnScreen = false;
  /** Number of callers that wait for the transits. */
  let seekerCount = 0;
  let placeUnder: PlaceUnder | null = null;
  let loadEnd: Promise<void> | null = null;
  let nextAlertAt: number | null = null;

  /** Computes all values that depend on the orbit and writes them, with `part`, to the state if any has changed. */
  function update(part: Partial<Station> = {}): void {
    const { estimate } = estimator;
    if (estimate !== null) loadEnd ??= load();
    const now = clock.now();
    const { observer: chosen, horizon, alerts, transitKm } = options.settings();
    const observer = observerOf(chosen, options.timeZone());
    const predictions = predict(now, { estimate, observer, horizon, placeUnder });
    const { passes, passesUntil } = predictions;
    const { alerts: alertedPasses, nextAt } = passAlerts(passes, alerts, now);
    nextAlertAt = nextAt;
    const searchInput = estimate === null || observer === null ? null : { estimate, observer };
    const { station } = state.current;
    const everySeconds = (part.polling ?? station.polling).everySeconds;
    const nextStation = stationWith(station, {
      ...predictions,
      ...record(predictions, observer, estimate, now),
      observer,
      alerts: keepEqualList(station.alerts, alertedPasses),
      fixesKept: estimator.count,
      passesExpectedAt: passesExpectedAt(estimator, predictions, everySeconds, now),
      transits: transits.update(
        searchInput && (passesUntil ?? 0) - now >= learnedForecastMs
          ? { ...searchInput, withinKm: transitKm }
          : null,
        now,
        // The calendar file and the notices contain transits too; the notices only those near a place that was set.
        isOnScreen ||
          seekerCount > 0 ||
          station.calendarFile !== null ||
          (alerts.enabled && observer?.source === 'settings'),
      ),
      conjunctions: conjunctions.update(
        searchInput && {
          passes,
          observer: searchInput.observer,
          ephemeris: searchInput.estimate.ephemeris,
        },
        isOnScreen,
      ),
      ...part,
    });
    if (nextStation !== station) state.update(() => ({ station: nextStation }));
  }

  const load = (): Promise<void> =>
    options.loadPlaceUnder().then((loaded) => {
      placeUnder = loaded;
      update();
    }, reportDefect);

  // Updates once a minute, and when an alert is due: the tray shows the place also without a network.
  const loop = startPoller({
    clock,
    begin: Promise.resolve(),
    minGapMs: 0,
    onPlan: () => undefined,
    round() {
      update();
      const delayMs = msUntilNextUpdate(state.current.station.place, nextAlertAt, clock.now());
      return Promise.resolve({ delayMs });
    },
  });

  /** Writes `part` and all values that are computed from the orbit to the state. */
  function publish(part: Partial<Station>): void {
    update(part);
    // The next alert may now be due before the present wait of the loop ends.
    loop.poke();
  }

  return {
    publish,

    /**
     * Sets whether the Station view is on screen; conjunctions are searched only then, transits also for a calendar
     * file, for notices and for `findTransits`.
     */
    watch(isWatched: boolean) {
      isOnScreen = isWatched;
      if (isOnScreen) update();
    },

    /** Searches transits if the orbit is known and the transits are not; resolves when the search has ended. */
    async findTransits() {
      seekerCount += 1;
      try {
        update();
        await transits.idle();
      } finally {
        seekerCount -= 1;
      }
    },

    /** Updates the state at once: after sleep, and after a change of the settings or the language. */
    refresh: () => publish({}),
    async dispose() {
      await Promise.all([loop.dispose(), loadEnd, transits.dispose(), conjunctions.dispose()]);
    },
  };
}

/** Returns a function that records each new orbit and each new forecast in the ledger and in the history. */
function createRecorder({ ledger, history }: Pick<StationViewOptions, 'ledger' | 'history'>) {
  let lastInput: { estimate: EstimatedOrbit | null; passes: Predictions['passes'] } | null = null;
  let record: { burn: Burn | null; changed: PassChange[] } = { burn: null, changed: [] };
  return (
    forecast: Predictions,
    observer: ObserverInUse | null,
    estimate: EstimatedOrbit | null,
    now: number,
  ) => {
    const { passes } = forecast;
    if (lastInput?.estimate === estimate && lastInput.passes === passes) return record;
    lastInput = { estimate, passes };
    ledger.update(passes, observer, estimate, now);
    const burn = history.update(estimate, now);
    const changed = ledger.changes(forecast, observer, estimate, now);
    const isNone = changed.length === 0 && record.changed.length === 0;
    record = { burn, changed: isNone ? record.changed : changed };
    return record;
  };
}

/** The old list if the new one has the same elements. */
const keepEqualList = <T>(oldList: T[], newList: readonly T[]): T[] =>
  oldList.length === newList.length && oldList.every((one, k) => one === newList[k])
    ? oldList
    : [...newList];

/** The station with `part`; the same object if `part` changes no value. */
function stationWith(station: Station, part: Partial<Station>): Station {
  const names = Object.keys(part) as (keyof Station)[];
  return names.every((name) => part[name] === station[name]) ? station : { ...station, ...part };
}

/** Milliseconds until the next computation of the place or until the next alert, whichever is earlier. */
function msUntilNextUpdate(
  place: StationPlace | null,
  alertAt: number | null,
  now: number,
): number {
  const longestMs = placeUpdateMs + pollLeadMs;
  const msUntilOld = place === null ? longestMs : place.at + longestMs - now;
  const msUntilAlert = alertAt === null ? Infinity : alertAt - now;
  // If the place was computed at a time in the future, the clock was set back: wait no longer than usual. The time is
  // rounded up, because a wait that ends before the alert would cause another wait.
  return Math.max(0, Math.ceil(Math.min(msUntilOld, msUntilAlert, longestMs)));
}

/** An estimate of the time at which passes will be known a day ahead, milliseconds since the Unix epoch; null: none. */
function passesExpectedAt(
  { estimate, latest, newest }: Pick<OrbitEstimator, 'estimate' | 'latest' | 'newest'>,
  { passesUntil }: Predictions,
  everySeconds: Polling['everySeconds'],
  now: number,
): number | null {
  const isKnown = passesUntil !== null && passesUntil - now >= learnedForecastMs;
  if (isKnown || everySeconds === null || latest === null) return null;
  const isRecent = ({ time }: Fix): boolean => Math.abs(now - time * 1000) < recentMs;
  const firstTime = estimate?.orbit.from ?? newest.find(isRecent)?.time;
  if (firstTime === undefined) return null;
  return Math.max((firstTime + minPathSeconds) * 1000, latest.receivedAt + everySeconds * 1000);
}
