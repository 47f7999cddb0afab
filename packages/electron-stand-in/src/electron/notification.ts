import { EventEmitter } from 'node:events';
import { Variant } from '@jellybrick/dbus-next';
import { openSessionBus, type Bus } from '../dbus/bus.ts';
import { makeEvent, NotInStandInError, strictObject } from './api.ts';
import { app, requireReady } from './app.ts';
import type { NativeImage } from './native-image.ts';

const daemon = {
  destination: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
};
const knownOptions = new Set(['title', 'body', 'icon', 'actions']);

const notificationMode = process.env['STAND_IN_NOTIFICATIONS'];
/** `no-close`: no notification emits `close`, as with a daemon that sends no `NotificationClosed`. */
const isSilent = notificationMode === 'no-close';

/**
 * `dead`: `show()` and `close()` stop the main thread, as they do on a desktop whose daemon does not answer: libnotify
 * waits for D-Bus (electron#48753).
 */
const isDead = notificationMode === 'dead';
const deadMs = 5_000;

function waitForDaemon(): void {
  if (isDead) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, deadMs);
}

/**
 * The visible notifications, by the daemon's ids. A notification to which the app has no reference is
 * garbage-collected, and its events are lost: `Notification` in `shell/browser/api/electron_api_notification.cc` does
 * not keep itself alive.
 */
const shownNotifications = new Map<unknown, WeakRef<Notification>>();

/** One connection for all notifications, because their signals are broadcast. libnotify also uses one connection. */
let busConnection: Promise<Bus> | null = null;

async function connectToDaemon(): Promise<Bus> {
  const bus = await openSessionBus();
  // A signal about a new notification can arrive in the same packet as the answer with the notification's id. So
  // signals are handled after the answer.
  const handleSignal = (member: string, take: (body: unknown[]) => void): void =>
    bus.onSignal(daemon.interface, member, (body) => setImmediate(take, body));
  handleSignal('ActionInvoked', ([id, action]) =>
    shownNotifications.get(id)?.deref()?.invoked(String(action)),
  );
  handleSignal('NotificationClosed', ([id]) => {
    if (isSilent) return;
    const notification = shownNotifications.get(id)?.deref();
    shownNotifications.delete(id);
    // On Linux the event has no reason: `shell/browser/notifications/linux/libnotify_notification.cc`.
    notification?.emit('close', makeEvent({}));
  });
  return bus;
}

type NotificationOptions = Pick<
  Electron.NotificationConstructorOptions,
  'title' | 'body' | 'actions'
> & {
  readonly icon?: NativeImage;
};

/** Electron's Notification, shown through org.freedesktop.Notifications. The body is passed on unchanged. */
export class Notification extends EventEmitter {
  private readonly options: NotificationOptions;
  private id = 0;

  constructor(options: NotificationOptions) {
    super();
    requireReady('Cannot create Notification before app is ready');
    const unknownOption = Object.keys(options).find((key) => !knownOptions.has(key));
    if (unknownOption !== undefined)
      throw new NotInStandInError(`${unknownOption} of a notification`);
    this.options = options;
    return strictObject('Notification', this);
  }

  /** True as soon as libnotify could be loaded, with or without a bus or a daemon: `libnotify_notification.cc`. */
  static isSupported(): boolean {
    return true;
  }

  show(): void {
    this.close();
    waitForDaemon();
    this.send().catch((error: unknown) =>
      this.emit('failed', makeEvent({}), error instanceof Error ? error.message : String(error)),
    );
  }

  /**
   * Closes the notification. No event follows, because the notification is removed from `shownNotifications` first, as
   * in `Notification::Close`.
   */
  close(): void {
    if (!shownNotifications.delete(this.id)) return;
    waitForDaemon();
    void busConnection
      ?.then((bus) =>
        bus.call({ ...daemon, member: 'CloseNotification', signature: 'u', body: [this.id] }),
      )
      .catch(() => undefined);
  }

  /**
   * Called when the daemon reports that the user chose this action; `default` is a click on the notification itself.
   */
  invoked(action: string): void {
    if (action === 'default') this.emit('click', makeEvent({}));
    else this.emit('action', makeEvent({ actionIndex: Number(action) }));
  }

  private async send(): Promise<void> {
    busConnection ??= connectToDaemon().catch((error: unknown) => {
      busConnection = null;
      throw error;
    });
    const bus = await busConnection;
    const { title = '', body: text = '', icon, actions = [] } = this.options;
    const [capabilities] = await bus.call({ ...daemon, member: 'GetCapabilities' });
    const hasActions = (capabilities as readonly string[]).includes('actions');
    const buttons = actions.flatMap(({ text: label = '' }, index) => [String(index), label]);
    // Electron sends the pixels, as `image-data`: `notify_notification_set_image_from_pixbuf` in
    // `shell/browser/notifications/linux/libnotify_notification.cc`. The daemon decodes the file of `image-path` itself.
    const hints = {
      urgency: new Variant('y', 1),
      ...(icon !== undefined && { 'image-path': new Variant('s', icon.path) }),
    };
    // A daemon without actions gets none, not even the click: `HasCapability` in `libnotify_notification.cc`.
    const offered = hasActions ? ['default', 'View', ...buttons] : [];
    const body = [app.name, 0, '', title, text, offered, hints, -1];
    const signature = 'susssasa{sv}i';
    const [id] = await bus.call({ ...daemon, member: 'Notify', signature, body });
    this.id = Number(id);
    shownNotifications.set(id, new WeakRef(this));
    this.emit('show', makeEvent({}));
  }
}

if (process.platform === 'win32')
  Object.assign(Notification, { handleActivation: () => undefined });
