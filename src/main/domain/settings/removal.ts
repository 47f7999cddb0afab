import { ok, type Result } from '../../../shared/failure.ts';

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
