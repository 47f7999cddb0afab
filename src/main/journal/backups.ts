import type { Result } from '#shared/failure.ts';
import type { Clock } from '#runtime/clock.ts';
import { startPoller } from '#runtime/poller.ts';

interface BackupsOptions {
  readonly clock: Clock;
  readonly backups: {
    /** Milliseconds until the next backup is due. */
    until(now: number): number;
    /** Makes a backup. The only possible failure is `storage`. */
    make(now: number): Promise<Result<unknown>>;
  };
  /** Called after each attempt to make a backup. */
  readonly onOutcome: (outcome: Result<unknown>) => void;
}

/** The time from the start of the app to the first check, in milliseconds. */
const firstCheckDelayMs = 60_000;
/** The minimum time between two backups, in milliseconds. It also applies after a failed backup and a clock change. */
const minBackupGapMs = 3600_000;
const maxWaitMs = 24 * 3600_000;

/** Makes a backup of the database whenever one is due. Returns a function that stops the backups. */
export function startBackups(options: BackupsOptions): () => Promise<void> {
  const { clock, backups, onOutcome } = options;
  const stop = new AbortController();
  const poller = startPoller({
    clock,
    begin: clock.sleep(firstCheckDelayMs, stop.signal).then(() => undefined),
    minGapMs: minBackupGapMs,
    onPlan: () => undefined,
    async round() {
      const dueInMs = backups.until(clock.now());
      if (dueInMs > 0) return { delayMs: Math.min(dueInMs, maxWaitMs) };
      onOutcome(await backups.make(clock.now()));
      return { delayMs: minBackupGapMs };
    },
  });
  return () => {
    stop.abort();
    return poller.dispose();
  };
}
