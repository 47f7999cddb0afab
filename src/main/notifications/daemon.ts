import { callOverBus, hasBus, type BusCall, type RunProgram } from '#platform/process/bus-call.ts';
import type { Clock } from '#runtime/clock.ts';

const question: BusCall = {
  to: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
  method: 'GetServerInformation',
  args: [],
};

/** How often to ask, and how long to wait in between, in milliseconds: after login, the app can be faster. */
const tries = 3;
const retryMs = 10_000;
/** How long no notification is tried after that, in milliseconds. */
const silenceMs = 5 * 60_000;

/**
 * Asks on Linux whether the notification daemon answers. Without an answer, Electron's calls must be avoided:
 * `notify_notification_show` and `_close` of libnotify wait for D-Bus on the main thread, up to 25 s
 * (shell/browser/notifications/linux/libnotify_notification.cc, electron#48753).
 */
export function createDaemonCheck(
  env: NodeJS.ProcessEnv,
  run: RunProgram,
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  signal: AbortSignal,
) {
  let silentUntil = -Infinity;
  let running: Promise<boolean> | null = null;

  async function ask(): Promise<boolean> {
    if (!hasBus(env)) return false;
    const answer = await callOverBus(env, run, question);
    // Without a program that can ask, nothing is known: most desktops have a daemon.
    return answer.kind !== 'refused';
  }

  async function askRepeatedly(): Promise<boolean> {
    for (let left = tries; ; left--) {
      if (await ask()) return true;
      if (left === 1 || !(await clock.sleep(retryMs, signal))) break;
    }
    silentUntil = clock.monotonic() + silenceMs;
    return false;
  }

  return {
    /** Whether a notification can be shown. Waits for a daemon that is just being started. Never rejects. */
    canShow(): Promise<boolean> {
      if (clock.monotonic() < silentUntil) return Promise.resolve(false);
      running ??= askRepeatedly().finally(() => (running = null));
      return running;
    },

    /** Whether a notification can be closed. Asks once. Never rejects. */
    canClose: ask,
  };
}
