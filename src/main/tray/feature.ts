import type { Destination } from '#shared/app.ts';
import type { AppState } from '#shared/state.ts';
import type { Notice, NoticeSetting } from '#notifications/index.ts';
import type { FeatureContext } from '#platform/feature.ts';
import type { FirstLook } from './first-look.ts';
import { createTray } from './tray.ts';
import { createTrayCommands, type CommandedFeatures } from './tray-commands.ts';

interface TrayUi {
  readonly openWindow: (place?: Destination) => void;
  /** Called on a primary click and by the menu, with the bounds of the icon if the system reports them. */
  readonly onClick: (icon: Electron.Rectangle | null) => void;
  /** Called when no program shows tray items: the user needs another way to open the app. */
  readonly onNoTray: () => void;
  readonly showNotice: (notice: Notice) => void;
  /** Whether there is a new picture that the user has not seen. */
  readonly isNews: (state: AppState) => boolean;
  readonly silence: (setting: NoticeSetting) => void;
  readonly quit: () => void;
}

/** Shows the tray icon with its menu. Performs the commands of the menu, and through `perform` those of notices. */
export function startTrayFeature(
  { clock, log, onEnd, paths, state }: FeatureContext,
  look: FirstLook,
  features: CommandedFeatures,
  ui: TrayUi,
) {
  const perform = createTrayCommands(features, { ...ui, wallpaper: () => state.current.wallpaper });
  const tray = createTray({
    ...ui,
    ...{ clock, log, look },
    resources: paths.resources,
    state: () => state.current,
    onCommand: perform,
  });
  onEnd(() => tray.dispose());
  onEnd(state.subscribe(() => tray.render()));
  return {
    perform,
    /** Whether a program shows the icon. */
    isShown: () => tray.isShown,
    /** Call when the newest picture has been seen. */
    render: () => tray.render(),
  };
}
