import { callOverBus, hasBus, type BusCall, type RunProgram } from '#platform/process/bus-call.ts';
import type { Clock } from '#runtime/clock.ts';

const question: BusCall = {
  to: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
  method: 'GetServerInformation',
  args: [],
};

/**
 * How often to ask before a notification, and how long to wait in between, in milliseconds: after login, the app can be
 * faster than the daemon.
 */
const tries = 3;
const retryMs = 10_000;

/**
 * Asks on Linux whether the notification daemon answers. Without an answer, Electron's calls must be avoided:
 * `notify_notification_show` and `_close` of libnotify wait for D-Bus on the main thread, up to 25 s
 * (shell/browser/notifications/linux/libnotify_notification.cc, electron#48753).
 */
export function createDaemonCheck(
  env: NodeJS.ProcessEnv,
  run: RunProgram,
  clock: Pick<Clock, 'sleep'>,
  signal: AbortSignal,
) {
  async function ask(): Promise<boolean> {
    if (!hasBus(env)) return false;
    const answer = await callOverBus(env, run, question);
    // Without a program that can ask, nothing is known: most desktops have a daemon.
    return answer.kind !== 'refused';
  }

  return {
    /**
     * Resolves with whether a notification can be shown. Asks the daemon up to three times, because it may still be
     * starting; not after the signal is aborted, when several notifications may wait. Never rejects.
     */
    async canShow(): Promise<boolean> {
      for (let left = tries; !signal.aborted; left--) {
        if (await ask()) return true;
        if (left === 1 || !(await clock.sleep(retryMs, signal))) return false;
      }
      return false;
    },

    /** Resolves with whether a notification can be closed. Asks the daemon once. Never rejects. */
    canClose: ask,
  };
}
