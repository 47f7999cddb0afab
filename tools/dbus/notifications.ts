import { MessageType, NameFlag, RequestNameReply } from '@jellybrick/dbus-next';
import { openBus, type Bus } from './bus.ts';
import { notificationList, parseNotify, type NotificationLog } from './notification-log.ts';
import { serveObject } from './serve.ts';

export type { NotificationLog, ShownNotification, WaitOptions } from './notification-log.ts';

const notificationsName = 'org.freedesktop.Notifications';
const notificationsPath = '/org/freedesktop/Notifications';

/** Why a notification went away, in the numbers of the specification. */
export const closeReason = { expired: 1, dismissed: 2, closed: 3 } as const;
export type CloseReason = (typeof closeReason)[keyof typeof closeReason];

/** A notification daemon that shows nothing and keeps everything. */
export interface NotificationRecorder extends NotificationLog {
  /** The notifications that are gone, with the reason, by id. */
  readonly closed: ReadonlyMap<number, CloseReason>;
  /** As a click on an action does: `default` is the click on the notification itself. Also closes it. */
  invokeAction(id: number, key: string): void;
  close(id: number, reason: CloseReason): void;
  /** The daemon ends; what it gives back starts it anew, with the ids from the beginning. */
  away(): Promise<() => Promise<void>>;
}

/**
 * Becomes the notification daemon of the bus and records what it is asked to show.
 * Throws an Error when the bus has a daemon already.
 */
export async function recordNotifications(bus: Bus): Promise<NotificationRecorder> {
  const list = notificationList();
  const closed = new Map<number, CloseReason>();
  let lastId = 0;

  const daemon = serveObject(bus, {
    path: notificationsPath,
    interface: notificationsName,
    methods: {
      GetServerInformation: { out: 'ssss', answer: () => ['recorder', 'overhead', '1', '1.2'] },
      GetCapabilities: { out: 'as', answer: () => [['body', 'body-markup', 'actions']] },
      Notify: {
        out: 'u',
        answer: (body) => {
          const id = Number(body[1]) || ++lastId;
          closed.delete(id);
          list.add(parseNotify(id, body));
          return [id];
        },
      },
      CloseNotification: {
        out: '',
        answer: ([id]) => {
          close(Number(id), closeReason.closed);
          return [];
        },
      },
    },
  });
  const close = (id: number, reason: CloseReason): void => {
    // An app may ask to close what a click has closed already.
    if (closed.has(id)) return;
    closed.set(id, reason);
    daemon.emit('NotificationClosed', 'uu', [id, reason]);
  };

  const appear = async (): Promise<void> => {
    const reply = await bus.connection.requestName(notificationsName, NameFlag.DO_NOT_QUEUE);
    if (reply === RequestNameReply.PRIMARY_OWNER) return;
    daemon.stop();
    throw new Error('this bus has a notification daemon already');
  };
  await appear();
  return {
    notifications: list.notifications,
    waitFor: list.waitFor,
    closed,
    close,
    invokeAction: (id, key) => {
      daemon.emit('ActionInvoked', 'us', [id, key]);
      close(id, closeReason.dismissed);
    },
    away: async () => {
      await bus.connection.releaseName(notificationsName);
      lastId = 0;
      closed.clear();
      return appear;
    },
    stop: async () => {
      await bus.connection.releaseName(notificationsName);
      daemon.stop();
    },
  };
}

/**
 * Listens in on the bus at `address` while its own daemon shows the notifications.
 * A notification is recorded once the daemon has answered, so that its id is known.
 */
export async function watchNotifications(address: string): Promise<NotificationLog> {
  const bus = await openBus(address);
  const list = notificationList();
  const asked = new Map<string, unknown[]>();

  bus.connection.on('message', (message) => {
    if (message.type === MessageType.METHOD_CALL) {
      if (message.interface !== notificationsName || message.member !== 'Notify') return;
      asked.set(`${message.sender} ${String(message.serial)}`, message.body);
      return;
    }
    const question = `${message.destination} ${String(message.replySerial)}`;
    const body = asked.get(question);
    if (body === undefined) return;
    asked.delete(question);
    if (message.type === MessageType.METHOD_RETURN) {
      list.add(parseNotify(Number(message.body[0]), body));
    }
  });
  // The bus disconnects a monitor that speaks: claim every call, so that none is answered.
  bus.connection.addMethodHandler(() => true);
  const rules = [
    `type='method_call',interface='${notificationsName}',member='Notify'`,
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
    notifications: list.notifications,
    waitFor: list.waitFor,
    stop: () => {
      bus.close();
      return Promise.resolve();
    },
  };
}
