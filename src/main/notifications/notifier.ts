import { Notification } from 'electron';
import { reportingDefects } from '#runtime/defects.ts';
import { startAnnouncer } from './announcer.ts';
import type { Notice, NoticeCommand } from './notice.ts';
import { trackSeenPicture } from './seen-picture.ts';

interface NotifierOptions {
  readonly onCommand: (command: NoticeCommand) => void;
  readonly log: (line: string) => void;
}

/** A notification on screen, with the timer that withdraws it. */
type ShownNotification = Readonly<{
  notice: Notice;
  notification: Notification;
  timer: NodeJS.Timeout | undefined;
}>;

/** Shows notices. Does nothing on a desktop without notifications. */
export function createNotifier({ onCommand, log }: NotifierOptions) {
  // At most one of each kind, and one for each pass. Without this reference a notification is garbage-collected, and its click is lost.
  const shownNotifications = new Set<ShownNotification>();

  function forget(one: ShownNotification): void {
    clearTimeout(one.timer);
    shownNotifications.delete(one);
  }
  function close(one: ShownNotification): void {
    forget(one);
    one.notification.close();
  }

  return {
    show(notice: Notice) {
      if (!Notification.isSupported()) return;
      for (const one of shownNotifications) if (isReplaced(one.notice, notice)) close(one);
      const notification = new Notification({
        title: notice.title,
        body: process.platform === 'linux' ? escapeMarkup(notice.body) : notice.body,
        actions: notice.actions.map(({ label }) => ({ type: 'button', text: label })),
      });
      const timer =
        notice.until === null
          ? undefined
          : setTimeout(
              reportingDefects(() => close(shownNotification)),
              Math.max(0, notice.until - Date.now()),
            );
      const shownNotification: ShownNotification = { notice, notification, timer };
      shownNotifications.add(shownNotification);
      notification.on(
        'click',
        reportingDefects(() => onCommand(notice.click)),
      );
      notification.on(
        'action',
        reportingDefects(({ actionIndex }: { readonly actionIndex: number }) => {
          const action = notice.actions[actionIndex];
          if (action !== undefined) onCommand(action.command);
        }),
      );
      // On Windows a toast that has timed out is in the Action Center, where it can still be clicked and withdrawn
      // (shell/browser/notifications/win/windows_toast_notification.cc).
      notification.on('close', ({ reason }) => {
        if (reason !== 'timedOut') forget(shownNotification);
      });
      notification.on('failed', (_event, error) => {
        forget(shownNotification);
        log(`a notification could not be shown: ${error}`);
      });
      notification.show();
    },
    dispose() {
      for (const one of [...shownNotifications]) close(one);
    },
  };
}

/** Two passes may be announced at a time; their notices are withdrawn when the passes end. */
const isReplaced = (old: Notice, next: Notice): boolean =>
  old.kind === next.kind && (old.kind !== 'pass' || old.until === null || old.key === next.key);

/** Shows a notice for each event, and tracks whether the newest picture was seen. */
export function startNotifications(
  options: NotifierOptions &
    Omit<Parameters<typeof startAnnouncer>[0], 'show'> &
    Parameters<typeof trackSeenPicture>[0],
) {
  const notifier = createNotifier(options);
  const announcer = startAnnouncer({ ...options, show: (notice) => notifier.show(notice) });
  const newsWatch = trackSeenPicture(options);
  return {
    show: (notice: Notice) => notifier.show(notice),
    newsWatch,
    async dispose() {
      newsWatch.dispose();
      await announcer.dispose();
      notifier.dispose();
    },
  };
}

/** Daemons on Linux render markup in the body, and Electron passes it on unchanged. */
const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
