import type { Failure } from '#shared/failure.ts';
import { failed, ready } from '#shared/remote.ts';
import type { Fix, Polling, Station } from '#shared/station/station.ts';
import { startServiceLoop, type Surroundings } from '#runtime/service-loop.ts';
import { backoffMs, retryRound } from '#runtime/backoff.ts';
import type { NextRound } from '#runtime/poller.ts';
import type { OrbitEstimator } from './orbit-estimator.ts';
import { checkAgainstOrbit, checkAlone, contradictsRecent } from './plausibility.ts';
import { dailyBudget, frugalSeconds, nextPoll } from './polling.ts';
import type { PositionSource } from './ports.ts';

/** The service asks for no more than this of one client. */
const closestMs = 5_000;
const dayMs = 24 * 3600_000;
const trouble = { baseMs: closestMs, capMs: 60_000 };
const calm = { baseMs: 30_000, capMs: 30 * 60_000 };

export interface StationTrackerOptions extends Surroundings {
  readonly source: PositionSource;
  readonly estimator: OrbitEstimator;
  /** Told what is new, after the orbit has learned from it. */
  readonly tell: (part: Partial<Station>) => void;
}

export interface StationTracker {
  watch(watched: boolean): void;
  pause(paused: boolean): void;
  check(): void;
  /** Looks again at what is due. */
  wake(): void;
  dispose(): Promise<void>;
}

const reasons: Readonly<Record<Polling['mode'], string>> = {
  watched: 'the map is on screen, and the orbit is not known yet',
  learning: 'the orbit is being learned',
  sparse: 'the orbit is known; a position now and then keeps it so',
  paused: 'paused',
};

/** Polls the position as often as `nextPoll` wants it; each answer goes to the keeper of the orbit. */
export function startStationTracker(options: StationTrackerOptions): StationTracker {
  const { clock, random, source, state, estimator, tell } = options;
  let watched = false;
  let paused = false;
  /** A person asked: now, whatever the plan says. */
  let asked = false;
  /** The last answer, also one that was not kept. */
  let seen = estimator.latest;
  let failures = 0;
  /** After a failure, monotonic. */
  let retryAt: number | null = null;
  /** Monotonic. Those of the last day. */
  let requests: readonly number[] = [];

  function plan(): Polling {
    const { estimate } = estimator;
    const t = clock.now() / 1000;
    const dayAgo = clock.monotonic() - dayMs;
    requests = requests.filter((at) => at > dayAgo);
    return nextPoll({
      paused,
      watched,
      orbit: estimate && {
        sigmaKm: (ahead) => estimate.ephemeris.sigmaKm(t + ahead),
        doubtKm: estimate.orbit.doubtKm,
        spanSeconds: estimate.orbit.epoch - estimate.orbit.from,
      },
      askedInADay: requests.length,
      before: state.current.station.polling,
    });
  }

  /** The plan as the state has it, with its identity while it stays the same. */
  function shown(next: Polling): Polling {
    const { polling } = state.current.station;
    const isSame = polling.mode === next.mode && polling.everySeconds === next.everySeconds;
    return isSame ? polling : next;
  }

  /** Milliseconds since the last request. The longer of the two clocks: one of them stands still in sleep. */
  function elapsed(): number {
    const last = requests.at(-1);
    const { latest } = estimator;
    const byWall = latest === null ? Infinity : clock.now() - latest.receivedAt;
    const sinceRequest = last === undefined ? Infinity : clock.monotonic() - last;
    if (last === undefined) return byWall >= 0 ? byWall : Infinity;
    return failures === 0 ? Math.max(sinceRequest, byWall) : sinceRequest;
  }

  function following(): NextRound {
    const polling = plan();
    const next = dueBy(polling);
    // Just before an answer the orbit is at its oldest: what it is worth is told after it.
    if (next.delayMs !== 0) tell({ polling: shown(polling) });
    return next;
  }

  function dueBy({ mode, everySeconds }: Polling): NextRound {
    if (everySeconds === null) return { delayMs: null, reason: reasons[mode] };
    const due = everySeconds * 1000 - elapsed();
    return { delayMs: Math.max(0, due), reason: reasons[mode] };
  }

  /** Learns from a fix, unless it is wrong on its own. */
  function assimilate(fix: Fix): { readonly failure: Failure | null; readonly isKept: boolean } {
    const flaw = checkAlone(fix, seen);
    seen = fix;
    if (flaw !== null) return { failure: flaw, isKept: false };
    const before = estimator.estimate?.orbit ?? null;
    const earlier = estimator.newest;
    estimator.assimilate(fix);
    const after = estimator.estimate?.orbit ?? null;
    if (before !== null || after !== null)
      return { failure: checkAgainstOrbit(fix, before, after), isKept: true };
    const isBeside = contradictsRecent(fix, earlier);
    return {
      failure: isBeside ? { kind: 'implausible', reason: 'displaced' } : null,
      isKept: true,
    };
  }

  function afterFailure(failure: Failure, now: number): NextRound {
    failures += 1;
    const polling = plan();
    const { mode } = polling;
    tell({ polling: shown(polling) });
    const backoff = backoffMs(failures, mode === 'watched' ? trouble : calm, random());
    const least = requests.length >= dailyBudget && mode !== 'watched' ? frugalSeconds * 1000 : 0;
    const next = retryRound(failure, now, Math.max(backoff, least));
    retryAt = clock.monotonic() + (next.delayMs ?? 0);
    return next;
  }

  async function ask(signal: AbortSignal): Promise<NextRound> {
    asked = false;
    retryAt = null;
    requests = [...requests, clock.monotonic()];
    const answer = await source.fetch(signal);
    const now = clock.now();
    const { failure, isKept } = answer.ok
      ? assimilate(answer.value)
      : { failure: answer.failure, isKept: false };
    if (failure === null && answer.ok) {
      failures = 0;
      state.noteOutcome('position', now, null);
      tell({ fix: ready(answer.value, now) });
      return following();
    }
    if (failure === null || failure.kind === 'cancelled') return following();
    state.noteOutcome('position', now, failure);
    tell({ fix: failed(state.current.station.fix, failure, now) });
    // The service answers as it should: what it says decides, not its health.
    if (isKept) return following();
    return afterFailure(failure, now);
  }

  async function round(signal: AbortSignal): Promise<NextRound> {
    const next = following();
    if (next.delayMs === null) return next;
    if (asked) return ask(signal);
    if (retryAt !== null) {
      const rest = retryAt - clock.monotonic();
      return rest > 0 ? { delayMs: rest, reason: next.reason } : ask(signal);
    }
    return next.delayMs > 0 ? next : ask(signal);
  }

  const { latest } = estimator;
  if (latest !== null) tell({ fix: ready(latest, latest.receivedAt) });
  const poller = startServiceLoop(options, 'position', closestMs, round);
  return {
    watch(now) {
      if (now === watched) return;
      watched = now;
      // A person waits: not for the end of a long back-off.
      if (now) retryAt = null;
      poller.poke();
    },
    pause(now) {
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
