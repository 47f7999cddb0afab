import { app } from 'electron';
import type { View } from '../../shared/app.ts';
import type { TrayCommand } from '../shell/tray/menu.ts';
import type { Engine } from './engine.ts';

/** What the tray and the notifications ask for. */
export function createCommands(
  { activities, rest, updates }: Engine,
  openWindow: (view?: View) => void,
  onDefect: (error: unknown) => void,
): (command: TrayCommand) => void {
  return function perform(command) {
    switch (command.kind) {
      case 'open':
        return openWindow(command.view);
      case 'open-window':
        return openWindow();
      case 'set-wallpaper':
        return void activities
          .setWallpaper({ date: command.date, fit: null, displays: null })
          .catch(onDefect);
      case 'decide':
        return void activities.decide(command.decision).catch(onDefect);
      case 'new-post':
        return openWindow('journal');
      case 'publish':
        return activities.journal.publish();
      case 'pause':
        return rest.pause(command.length);
      case 'resume':
        return rest.resume();
      case 'check':
        return activities.checkAll();
      case 'check-for-updates':
        updates.check();
        return openWindow('settings');
      case 'about':
        return openWindow('settings');
      case 'quit':
        return app.quit();
    }
  };
}
