import { ok, type Result } from '#shared/failure.ts';

/** What has to be put back or taken away outside of the app’s own folders. */
export interface RemovalPorts {
  /** The desktop as it was before the app’s first picture. */
  restoreWallpaper(): Promise<unknown>;
  /** The app no longer starts with the session. */
  removeLoginItem(): unknown;
  /** Ends the app; the files go once everything that writes them has stopped. */
  endAndRemove(): void;
  readonly onDefect: (error: unknown) => void;
}

/**
 * Leaves no trace. What cannot be put back does not hold the rest up: the person wants the data gone, and a desktop
 * that has lost its picture shows its own.
 */
export async function removeAllData(ports: RemovalPorts): Promise<Result<null>> {
  for (const step of [() => ports.restoreWallpaper(), () => ports.removeLoginItem()])
    try {
      await step();
    } catch (error) {
      ports.onDefect(error);
    }
  ports.endAndRemove();
  return ok(null);
}

/** What was removed of the data on the disk. Absolute paths. */
export interface Removal {
  /** How many files and whole folders were removed. */
  readonly removed: number;
  /** The app's own, which the system did not let go. */
  readonly failed: readonly string[];
  /** In the app's folders, and not known to be the app's. */
  readonly kept: readonly string[];
}

/** So many paths fit into a message box. */
const named = 12;

export function removalInWords({ removed, failed, kept }: Removal): string {
  const files = `${removed} ${removed === 1 ? 'file or folder' : 'files and folders'}`;
  const parts = [`Overhead removed ${files} of its own.`];
  if (failed.length > 0)
    parts.push(`The system did not let these go. You may delete them by hand:\n${listOf(failed)}`);
  if (kept.length > 0)
    parts.push(`These stay, because Overhead cannot tell that it created them:\n${listOf(kept)}`);
  return parts.join('\n\n');
}

function listOf(paths: readonly string[]): string {
  const more = paths.length - named;
  return [...paths.slice(0, named), ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}
