import { app } from 'electron';
import type { Place } from '../../shared/app.ts';
import type { TrayCommand } from '../shell/tray/menu.ts';
import type { Engine } from './engine.ts';

/** What the tray and the notifications ask for. */
export function createCommands(
  { activities, rest, updates }: Engine,
  openWindow: (place?: Place) => void,
  onDefect: (error: unknown) => void,
): (command: TrayCommand) => void {
  return function perform(command) {
    switch (command.kind) {
      case 'open':
        openWindow(command.view);
        break;
      case 'open-window':
        openWindow();
        break;
      case 'set-wallpaper':
        activities.setWallpaper({ date: command.date, fit: null, displays: null }).catch(onDefect);
        break;
      case 'decide':
        activities.decide(command.decision).catch(onDefect);
        break;
      case 'new-post':
        openWindow('journal/new');
        break;
      case 'publish':
        activities.journal.publish();
        break;
      case 'pause':
        rest.pause(command.length);
        break;
      case 'resume':
        rest.resume();
        break;
      case 'check':
        activities.checkAll();
        break;
      case 'check-for-updates':
        updates.check();
        openWindow('settings');
        break;
      case 'about':
        openWindow('settings');
        break;
      case 'quit':
        app.quit();
        break;
    }
  };
}
