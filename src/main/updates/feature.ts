import { app, autoUpdater } from 'electron';
import { noUpdateRecord, updateRecordSchema } from '#shared/updates/update.ts';
import type { FeatureContext, RunningFeature } from '#platform/feature.ts';
import { startUpdatesOfPackage } from './install/installation.ts';
import { updateHandlers } from './update-handlers.ts';

/** Starts the updates of this installation. @param mayQuit see `updateHandlers` */
export function startUpdatesFeature(context: FeatureContext, mayQuit: () => Promise<boolean>) {
  const { settings, state } = context;
  const updates = startUpdatesOfPackage({
    ...context,
    app,
    squirrel: autoUpdater,
    data: context.paths.data,
    record: context.value('update', updateRecordSchema, noUpdateRecord),
    automatic: () => settings().updates.automatic,
    onState: (update) => state.update(() => ({ update })),
  });
  context.onEnd(() => updates.dispose());
  state.update(() => ({ update: updates.state }));
  return {
    handlers: { updates: updateHandlers(updates, mayQuit) },
    check: () => updates.check(),

    /** The last step at the end of the app; see `Updates`. */
    atEnd: () => updates.atEnd(),
  } satisfies RunningFeature & Record<string, unknown>;
}
