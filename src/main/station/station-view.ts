import type { Result } from '#shared/failure.ts';
import { learnedMs } from '#shared/station/pass-forecast.ts';
import type { Burn } from '#shared/station/burn.ts';
import type { PassChange } from '#shared/station/ledger.ts';
import type { PlaceUnder } from '#shared/station/sky/place-under.ts';
import type { Fix, Polling, Station } from '#shared/station/station.ts';
import { startPoller } from '#runtime/poller.ts';
import type { Surroundings } from '#runtime/service-loop.ts';
import { observerInUse } from './observer/observer-in-use.ts';
import type { EstimatedOrbit, OrbitEstimator } from './orbit-estimator.ts';
import type { PredictionLedger } from './ledger/ledger.ts';
import type { OrbitHistoryLog } from './history/history.ts';
import { createOrbitView, placeMs, type Predictions } from './orbit-view.ts';
import type { StationSettings, StationSettingsStore } from './ports.ts';
import { createConjunctionSearch } from './conjunction-search.ts';
import { createTransitSearch } from './transit-search.ts';
import { passAlerts } from './sky/pass-alerts.ts';

/** A poll that is due at the same minute has published the place by then. */
const pollLeadMs = 2_000;

/**
 * Seconds of fixes after which passes are known a day ahead: 14 to 20 minutes in twenty simulated starts, with one fix
 * in 5 s as with one a minute.
 */
const enoughSeconds = 17 * 60;
/** Older fixes are from before the app was started, milliseconds. */
const recentMs = 3600_000;

interface StationViewOptions extends Pick<Surroundings, 'clock' | 'state' | 'onDefect'> {
  readonly estimator: OrbitEstimator;
  readonly settings: StationSettingsStore;
  readonly ledger: Pick<PredictionLedger, 'update' | 'changes'>;
  readonly history: Pick<OrbitHistoryLog, 'update'>;
  readonly loadPlaceUnder: () => Promise<PlaceUnder>;
  readonly timeZone: () => string;
}

/** Keeps the station's part of the state: predictions from the orbit, observer and alerts. */
export function startStationView(options: StationViewOptions) {
  const { clock, state, estimator, onDefect } = options;
  const predict = createOrbitView();
  const transits = createTransitSearch((found) => {
    state.update(({ station }) => ({ station: { ...station, transits: found } }));
  }, onDefect);
  const conjunctions = createConjunctionSearch((found) => {
    state.update(({ station }) => ({ station: { ...station, conjunctions: found } }));
  }, onDefect);
  let settings = options.settings.read();
  let watched = false;
  let timeZone = options.timeZone();
  let observer = observerInUse(settings.observer, timeZone);
  let placeUnder: PlaceUnder | null = null;
  let loading: Promise<void> | null = null;
  let nextAlertAt: number | null = null;
  let entered: EstimatedOrbit | null = null;
  let burn: Burn | null = null;
  let changed: PassChange[] = [];

  function followTimeZone(): void {
    const now = options.timeZone();
    if (now === timeZone) return;
    timeZone = now;
    observer = observerInUse(settings.observer, timeZone);
  }

  /** Updates the state, unless nothing has changed. */
  function update(more: Partial<Station> = {}): void {
    followTimeZone();
    const { estimate } = estimator;
    if (estimate !== null) loading ??= load();
    const now = clock.now();
    const predictions = predict(now, {
      estimate,
      observer,
      horizon: settings.horizon,
      placeUnder,
    });
    if (estimate !== entered || predictions.passes !== state.current.station.passes) {
      options.ledger.update(predictions.passes, observer, estimate, now);
      burn = options.history.update(estimate, now);
      const changes = options.ledger.changes(predictions, observer, estimate, now);
      // What has not changed keeps its identity.
      if (JSON.stringify(changes) !== JSON.stringify(changed)) changed = changes;
      entered = estimate;
    }
    const isKnown = (predictions.passesUntil ?? 0) - now >= learnedMs;
    transits.update(
      isKnown && estimate !== null && observer !== null
        ? { estimate, observer, withinKm: settings.transitKm }
        : null,
      now,
      // The calendar file holds transits too.
      watched || state.current.station.calendarFile !== null,
    );
    conjunctions.update(
      estimate === null || observer === null
        ? null
        : { passes: predictions.passes, observer, ephemeris: estimate.ephemeris },
      watched,
    );
    const { alert, nextAt } = passAlerts(predictions.passes, settings.alerts, now);
    nextAlertAt = nextAt;
    // Both searches may just have forgotten what they found.
    const before = state.current.station;
    const next: Station = {
      ...before,
      ...predictions,
      alert,
      burn,
      changed,
      observer,
      alerts: settings.alerts,
      fixesKept: estimator.count,
      passesExpectedAt: expectedAt(predictions, more.polling ?? before.polling, now),
      ...more,
    };
    const isChanged = Object.entries(next).some(
      ([key, value]) => before[key as keyof Station] !== value,
    );
    if (isChanged) state.update(() => ({ station: next }));
  }

  /** Estimate of when passes will be known a day ahead, milliseconds since the Unix epoch. */
  function expectedAt(
    { passesUntil }: Predictions,
    { everySeconds }: Polling,
    now: number,
  ): number | null {
    const isKnown = passesUntil !== null && passesUntil - now >= learnedMs;
    const { estimate, latest, newest } = estimator;
    if (isKnown || everySeconds === null || latest === null) return null;
    const isRecent = ({ time }: Fix): boolean => Math.abs(now - time * 1000) < recentMs;
    const from = estimate?.orbit.from ?? newest.find(isRecent)?.time;
    if (from === undefined) return null;
    return Math.max((from + enoughSeconds) * 1000, latest.receivedAt + everySeconds * 1000);
  }

  const load = (): Promise<void> =>
    options.loadPlaceUnder().then((found) => {
      placeUnder = found;
      update();
    }, onDefect);

  // Once a minute, and when an alert is due: the tray shows the place without a network, too.
  const loop = startPoller({
    clock,
    begin: Promise.resolve(),
    minGapMs: 0,
    onDefect,
    onPlan: () => undefined,
    round() {
      update();
      const now = clock.now();
      const { place } = state.current.station;
      const longest = placeMs + pollLeadMs;
      const untilOld = place === null ? longest : place.at + longest - now;
      const untilAlert = nextAlertAt === null ? Infinity : nextAlertAt - now;
      // A place dated in the future means that the clock was set back: wait no longer than usual.
      // Whole milliseconds: a shorter wait would end before the alert is due, again and again.
      const delayMs = Math.max(0, Math.ceil(Math.min(untilOld, untilAlert, longest)));
      return Promise.resolve({ delayMs });
    },
  });

  function apply(next: StationSettings): Promise<Result<null>> {
    settings = next;
    observer = observerInUse(settings.observer, timeZone);
    update();
    loop.poke();
    return options.settings.write(next);
  }

  return {
    /** Writes `part` and what follows from the orbit to the state. */
    publish(part: Partial<Station>) {
      update(part);
      // The next alert may be due earlier than before.
      loop.poke();
    },

    /** Says whether the Station view is on screen: conjunctions and transits are searched for it. */
    watch(now: boolean) {
      if (now === watched) return;
      watched = now;
      if (watched) update();
    },

    /** Publishes what has become due while the computer slept. */
    refresh: () => loop.poke(),
    change: (part: Partial<StationSettings>) => apply({ ...settings, ...part }),
    async dispose() {
      await Promise.all([loop.dispose(), loading, transits.dispose(), conjunctions.dispose()]);
    },
  };
}
