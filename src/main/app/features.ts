import { startJournalFeature } from '#journal/feature.ts';
import { createQuitQuestion } from '#journal/quit-question.ts';
import { startPictureFeature } from '#picture/feature.ts';
import { startStationFeature } from '#station/feature.ts';
import { startUpdatesFeature } from '#updates/feature.ts';
import { startWallpaperFeature } from '#wallpaper/feature.ts';
import { createContext } from './context.ts';
import type { CoreServices } from './core-services.ts';
import { askBeforeQuit } from './dialogs.ts';
import { connectServices } from './services.ts';

/** The features that run whether or not a window is open. */
export type Features = ReturnType<typeof startFeatures>;

export function startFeatures(core: CoreServices) {
  const { context, suspension, apiKey } = createContext(core, {
    // The first round waits for the stored API key; each later change of the key starts another round.
    onKeyChange,
    onRestart,
  });
  const station = startStationFeature(context);
  const journal = startJournalFeature(context);
  const picture = startPictureFeature(context);
  const wallpaper = startWallpaperFeature(context, picture, core.launch.wallpaperCommand);
  const services = connectServices(
    [picture, station, journal],
    [wallpaper],
    suspension,
    context.onEnd,
  );
  const mayQuit = createQuitQuestion({
    journal: () => context.state.current.journal,
    ask: askBeforeQuit,
    exportJournal: () => journal.export(),
  });
  const updates = startUpdatesFeature(context, mayQuit);
  return {
    ...{ context, suspension, apiKey, services, mayQuit },
    ...{ station, journal, picture, wallpaper, updates },
  };

  function onKeyChange(): void {
    picture.check();
  }
  function onRestart(): void {
    services.checkAll();
  }
}
