import { EventEmitter, once } from 'node:events';
import { MessageType, NameFlag, RequestNameReply } from '@jellybrick/dbus-next';
import { openBus, unwrapVariant, type Bus } from './bus.ts';
import { serveObject } from './serve.ts';

const busName = 'org.freedesktop.Notifications';
const objectPath = '/org/freedesktop/Notifications';

/** One `Notify` call, as the daemon received it. */
export interface ShownNotification {
  /** The id in the daemon's answer. */
  readonly id: number;
  readonly appName: string;
  readonly summary: string;
  /** The body as it was sent. Daemons interpret it as markup. */
  readonly body: string;
  readonly actions: readonly { readonly key: string; readonly label: string }[];
  readonly hints: Readonly<Record<string, unknown>>;
}

interface WaitOptions {
  /** The time limit in milliseconds. Default: 60 000. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** The notifications in the order in which they were shown. */
class NotificationLog {
  readonly notifications: ShownNotification[] = [];
  private readonly added = new EventEmitter<{ added: [] }>().setMaxListeners(0);

  /**
   * Adds a notification: parses the arguments of `Notify` (`susssasa{sv}i`).
   *
   * @param id the id that the daemon returned
   */
  add(id: number, body: readonly unknown[]): void {
    const [appName, , , summary, text, actions, hints] = body as [
      string,
      number,
      string,
      string,
      string,
      string[],
      Record<string, unknown>,
    ];
    this.notifications.push({
      id,
      appName,
      summary,
      body: text,
      // In the call, keys and labels alternate.
      actions: actions.flatMap((key, at) =>
        at % 2 === 0 ? [{ key, label: actions[at + 1] ?? '' }] : [],
      ),
      hints: Object.fromEntries(
        Object.entries(hints).map(([key, value]) => [key, unwrapVariant(value)]),
      ),
    });
    this.added.emit('added');
  }

  /**
   * Resolves with the first notification for which `fits` returns true, even if it was shown before this call. Throws
   * when no such notification arrives in time.
   */
  async waitFor(
    fits: (notification: ShownNotification) => boolean,
    { timeoutMs = 60_000, signal }: WaitOptions = {},
  ): Promise<ShownNotification> {
    const deadline = AbortSignal.timeout(timeoutMs);
    const stopSignal = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
    try {
      for (;;) {
        const match = this.notifications.find(fits);
        if (match !== undefined) return match;
        await once(this.added, 'added', { signal: stopSignal });
      }
    } catch (cause) {
      signal?.throwIfAborted();
      const summaries = this.notifications.map(({ summary }) => JSON.stringify(summary)).join(', ');
      throw new Error(`no such notification within ${timeoutMs} ms; seen: ${summaries || 'none'}`, {
        cause,
      });
    }
  }
}

/** The reasons for the end of a notification, with the numbers of the specification. */
export const closeReasonNumbers = { dismissed: 2, closed: 3 } as const;
type CloseReason = (typeof closeReasonNumbers)[keyof typeof closeReasonNumbers];

/** A notification daemon that shows nothing and records every notification. */
export interface NotificationRecorder extends Pick<NotificationLog, 'notifications' | 'waitFor'> {
  /** For each closed notification, by its id, the reason why it was closed. */
  readonly closed: ReadonlyMap<number, CloseReason>;
  /** Simulates a click on an action: `default` is a click on the notification itself. Also closes the notification. */
  invokeAction(id: number, key: string): void;
  /**
   * Ends the daemon. The returned function starts the daemon again; the ids of its notifications then begin at 1 again.
   */
  away(): Promise<() => Promise<void>>;
}

/**
 * Provides the notification daemon of the bus and records all notifications. Throws an Error when the bus already has a
 * daemon.
 */
export async function recordNotifications(bus: Bus): Promise<NotificationRecorder> {
  const log = new NotificationLog();
  const closeReasons = new Map<number, CloseReason>();
  let lastId = 0;

  const daemon = serveObject(bus, {
    path: objectPath,
    interface: busName,
    methods: {
      GetServerInformation: { out: 'ssss', answer: () => ['recorder', 'overhead', '1', '1.2'] },
      GetCapabilities: { out: 'as', answer: () => [['body', 'body-markup', 'actions']] },
      Notify: {
        out: 'u',
        answer: (body) => {
          const id = Number(body[1]) || ++lastId;
          closeReasons.delete(id);
          log.add(id, body);
          return [id];
        },
      },
      CloseNotification: {
        out: '',
        answer: ([id]) => {
          close(Number(id), closeReasonNumbers.closed);
          return [];
        },
      },
    },
  });
  const close = (id: number, reason: CloseReason): void => {
    // An app may close a notification that a click has already closed.
    if (closeReasons.has(id)) return;
    closeReasons.set(id, reason);
    daemon.emit('NotificationClosed', 'uu', [id, reason]);
  };

  const takeBusName = async (): Promise<void> => {
    const reply = await bus.connection.requestName(busName, NameFlag.DO_NOT_QUEUE);
    if (reply === RequestNameReply.PRIMARY_OWNER) return;
    daemon.stop();
    throw new Error('this bus has a notification daemon already');
  };
  await takeBusName();
  return {
    notifications: log.notifications,
    waitFor: (fits, options) => log.waitFor(fits, options),
    closed: closeReasons,
    invokeAction: (id, key) => {
      daemon.emit('ActionInvoked', 'us', [id, key]);
      close(id, closeReasonNumbers.dismissed);
    },
    away: async () => {
      await bus.connection.releaseName(busName);
      lastId = 0;
      closeReasons.clear();
      return takeBusName;
    },
  };
}

/**
 * Monitors the bus at `address` while the desktop's daemon shows the notifications. A notification is recorded after
 * the daemon's answer, which contains its id.
 */
export async function watchNotifications(address: string) {
  const bus = await openBus(address);
  const log = new NotificationLog();
  const bodiesByCall = new Map<string, unknown[]>();

  bus.connection.on('message', (message) => {
    if (message.type === MessageType.METHOD_CALL) {
      if (message.interface !== busName || message.member !== 'Notify') return;
      bodiesByCall.set(`${message.sender} ${String(message.serial)}`, message.body);
      return;
    }
    const callKey = `${message.destination} ${String(message.replySerial)}`;
    const body = bodiesByCall.get(callKey);
    if (body === undefined) return;
    bodiesByCall.delete(callKey);
    if (message.type === MessageType.METHOD_RETURN) log.add(Number(message.body[0]), body);
  });
  // The bus disconnects a monitor that sends a message. So every call is treated as handled, and the library sends no
  // answer.
  bus.connection.addMethodHandler(() => true);
  const rules = [
    `type='method_call',interface='${busName}',member='Notify'`,
    "type='method_return'",
    "type='error'",
  ];
  await bus.call({
    destination: 'org.freedesktop.DBus',
    path: '/org/freedesktop/DBus',
    interface: 'org.freedesktop.DBus.Monitoring',
    member: 'BecomeMonitor',
    signature: 'asu',
    body: [rules, 0],
  });
  return {
    notifications: log.notifications,
    waitFor: log.waitFor.bind(log),
    stop: () => bus.close(),
  };
}
