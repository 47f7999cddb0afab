import { describeFailure } from '#shared/failure-words.ts';
import type { KeptDatabase } from '#platform/database/kept-database.ts';
import type { Clock } from '#runtime/clock.ts';
import { startPoller } from '#runtime/poller.ts';

interface BackupsOptions {
  readonly clock: Clock;
  readonly database: Pick<KeptDatabase, 'msUntilBackup' | 'backUp'>;
  readonly log: (line: string) => void;
}

/** The time from the start of the app to the first check, in milliseconds. */
const firstCheckDelayMs = 60_000;
/** The minimum time between two backups, in milliseconds. It also applies after a failed backup and a clock change. */
const minBackupGapMs = 3600_000;
const maxWaitMs = 24 * 3600_000;

/** Makes a backup of the database whenever one is due. Returns a function that stops the backups. */
export function startBackups(options: BackupsOptions): () => Promise<void> {
  const { clock, database, log } = options;
  const stop = new AbortController();
  const poller = startPoller({
    clock,
    begin: clock.sleep(firstCheckDelayMs, stop.signal).then(() => undefined),
    minGapMs: minBackupGapMs,
    onPlan: () => undefined,
    async round() {
      const dueInMs = database.msUntilBackup(clock.now());
      if (dueInMs > 0) return { delayMs: Math.min(dueInMs, maxWaitMs) };
      const backup = await database.backUp(clock.now());
      if (!backup.ok) log(`no backup was made: ${describeFailure(backup.failure)}`);
      return { delayMs: minBackupGapMs };
    },
  });
  return () => {
    stop.abort();
    return poller.dispose();
  };
}
