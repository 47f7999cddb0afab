import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nativeImage, Notification } from 'electron';
import { escapeMarkup } from '#shared/escape-markup.ts';
import type { Destination } from '#shared/app.ts';
import { thumbnailSize } from '#shared/picture/thumbnail.ts';
import { ImageReader } from '#platform/files/image-check.ts';
import { reportDefect, reportingDefects } from '#runtime/defects.ts';
import type { createDaemonCheck } from './daemon.ts';
import type { Notice, NoticeCommand } from './notice.ts';

type DaemonCheck = ReturnType<typeof createDaemonCheck>;

interface NotifierOptions {
  readonly onCommand: (command: NoticeCommand) => void;
  /** Returns the present time, in milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly log: (line: string) => void;
  /** The folder of the pictures' thumbnails. */
  readonly thumbnails: string;
  /** Asks the notification daemon on Linux before each call; null on other systems, which always answer. */
  readonly daemon: DaemonCheck | null;
}

/**
 * How long after a failure on macOS a notice is shown again, in milliseconds: the system may still be asking the user
 * whether notifications are allowed (shell/browser/notifications/mac/notification_presenter_mac.mm).
 */
const macRetryMs = 30_000;

/** A notification on screen, with the timer that withdraws it; or one that failed, with the timer of its retry. */
type ShownNotification = Readonly<{
  notice: Notice;
  notification: Notification;
  timer: NodeJS.Timeout | undefined;
}>;

/** Shows notices. Does nothing on a desktop without notifications. */
export function createNotifier({ onCommand, now, log, thumbnails, daemon }: NotifierOptions) {
  // At most one of each kind, and one for each pass. Without this reference a notification is garbage-collected, and its click is lost.
  const shownNotifications = new Set<ShownNotification>();
  let isDisposed = false;
  /** The steps that wait for an answer of the daemon, in their order. */
  let steps: Promise<void> = Promise.resolve();

  /** Runs the step if the daemon answers. Runs it at once on systems where no daemon is asked. */
  function whenAnswered(question: keyof DaemonCheck, step: () => void): void {
    if (daemon === null) step();
    else
      steps = steps
        .then(() => daemon[question]())
        .then((isAnswered) => {
          if (isAnswered) step();
          else log('the notification daemon does not answer');
        })
        .catch(reportDefect);
  }

  if (process.platform === 'win32') {
    // Toasts of an earlier run are in the Action Center. `isSupported` registers the class that receives their clicks
    // (shell/browser/notifications/win/notification_presenter_win.cc).
    Notification.isSupported();
    const takeActivation = reportingDefects((activation: Electron.ActivationArguments) => {
      const id = new URLSearchParams(activation.arguments).get('tag') ?? '';
      const isOfThisRun = [...shownNotifications].some(({ notice }) => toastId(notice) === id);
      if (!isOfThisRun && !isDisposed) onCommand({ kind: 'open', view: viewOfToast(id) });
    });
    // A click that has started the app is reported within this call, when no command can be run yet. Electron drops
    // errors of the listener (`SetActivationHandler` in shell/browser/notifications/win/windows_toast_activator.cc).
    Notification.handleActivation((activation) => queueMicrotask(() => takeActivation(activation)));
  }

  function forget(one: ShownNotification): void {
    clearTimeout(one.timer);
    shownNotifications.delete(one);
  }
  function close(ones: readonly ShownNotification[]): void {
    if (ones.length === 0) return;
    ones.forEach(forget);
    whenAnswered('canClose', () => ones.forEach(({ notification }) => notification.close()));
  }

  const isOver = ({ until }: Notice): boolean => until !== null && until <= now();

  /** Shows the notice again after `macRetryMs`, unless it is withdrawn or replaced in the meantime. */
  function retry(notice: Notice, notification: Notification): void {
    const waiting: ShownNotification = {
      notice,
      notification,
      timer: setTimeout(
        reportingDefects(() => {
          forget(waiting);
          if (!isOver(notice)) showNow(notice, false);
        }),
        macRetryMs,
      ),
    };
    shownNotifications.add(waiting);
  }

  function showNow(notice: Notice, mayRetry: boolean): void {
    for (const one of [...shownNotifications])
      if (isReplaced(one.notice, notice)) {
        forget(one);
        one.notification.close();
      }
    const icon =
      notice.thumbnail === undefined ? null : readThumbnail(join(thumbnails, notice.thumbnail));
    const notification = new Notification({
      ...(process.platform === 'win32' ? { id: toastId(notice) } : {}),
      title: notice.title,
      // Notification daemons on Linux read the body as markup, and Electron does not escape it.
      body: process.platform === 'linux' ? escapeMarkup(notice.body) : notice.body,
      ...(icon !== null && { icon }),
      actions: notice.actions.map(({ label }) => ({ type: 'button', text: label })),
    });
    const timer =
      notice.until === null
        ? undefined
        : setTimeout(
            reportingDefects(() => close([shownNotification])),
            Math.max(0, notice.until - now()),
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
      if (mayRetry) retry(notice, notification);
    });
    notification.show();
  }

  return {
    show(notice: Notice) {
      if (!Notification.isSupported()) return;
      whenAnswered('canShow', () => {
        if (!isDisposed && !isOver(notice)) showNow(notice, process.platform === 'darwin');
      });
    },
    /** Closes each notification on screen for which `isOutdated` returns true. */
    withdraw(isOutdated: (notice: Notice) => boolean) {
      close([...shownNotifications].filter(({ notice }) => isOutdated(notice)));
    },
    /** Closes the notifications. Resolves when the daemon has been asked to do so, or does not answer. */
    async dispose() {
      isDisposed = true;
      close([...shownNotifications]);
      await steps;
    },
  };
}

/**
 * Reads a thumbnail that the composing page drew; null if it is missing or cannot be shown. The page is not trusted, so
 * that nothing but a JPEG of the size of a thumbnail is decoded.
 */
function readThumbnail(path: string): Electron.NativeImage | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return null;
  }
  const header = new ImageReader().take(bytes);
  const { width, height } = thumbnailSize;
  if (header.kind !== 'image' || header.format !== 'jpeg' || header.pixels > width * height)
    return null;
  // `new Notification` throws for the path of a file that cannot be decoded; this returns an empty image
  // (shell/common/api/electron_api_native_image.cc).
  const image = nativeImage.createFromPath(path);
  return image.isEmpty() ? null : image;
}

/**
 * Returns the identifier of a notice's toast on Windows, which may have at most 64 characters. Windows replaces a toast
 * by a later one with the same identifier.
 */
const toastId = ({ kind, key }: Notice): string => `${kind} ${key}`.slice(0, 64);

/** Returns the view to open when the user clicks a toast that an earlier run has shown. `id` is its `toastId`. */
function viewOfToast(id: string): Destination {
  const [kind] = id.split(' ');
  if (kind === 'pass' || kind === 'transit' || kind === 'burn') return 'station';
  return kind === 'problem' ? 'status' : 'today';
}

/** Two passes may be announced at a time; their notices are withdrawn when the passes end. */
const isReplaced = (old: Notice, next: Notice): boolean =>
  old.kind === next.kind && (old.kind !== 'pass' || old.until === null || old.key === next.key);
