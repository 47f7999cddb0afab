import type { Failure } from '#shared/failure.ts';
import { failed, ready } from '#shared/remote.ts';
import type { Fix, Polling, Station } from '#shared/station/station.ts';
import { backoffMs } from '#runtime/backoff.ts';
import type { WaitReason } from '#shared/state.ts';
import { retryRound, type NextRound } from '#runtime/poller.ts';
import { startServiceLoop } from '#runtime/service-loop.ts';
import type { Surroundings } from '#runtime/service-loop.ts';
import type { OrbitEstimator } from './orbit-estimator.ts';
import { checkAgainstOrbit, checkAlone, contradictsRecent } from './plausibility.ts';
import { dailyBudget, frugalSeconds, nextPoll } from './polling.ts';
import type { PositionSource } from './ports.ts';

/** The service asks for no more than one request in 5 s of one client. */
const minGapMs = 5_000;
const dayMs = 24 * 3600_000;
const watchedBackoff = { baseMs: minGapMs, capMs: 60_000 };
const learningBackoff = { baseMs: 30_000, capMs: 30 * 60_000 };
/** The longest delay before a retry while the orbit is known. */
const sparseCapMs = 60 * 60_000;

interface StationTrackerOptions extends Surroundings {
  readonly source: PositionSource;
  readonly estimator: OrbitEstimator;
  /** Called with what is new, after the estimator has the fix. */
  readonly publish: (part: Partial<Station>) => void;
}

const reasons: Readonly<Record<Polling['mode'], WaitReason>> = {
  watched: 'station-watched',
  learning: 'station-learning',
  sparse: 'station-known',
  paused: 'paused',
};

/**
 * While the orbit is known nobody waits for an answer: a failed request is repeated after at least half of the usual
 * delay, so that an outage hardly raises the number of requests.
 */
function backoffFor({ mode, everySeconds }: Polling): typeof learningBackoff {
  if (mode === 'watched') return watchedBackoff;
  if (mode !== 'sparse' || everySeconds === null) return learningBackoff;
  return { baseMs: everySeconds * 1000, capMs: sparseCapMs };
}

/** Polls the position as often as `nextPoll` says and gives each plausible fix to the estimator. */
export function startStationTracker(options: StationTrackerOptions) {
  const { clock, random, source, state, estimator, publish } = options;
  let watched = false;
  let paused = false;
  /** The person asked for a poll now. */
  let asked = false;
  /** The last answer, whether it was kept or not. */
  let lastAnswer = estimator.latest;
  let failures = 0;
  /** Monotonic time of the next try after a failure. */
  let retryAt: number | null = null;
  /** Monotonic times of the requests of the last 24 hours. */
  let requests: readonly number[] = [];

  function plan(): Polling {
    const { estimate } = estimator;
    const dayAgo = clock.monotonic() - dayMs;
    requests = requests.filter((at) => at > dayAgo);
    const next = nextPoll({
      paused,
      watched,
      orbit: estimate && {
        fitKm: estimate.orbit.fitKm,
        doubtKm: estimate.orbit.doubtKm,
        spanSeconds: estimate.orbit.epoch - estimate.orbit.from,
      },
      askedInADay: requests.length,
      before: state.current.station.polling,
    });
    // An unchanged plan keeps its identity, so that the state does not change.
    const { polling } = state.current.station;
    const isSame = polling.mode === next.mode && polling.everySeconds === next.everySeconds;
    return isSame ? polling : next;
  }

  /** Milliseconds since the last request, by the longer of the two clocks: one of them stands still in sleep. */
  function elapsed(): number {
    const last = requests.at(-1);
    const { latest } = estimator;
    const byWall = latest === null ? Infinity : clock.now() - latest.receivedAt;
    const sinceRequest = last === undefined ? Infinity : clock.monotonic() - last;
    if (last === undefined) return byWall >= 0 ? byWall : Infinity;
    return failures === 0 ? Math.max(sinceRequest, byWall) : sinceRequest;
  }

  function nextRound(): NextRound {
    const polling = plan();
    const { mode, everySeconds } = polling;
    const delayMs = everySeconds === null ? null : Math.max(0, everySeconds * 1000 - elapsed());
    // Just before an answer the orbit is at its oldest: publish after the answer.
    if (delayMs !== 0) publish({ polling });
    return { delayMs, reason: reasons[mode] };
  }

  /** Gives a fix to the estimator unless it is implausible on its own. `failure`: why it is implausible. */
  function accept(fix: Fix): { readonly failure: Failure | null; readonly isKept: boolean } {
    const flaw = checkAlone(fix, lastAnswer);
    lastAnswer = fix;
    if (flaw !== null) return { failure: flaw, isKept: false };
    const before = estimator.estimate?.orbit ?? null;
    const earlier = estimator.newest;
    estimator.assimilate(fix);
    const after = estimator.estimate?.orbit ?? null;
    const isOrbitKnown = before !== null || after !== null;
    const failure = isOrbitKnown
      ? checkAgainstOrbit(fix, before, after)
      : contradictsRecent(fix, earlier);
    return { failure, isKept: true };
  }

  function afterFailure(failure: Failure, now: number): NextRound {
    failures += 1;
    const polling = plan();
    const isWatched = polling.mode === 'watched';
    publish({ polling });
    const backoff = backoffMs(failures, backoffFor(polling), random());
    const least = requests.length >= dailyBudget && !isWatched ? frugalSeconds * 1000 : 0;
    const next = retryRound(failure, now, Math.max(backoff, least));
    retryAt = clock.monotonic() + (next.delayMs ?? 0);
    return next;
  }

  async function poll(signal: AbortSignal): Promise<NextRound> {
    asked = false;
    retryAt = null;
    requests = [...requests, clock.monotonic()];
    const answer = await source.fetch(signal);
    const now = clock.now();
    const { failure, isKept } = answer.ok
      ? accept(answer.value)
      : { failure: answer.failure, isKept: false };
    if (failure === null && answer.ok) {
      failures = 0;
      state.noteOutcome('position', now, null);
      publish({ fix: ready(answer.value, now) });
      return nextRound();
    }
    if (failure === null || failure.kind === 'cancelled') return nextRound();
    state.noteOutcome('position', now, failure);
    publish({ fix: failed(state.current.station.fix, failure, now) });
    // The service answers as it should: no back-off because of what it says.
    if (isKept) return nextRound();
    return afterFailure(failure, now);
  }

  async function round(signal: AbortSignal): Promise<NextRound> {
    const next = nextRound();
    if (next.delayMs === null) return next;
    if (asked) return poll(signal);
    if (retryAt !== null) {
      const rest = retryAt - clock.monotonic();
      return rest > 0 ? { ...next, delayMs: rest } : poll(signal);
    }
    return next.delayMs > 0 ? next : poll(signal);
  }

  const { latest } = estimator;
  if (latest !== null) publish({ fix: ready(latest, latest.receivedAt) });
  const poller = startServiceLoop(options, 'position', minGapMs, round);
  return {
    watch(now: boolean) {
      if (now === watched) return;
      watched = now;
      // The person waits: skip the rest of a long back-off.
      if (now) retryAt = null;
      poller.poke();
    },
    pause(now: boolean) {
      if (now === paused) return;
      paused = now;
      poller.poke();
    },
    check() {
      asked = true;
      poller.poke();
    },
    wake: () => poller.poke(),
    dispose: () => poller.dispose(),
  };
}
