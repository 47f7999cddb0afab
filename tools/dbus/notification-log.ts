import { EventEmitter, once } from 'node:events';
import { unwrap } from './bus.ts';

/** One `Notify` as the daemon received it. */
export interface ShownNotification {
  /** What the daemon answered. */
  readonly id: number;
  readonly appName: string;
  /** The id of the notification that it took the place of, or 0. */
  readonly replacesId: number;
  readonly icon: string;
  readonly summary: string;
  /** As sent: daemons read it as markup. */
  readonly body: string;
  readonly actions: readonly { readonly key: string; readonly label: string }[];
  readonly hints: Readonly<Record<string, unknown>>;
  /** Milliseconds; -1 leaves it to the daemon, 0 is never. */
  readonly expireTimeout: number;
}

export interface WaitOptions {
  /** Milliseconds; 10 000 unless told. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** What was shown, in the order in which it was. */
export interface NotificationLog {
  readonly notifications: readonly ShownNotification[];
  /** The first notification that fits, among those already there or still to come. Throws when none came in time. */
  waitFor(
    predicate: (notification: ShownNotification) => boolean,
    options?: WaitOptions,
  ): Promise<ShownNotification>;
  stop(): Promise<void>;
}

/** The list behind a log, and its wait. */
export interface NotificationList {
  readonly notifications: readonly ShownNotification[];
  add(notification: ShownNotification): void;
  waitFor: NotificationLog['waitFor'];
}

export function notificationList(): NotificationList {
  const notifications: ShownNotification[] = [];
  const added = new EventEmitter<{ added: [] }>();
  added.setMaxListeners(0);
  return {
    notifications,
    add: (notification) => {
      notifications.push(notification);
      added.emit('added');
    },
    waitFor: async (predicate, { timeoutMs = 10_000, signal } = {}) => {
      const deadline = AbortSignal.timeout(timeoutMs);
      const stop = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
      try {
        for (;;) {
          const found = notifications.find(predicate);
          if (found !== undefined) return found;
          await once(added, 'added', { signal: stop });
        }
      } catch (cause) {
        signal?.throwIfAborted();
        const seen = notifications.map(({ summary }) => JSON.stringify(summary)).join(', ');
        throw new Error(`no such notification within ${timeoutMs} ms; seen: ${seen || 'none'}`, {
          cause,
        });
      }
    },
  };
}

/** The arguments of `Notify` (`susssasa{sv}i`) with the id that it was given. */
export function parseNotify(id: number, body: readonly unknown[]): ShownNotification {
  const [appName, replacesId, icon, summary, text, actions, hints, expireTimeout] = body as [
    string,
    number,
    string,
    string,
    string,
    string[],
    Record<string, unknown>,
    number,
  ];
  return {
    id,
    appName,
    replacesId,
    icon,
    summary,
    body: text,
    // On the wire keys and labels take turns.
    actions: actions.flatMap((key, at) =>
      at % 2 === 0 ? [{ key, label: actions[at + 1] ?? '' }] : [],
    ),
    hints: Object.fromEntries(Object.entries(hints).map(([key, value]) => [key, unwrap(value)])),
    expireTimeout,
  };
}
