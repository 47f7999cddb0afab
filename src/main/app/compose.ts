import { wouldLosePosts } from '#shared/journal/unsent.ts';
import { disposeAll } from '#runtime/dispose-all.ts';
import type { LaunchOptions } from './command-line/arguments.ts';
import type { AppLog } from '#platform/log/log.ts';
import { createCoreServices, type AppControl } from './core-services.ts';
import { startFeatures } from './features.ts';
import { createUi } from './ui.ts';

export type Overhead = Awaited<ReturnType<typeof composeApp>>;

/**
 * Creates the parts of the app in order: the core services, the features and the user interface. If the creation of a
 * part fails, stops everything that was started, and rejects.
 */
export async function composeApp(launch: LaunchOptions, log: AppLog, life: AppControl) {
  const stack = new AsyncDisposableStack();
  try {
    const core = await createCoreServices(launch, log, stack);
    const features = startFeatures(core);
    const ui = createUi(core, features, life);
    // This runs first on disposal. It tries to open the database on the disk again, so that the parts that stop
    // afterwards can write the values that a temporary database has refused.
    stack.defer(() => void core.database.medium());
    return {
      ...ui,

      /** Whether there are unsaved posts, which a restart within the process would lose. */
      wouldForget: () => wouldLosePosts(core.state.current.journal),

      /** Saves, synchronously, the data that are only in memory. The station sends no more requests. */
      save() {
        core.database.medium();
        // A pause makes the station save its fixes, as before sleep.
        features.station.pause(true);
        core.values.flush();
      },

      /** The last step at the end of the app, after `dispose`; not at a restart or a removal of data. Never rejects. */
      atEnd: () => features.updates.atEnd(),

      /** Stops everything that was started. Never rejects. */
      dispose: () => disposeAll(stack),
    };
  } catch (error) {
    await disposeAll(stack);
    throw error;
  }
}
