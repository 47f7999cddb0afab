import type { Failure } from '#shared/failure.ts';
import type { WaitReason } from '#shared/state.ts';
import { holdMs } from './backoff.ts';
import { reportingDefects, reportDefect } from './defects.ts';
import { whenAborted, type Clock } from './clock.ts';

/** The time until the next round, counted from the end of this one; null: only when poked. */
export interface NextRound {
  readonly delayMs: number | null;
  /** Shown for the loop of a service; unused for other loops. */
  readonly reason?: WaitReason;
  /** How long the service asked to be left alone, in milliseconds: a poke does not shorten this. */
  readonly holdMs?: number | null;
}

/** The round after a failure: in `retryMs` milliseconds, or when the service allows it if that is later. */
export function retryRound(failure: Failure, now: number, retryMs: number): NextRound {
  const hold = holdMs(failure, now);
  return { delayMs: Math.max(hold ?? 0, retryMs), holdMs: hold, reason: 'retrying' };
}

export interface PollerOptions {
  readonly clock: Clock;
  /** The first round waits for this; it never rejects. */
  readonly begin: Promise<void>;
  /**
   * One round. It handles expected failures itself; an error is a defect. It must end soon after `signal` is aborted.
   */
  readonly round: (signal: AbortSignal) => Promise<NextRound>;
  /** Called after each round with the time of the next one (milliseconds since the Unix epoch, or null). */
  readonly onPlan: (next: { at: number | null; reason: WaitReason; held?: boolean }) => void;
  /** Called when a poke has brought the next round forward, with its new time (milliseconds since the Unix epoch). */
  readonly onPoke?: (at: number) => void;
  /** The least time between the starts of two rounds, also when poked. */
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
  /** Whether there was a poke during the round, or just after it. */
  let poked = false;

  /** Sleeps until the round is due, or is poked; in both cases not before the gap and the hold are over. */
  async function wait({ delayMs, holdMs }: NextRound, startedAt: number): Promise<void> {
    const earliest = Math.max(startedAt + minGapMs, clock.monotonic() + (holdMs ?? 0));
    const nap = new AbortController();
    waiting = nap;
    if (poked && delayMs === null) nap.abort();
    const either = AbortSignal.any([stop.signal, nap.signal]);
    await (delayMs === null ? whenAborted(either) : clock.sleep(delayMs, either));
    const rest = earliest - clock.monotonic();
    if (nap.signal.aborted && !stopped()) tellPoke(clock.now() + Math.max(rest, 0));
    // A poke during the rest of the gap has no effect, because the round follows anyway.
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
     * Brings the next round forward, as near as the gap and the service allow. During a round it has an effect only if
     * that round ends without a time: then another round follows, because the first may have read the data before the
     * poke.
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
