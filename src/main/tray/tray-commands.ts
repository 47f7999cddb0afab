import type { Destination } from '#shared/app.ts';
import type { Wallpaper } from '#shared/picture/picture.ts';
import {
  notRestoredNotice,
  notSetNotice,
  type Notice,
  type NoticeSetting,
} from '#notifications/index.ts';
import { reportDefect } from '#runtime/defects.ts';
import type { Suspension } from '#runtime/suspension.ts';
import type { WallpaperFeature } from '#wallpaper/index.ts';
import type { TrayCommand } from './menu.ts';

/** The parts of the app that the commands of the tray and of notices use. */
export interface CommandedFeatures {
  readonly wallpaper: Pick<WallpaperFeature, 'choose' | 'restore' | 'decide'>;
  readonly suspension: Pick<Suspension, 'pause' | 'resume'>;
}

/**
 * Returns the function that performs a command of the tray or of a notice. A failed change of the wallpaper is shown in
 * a notice. An error of a command is a defect.
 */
export function createTrayCommands(
  { wallpaper, suspension }: CommandedFeatures,
  ui: {
    readonly wallpaper: () => Wallpaper;
    readonly openWindow: (place?: Destination) => void;
    readonly showNotice: (notice: Notice) => void;
    /** Switches off the notices of a kind. */
    readonly silence: (setting: NoticeSetting) => void;
    readonly quit: () => void;
  },
): (command: TrayCommand) => void {
  const showFailure = (notice: Notice | null): void => {
    if (notice !== null) ui.showNotice(notice);
  };
  const actions: {
    readonly [K in TrayCommand['kind']]: (command: Extract<TrayCommand, { kind: K }>) => unknown;
  } = {
    open: ({ view }) => ui.openWindow(view ?? undefined),
    async 'set-wallpaper'({ date }) {
      const result = await wallpaper.choose({ date, fit: null, displays: null });
      if (!result.ok) showFailure(notSetNotice(result.failure, ui.wallpaper()));
    },
    async 'restore-wallpaper'() {
      const result = await wallpaper.restore();
      if (!result.ok) showFailure(notRestoredNotice(result.failure));
    },
    decide: ({ decision }) => wallpaper.decide(decision),
    pause: ({ length }) => suspension.pause(length),
    resume: () => suspension.resume(),
    silence: ({ setting }) => ui.silence(setting),
    quit: () => ui.quit(),
  };
  return (command) => {
    const action = actions[command.kind] as (command: TrayCommand) => unknown;
    new Promise((resolve) => resolve(action(command))).catch(reportDefect);
  };
}
