import type { Failure } from '#shared/failure.ts';
import type { WaitReason } from '#shared/state.ts';
import { requestedWaitMs } from './backoff.ts';
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
  const hold = requestedWaitMs(failure, now);
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
const defectDelaysMs = [1, 5, 15].map((minutes) => minutes * 60_000);

/**
 * The loop of all background work: a round, then a wait that depends on the round's outcome, then a round. Rounds never
 * overlap.
 */
export function startPoller(options: PollerOptions) {
  const { clock, begin, round, onPlan, onPoke, minGapMs } = options;
  const tellPlan = reportingDefects(onPlan);
  const tellPoke = reportingDefects((at: number) => onPoke?.(at));
  const stop = new AbortController();
  const isStopped = (): boolean => stop.signal.aborted;
  /** Aborted by a poke; a new one for each wait. */
  let currentNap: AbortController | null = null;
  /** Whether the loop was poked during the round, or just after the round. */
  let isPoked = false;
  /** Aborted by `restart`; a new one for each round. */
  let restart = new AbortController();

  /** Sleeps until the round is due or the loop is poked; in both cases at least until the gap and the hold are over. */
  async function wait({ delayMs, holdMs }: NextRound, startedAt: number): Promise<void> {
    const gapEnd = startedAt + minGapMs;
    const holdEnd = clock.monotonic() + (holdMs ?? 0);
    const restMs = (): number =>
      Math.max(gapEnd, restart.signal.aborted ? gapEnd : holdEnd) - clock.monotonic();
    const napController = new AbortController();
    currentNap = napController;
    if ((isPoked && delayMs === null) || restart.signal.aborted) napController.abort();
    const eitherSignal = AbortSignal.any([stop.signal, napController.signal]);
    await (delayMs === null ? whenAborted(eitherSignal) : clock.sleep(delayMs, eitherSignal));
    if (napController.signal.aborted && !isStopped()) tellPoke(clock.now() + Math.max(restMs(), 0));
    // A poke during the rest of the hold has no effect. A restart ends the hold, and then only the gap is left.
    while (restMs() > 0 && !isStopped())
      await clock.sleep(
        restMs(),
        restart.signal.aborted ? stop.signal : AbortSignal.any([stop.signal, restart.signal]),
      );
  }

  let defectCount = 0;

  async function runRound(): Promise<NextRound> {
    try {
      const nextRound = await round(stop.signal);
      defectCount = 0;
      return nextRound;
    } catch (error) {
      reportDefect(error);
      const delayMs = defectDelaysMs[Math.min(defectCount, defectDelaysMs.length - 1)] ?? null;
      defectCount += 1;
      return { delayMs, reason: 'after-defect' };
    }
  }

  async function run(): Promise<void> {
    await Promise.race([begin, whenAborted(stop.signal)]);
    while (!isStopped()) {
      const startedAt = clock.monotonic();
      isPoked = false;
      restart = new AbortController();
      const nextRound = await runRound();
      if (isStopped()) return;
      tellPlan({
        at: nextRound.delayMs === null ? null : clock.now() + nextRound.delayMs,
        reason: nextRound.reason ?? 'resuming',
        ...((nextRound.holdMs ?? 0) > 0 && { held: true }),
      });
      await wait(nextRound, startedAt);
    }
  }

  const runEnd = run();
  return {
    /**
     * Starts the next round as early as the gap and the hold of the service allow. During a round, a poke has an effect
     * only if the round ends without a planned time: then another round follows, because the first may have read the
     * data before the poke.
     */
    poke() {
      isPoked = true;
      currentNap?.abort();
    },

    /**
     * Starts the next round as early as the gap allows, even if the service has asked for a longer wait. If a round is
     * running, another round always follows it. Call this when another service replaces the service of the loop.
     */
    restart() {
      restart.abort();
      currentNap?.abort();
    },

    /** Aborts the running round; resolves when the loop has ended. */
    dispose: () => {
      stop.abort();
      return runEnd;
    },
  };
}
