import { wouldForget } from '#shared/journal/unsent.ts';
import { createDisposals } from '#runtime/disposals.ts';
import type { LaunchOptions } from './command-line/arguments.ts';
import type { Commanded } from './command-line/instance.ts';
import { diskFailure } from '#platform/files/attempt.ts';
import type { AppLog } from '#platform/log/log.ts';
import { startBackgroundServices } from './background-services.ts';
import { createCoreServices, type AppControl } from './core-services.ts';
import { createUi } from './ui.ts';

export interface Overhead extends Commanded {
  /** @param address an earlier `windowAddress`; without it, the window opens as it was or at its first view */
  openWindow(address?: string): void;
  /** The address of the main window's page; null while the window is not open. */
  windowAddress(): string | null;
  /** Whether there are unsaved posts, which a restart within the process would lose. */
  wouldForget(): boolean;
  /** Saves, within this call, what is only in memory. No polls of the station follow. */
  save(): void;
  /** Call before the end, but not before a restart. Never rejects. */
  leave(): Promise<void>;
  /** The last thing of the app’s end, after `dispose`; not before a restart. Never rejects. */
  atEnd(): Promise<void>;
  /** Stops everything that was started, the newest first. Never rejects. */
  dispose(): Promise<void>;
}

/**
 * Creates the parts of the app in order: what all of them use, what runs in the background, what a user sees. When it
 * rejects, everything that was started is stopped.
 */
export async function compose(
  launch: LaunchOptions,
  log: AppLog,
  life: AppControl,
): Promise<Overhead> {
  // A read that the disk refused is an expected failure, and no loop has to wrap each of its reads.
  const onDefect = (error: unknown): void => {
    log.error(diskFailure(error) === null ? 'defect' : 'refused by the disk', error);
  };
  const disposals = createDisposals(onDefect);
  try {
    return await composeParts();
  } catch (error) {
    await disposals.run();
    throw error;
  }

  async function composeParts(): Promise<Overhead> {
    const core = await createCoreServices(launch, log, onDefect, disposals);
    const background = startBackgroundServices(core);
    const ui = createUi(core, background, life);
    return {
      ...ui,
      wouldForget: () => wouldForget(core.state.current.journal),
      save() {
        // The station writes its fixes as before sleep.
        background.activities.station.pause(true);
        core.valueStores.flush();
      },
      atEnd: () => background.updates.atEnd(),
      dispose: () => disposals.run(),
    };
  }
}
