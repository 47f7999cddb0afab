import type { Result } from '#shared/failure.ts';
import type { Clock } from '#runtime/clock.ts';

/** The backups of the database. */
export interface Backups {
  /** Milliseconds until the next one is due. */
  until(now: number): number;
  /** Its only failure is `storage`. */
  make(now: number): Promise<Result<unknown>>;
}

export interface BackupsOptions {
  readonly clock: Clock;
  readonly backups: Backups;
  /** Told how each went; nobody waits for it. */
  readonly onOutcome: (outcome: Result<unknown>) => void;
  readonly onDefect: (error: unknown) => void;
}

/** The start of the app is not the moment for it. */
const calmMs = 60_000;
/** Between two, whatever became of the first, and whatever the wall clock says of when the next one is due. */
const betweenMs = 3600_000;
const longestMs = 24 * 3600_000;

/** Backs the database up when it is due, for as long as the app runs. Gives back its end. */
export function startBackups({
  clock,
  backups,
  onOutcome,
  onDefect,
}: BackupsOptions): () => Promise<void> {
  const stop = new AbortController();

  async function run(): Promise<void> {
    let delayMs = calmMs;
    while (await clock.sleep(delayMs, stop.signal)) {
      try {
        const due = backups.until(clock.now());
        if (due > 0) {
          delayMs = Math.min(due, longestMs);
          continue;
        }
        onOutcome(await backups.make(clock.now()));
      } catch (error) {
        onDefect(error);
      }
      delayMs = betweenMs;
    }
  }

  const ended = run();
  return () => {
    stop.abort();
    return ended;
  };
}
