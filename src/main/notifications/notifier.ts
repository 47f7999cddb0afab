import { Notification } from 'electron';
import { guarded, type OnDefect } from '#runtime/defects.ts';
import type { Notice, NoticeCommand } from './notice.ts';

interface NotifierOptions {
  readonly onCommand: (command: NoticeCommand) => void;
  readonly onDefect: OnDefect;
  readonly log: (line: string) => void;
}

interface Open {
  readonly kind: Notice['kind'];
  readonly notification: Notification;
  readonly stale: NodeJS.Timeout | undefined;
}

/** Shows notices. Does nothing on a desktop without notifications. */
export function createNotifier({ onCommand, onDefect, log }: NotifierOptions) {
  // Keeps references: Electron collects a notification that has none, and its click is lost. At most one of each kind.
  const open = new Set<Open>();

  function forget(one: Open): void {
    clearTimeout(one.stale);
    open.delete(one);
  }
  function close(one: Open): void {
    forget(one);
    one.notification.close();
  }

  return {
    show(notice: Notice) {
      if (!Notification.isSupported()) return;
      for (const one of [...open].filter(({ kind }) => kind === notice.kind)) close(one);
      const notification = new Notification({
        title: notice.title,
        body: process.platform === 'linux' ? escapeMarkup(notice.body) : notice.body,
        actions: notice.actions.map(({ label }) => ({ type: 'button', text: label })),
      });
      const stale =
        notice.until === null
          ? undefined
          : setTimeout(
              guarded(onDefect, () => close(one)),
              Math.max(0, notice.until - Date.now()),
            );
      const one: Open = { kind: notice.kind, notification, stale };
      open.add(one);
      notification.on(
        'click',
        guarded(onDefect, () => onCommand(notice.click)),
      );
      notification.on(
        'action',
        guarded(onDefect, ({ actionIndex }: { readonly actionIndex: number }) => {
          const action = notice.actions[actionIndex];
          if (action !== undefined) onCommand(action.command);
        }),
      );
      // On Windows a toast that has timed out is in the Action Center, where it can still be clicked and withdrawn
      // (shell/browser/notifications/win/windows_toast_notification.cc).
      notification.on('close', ({ reason }) => {
        if (reason !== 'timedOut') forget(one);
      });
      notification.on('failed', (_event, error) => {
        forget(one);
        log(`a notification could not be shown: ${error}`);
      });
      notification.show();
    },
    dispose() {
      for (const one of [...open]) close(one);
    },
  };
}

/** Daemons on Linux render markup in the body, and Electron passes it on as it is. */
const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
