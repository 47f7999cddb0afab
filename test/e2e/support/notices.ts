import type { ShownNotification } from '#stand-in/dbus/notifications.ts';
import type { Stage } from './fixtures.ts';
import { waitLimitMs } from './limit.ts';

/**
 * Returns a function that waits for the first notification that is shown after this call, or for the first with the
 * title.
 */
export function nextNotice({ notifications: log }: Stage, title?: string) {
  const countBefore = log.notifications.length;
  return (): Promise<ShownNotification> =>
    log.waitFor(
      (one) =>
        log.notifications.indexOf(one) >= countBefore &&
        (title === undefined || one.summary === title),
      { timeoutMs: waitLimitMs },
    );
}
