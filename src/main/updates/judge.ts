import { ok } from '#shared/failure.ts';
import { refuse, type UpdateMemory, type UpdateResult } from '#shared/updates/update.ts';
import type { Manifest } from './manifest.ts';
import { compareVersions } from './version.ts';

export interface Known {
  /** The version that runs. */
  readonly version: string;
  /** The newest that was ever verified. */
  readonly seen: UpdateMemory['seen'];
  /** Milliseconds since the Unix epoch, by the clock of this computer. */
  readonly now: number;
}

/** By how much the clocks of the makers and of the person may differ. */
const clockSlackMs = 24 * 3600_000;

/**
 * Whether a verified manifest is news. A signature alone does not say so: an old manifest was signed as well.
 *
 * - Older than one that was verified before: somebody replays it.
 * - A version below the one that runs, or below the highest ever verified: nothing goes back.
 * - Past its expiry: somebody may be holding back what came after it.
 *
 * @returns true when it is newer than what runs, false when it is the same
 */
export function judge(
  { version, signedAt, expires }: Manifest,
  { version: current, seen, now }: Known,
): UpdateResult<boolean> {
  if (seen !== null && signedAt < seen.signedAt)
    return refuse({ kind: 'replayed', signedAt, knownAt: seen.signedAt });
  const known =
    seen !== null && compareVersions(seen.version, current) > 0 ? seen.version : current;
  if (compareVersions(version, known) < 0)
    return refuse({ kind: 'downgrade', offered: version, known });
  if (signedAt > now + clockSlackMs) return refuse({ kind: 'not-yet', signedAt });
  if (expires <= now) return refuse({ kind: 'expired', at: expires });
  return ok(compareVersions(version, current) > 0);
}
