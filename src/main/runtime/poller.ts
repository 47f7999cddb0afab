import type { Failure } from '#shared/failure.ts';
import type { WaitReason } from '#shared/state.ts';
import { holdMs } from './backoff.ts';
import { reportingDefects, reportDefect } from './defects.ts';
import { whenAborted, type Clock } from './clock.ts';

/**
 * The plan for the next round. `delayMs`: the time from the end of this round; null: the next round starts only when
 * poked.
 */
export interface NextRound {
  readonly delayMs: number | null;
  /** The reason for the wait, shown for the loop of a service; other loops do not use it. */
  readonly reason?: WaitReason;
  /** How long the service wants to receive no request, in milliseconds. A poke does not shorten this time. */
  readonly holdMs?: number | null;
}

/**
 * The plan after a failure: a round in `retryMs` milliseconds, or at the time from which the service allows a request
 * if that time is later.
 */
export function retryRound(failure: Failure, now: number, retryMs: number): NextRound {
  const hold = holdMs(failure, now);
  return { delayMs: Math.max(hold ?? 0, retryMs), holdMs: hold, reason: 'retrying' };
}

export interface PollerOptions {
  readonly clock: Clock;
  /** The first round waits for this promise, which never rejects. */
  readonly begin: Promise<unknown>;
  /**
   * Performs one round. It returns normally after an expected failure; an error is a defect. It must end soon after
   * `signal` is aborted.
   */
  readonly round: (signal: AbortSignal) => Promise<NextRound>;
  /** Called after each round with the time of the next round (milliseconds since the Unix epoch, or null). */
  readonly onPlan: (next: { at: number | null; reason: WaitReason; held?: boolean }) => void;
  /**
   * Called when a poke has moved the next round to an earlier time, with this time (milliseconds since the Unix epoch).
   */
  readonly onPoke?: (at: number) => void;
  /** The shortest time between the starts of two rounds, also after a poke, in milliseconds. */
  readonly minGapMs: number;
}

export type Poller = ReturnType<typeof startPoller>;

/** The waits after the first, second and each further defect in a row, in milliseconds. */
const afterDefectsMs = [1, 5, 15].map((minutes) => minutes * 60_000);

/**
 * The loop of all background work: a round, then a wait that depends on the round's outcome, then a round. Rounds never
 * overlap.
 */
export function startPoller(options: PollerOptions) {
  const { clock, begin, round, onPlan, onPoke, minGapMs } = options;
  const tellPlan = reportingDefects(onPlan);
  const tellPoke = reportingDefects((at: number) => onPoke?.(at));
  const stop = new AbortController();
  const stopped = (): boolean => stop.signal.aborted;
  let waiting: AbortController | null = null;
  /** Whether the loop was poked during the round, or just after the round. */
  let poked = false;

  /** Sleeps until the round is due or the loop is poked; in both cases at least until the gap and the hold are over. */
  async function wait({ delayMs, holdMs }: NextRound, startedAt: number): Promise<void> {
    const earliest = Math.max(startedAt + minGapMs, clock.monotonic() + (holdMs ?? 0));
    const nap = new AbortController();
    waiting = nap;
    if (poked && delayMs === null) nap.abort();
    const either = AbortSignal.any([stop.signal, nap.signal]);
    await (delayMs === null ? whenAborted(either) : clock.sleep(delayMs, either));
    const rest = earliest - clock.monotonic();
    if (nap.signal.aborted && !stopped()) tellPoke(clock.now() + Math.max(rest, 0));
    // A poke during the rest of the gap has no effect, because the round starts after the gap in any case.
    if (rest > 0) await clock.sleep(rest, stop.signal);
    waiting = null;
  }

  let defects = 0;

  async function roundOrDefect(): Promise<NextRound> {
    try {
      const next = await round(stop.signal);
      defects = 0;
      return next;
    } catch (error) {
      reportDefect(error);
      const delayMs = afterDefectsMs[Math.min(defects, afterDefectsMs.length - 1)] ?? null;
      defects += 1;
      return { delayMs, reason: 'after-defect' };
    }
  }

  async function run(): Promise<void> {
    await Promise.race([begin, whenAborted(stop.signal)]);
    while (!stopped()) {
      const startedAt = clock.monotonic();
      poked = false;
      const next = await roundOrDefect();
      if (stopped()) return;
      tellPlan({
        at: next.delayMs === null ? null : clock.now() + next.delayMs,
        reason: next.reason ?? 'resuming',
        ...((next.holdMs ?? 0) > 0 && { held: true }),
      });
      await wait(next, startedAt);
    }
  }

  const ended = run();
  return {
    /**
     * Starts the next round as early as the gap and the hold of the service allow. During a round, a poke has an effect
     * only if the round ends without a planned time: then another round follows, because the first may have read the
     * data before the poke.
     */
    poke() {
      poked = true;
      waiting?.abort();
    },

    /** Aborts the running round; resolves when the loop has ended. */
    dispose: () => {
      stop.abort();
      return ended;
    },
  };
}
