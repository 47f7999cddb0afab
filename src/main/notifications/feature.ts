import { Notification } from 'electron';
import { z } from 'zod';
import { pictureDateSchema } from '#shared/picture/picture.ts';
import type { AppState } from '#shared/state.ts';
import type { FeatureContext } from '#platform/feature.ts';
import { executeProgram } from '#platform/process/run.ts';
import { isAppFocused } from '#platform/windows/windows.ts';
import { startAnnouncer } from './announcer.ts';
import { createDaemonCheck } from './daemon.ts';
import { brokenWindowNotice, firstRunNotice, windowClosedHint } from './hints.ts';
import type { Notice, NoticeCommand } from './notice.ts';
import { createNotifier } from './notifier.ts';
import { trackSeenPicture } from './seen-picture.ts';

/**
 * Shows a notice for each event, and tracks whether the newest picture was seen.
 *
 * @param on `onCommand` runs the command of a clicked notice; `onSeen` is called when the newest picture has been seen
 */
export function startNotificationsFeature(
  context: FeatureContext,
  on: { readonly onCommand: (command: NoticeCommand) => void; readonly onSeen: () => void },
) {
  const { clock, log, onEnd, paths, settings, state, value } = context;
  const end = new AbortController();
  const daemon =
    process.platform === 'linux'
      ? createDaemonCheck(
          process.env,
          (program, args) => executeProgram(program, args, new AbortController().signal),
          clock,
          end.signal,
        )
      : null;
  const notifier = createNotifier({
    onCommand: on.onCommand,
    now: () => clock.now(),
    log,
    thumbnails: paths.thumbnails,
    daemon,
  });
  const show = (notice: Notice): void => notifier.show(notice);
  const announcer = startAnnouncer({
    clock,
    state,
    shownKeys: value('notices', z.array(z.string()).readonly(), []),
    show,
    withdraw: (isOutdated) => notifier.withdraw(isOutdated),
    isFocused: isAppFocused,
  });
  const newsWatch = trackSeenPicture({
    state,
    seenDate: value('seen-picture-date', pictureDateSchema.nullable(), null),
    onSeen: on.onSeen,
  });
  onEnd(async () => {
    newsWatch.dispose();
    end.abort();
    await announcer.dispose();
    await notifier.dispose();
  });
  /** Whether the hint was shown that the app continues after its window is closed. */
  const closeHint = value('close-hint', z.boolean(), false);
  /** The windows that are on screen. */
  const shownWindows = new Set<string>();

  return {
    show,

    /** Whether there is a picture that the user has not seen. */
    isNews: (now: AppState) => newsWatch.isNews(now),

    /** Call when the app has started without a window. */
    startedHidden() {
      if (settings().wallpaper.enabled === null) show(firstRunNotice());
    },

    /** Call when a window appears or disappears. */
    windowShown(name: string, isShown: boolean) {
      if (isShown) shownWindows.add(name);
      else shownWindows.delete(name);
      // macOS asks for the permission with the first call of `isSupported`
      // (shell/browser/notifications/mac/notification_presenter_mac.mm). Without it a notification would be lost.
      if (isShown && process.platform === 'darwin') Notification.isSupported();
      newsWatch.show(shownWindows.size > 0);
    },

    /** Call when the main window is closed. Shows once that the app continues without it. */
    windowClosed(hasTray: boolean) {
      if (closeHint.get()) return;
      closeHint.set(true);
      show(windowClosedHint(hasTray));
    },

    /** Call when the window crashed too often to be opened again. */
    windowBroken: () => show(brokenWindowNotice()),
  };
}
