import type { Destination } from '#shared/app.ts';
import type { Wallpaper } from '#shared/picture/picture.ts';
import type { Notice } from '#notifications/notice.ts';
import { notRestoredNotice, notSetNotice } from '#notifications/rules.ts';
import type { TrayCommand } from '#tray/menu.ts';
import type { BackgroundServices } from './background-services.ts';

export interface CommandOptions {
  readonly background: Pick<BackgroundServices, 'activities' | 'suspension' | 'updates'>;
  readonly openWindow: (place?: Destination) => void;
  readonly wallpaper: () => Wallpaper;
  /** Shows the person that a command failed. */
  readonly tell: (notice: Notice) => void;
  readonly onDefect: (error: unknown) => void;
  readonly quit: () => void;
}

/** Performs the commands of the tray and the notifications. */
export function createCommands({
  background: { activities, suspension, updates },
  openWindow,
  wallpaper,
  tell,
  onDefect,
  quit,
}: CommandOptions): (command: TrayCommand) => void {
  async function setWallpaper(date: string | null): Promise<void> {
    const done = await activities.setWallpaper({ date, fit: null, displays: null });
    const notice = done.ok ? null : notSetNotice(done.failure, wallpaper());
    if (notice !== null) tell(notice);
  }
  async function restoreWallpaper(): Promise<void> {
    const done = await activities.restoreWallpaper();
    const notice = done.ok ? null : notRestoredNotice(done.failure);
    if (notice !== null) tell(notice);
  }
  return function perform(command) {
    switch (command.kind) {
      case 'open':
        openWindow(command.view ?? undefined);
        break;
      case 'set-wallpaper':
        setWallpaper(command.date).catch(onDefect);
        break;
      case 'restore-wallpaper':
        restoreWallpaper().catch(onDefect);
        break;
      case 'decide':
        activities.decide(command.decision).catch(onDefect);
        break;
      case 'publish':
        activities.journal.publish();
        break;
      case 'pause':
        suspension.pause(command.length);
        break;
      case 'resume':
        suspension.resume();
        break;
      case 'check':
        activities.askAll();
        break;
      case 'check-for-updates':
        updates.check();
        openWindow('settings/updates');
        break;
      case 'quit':
        quit();
        break;
    }
  };
}
