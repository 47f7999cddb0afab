import { EventEmitter } from 'node:events';
import { Variant } from '@jellybrick/dbus-next';
import { strict } from './absent.ts';
import { app } from './app.ts';
import { makeEvent } from './event.ts';
import { imageFromPath, type NativeImage } from './native-image.ts';
import { sessionBusAddress } from '../dbus/bus.ts';
import { openSessionBus, type SessionBus } from './session-bus.ts';

const daemon = {
  destination: 'org.freedesktop.Notifications',
  path: '/org/freedesktop/Notifications',
  interface: 'org.freedesktop.Notifications',
};
const urgencies = { low: 0, normal: 1, critical: 2 };
const shown = new Map<unknown, Notification>();

let shared: SessionBus | null = null;

/** One connection for all notifications, since their signals go to everybody. */
function bus(): SessionBus {
  shared ??= openSessionBus();
  if (shared === null) throw new Error('there is no session bus');
  return shared;
}

function listen(connection: SessionBus): void {
  // A signal can come in one piece with the answer that names its id: it waits until that is taken.
  const later = (member: string, take: (body: unknown[]) => void): void =>
    connection.onSignal(daemon.interface, member, (body) => setImmediate(take, body));
  later('ActionInvoked', ([id, action]) => shown.get(id)?.invoked(String(action)));
  later('NotificationClosed', ([id]) => {
    shown.get(id)?.emit('close', makeEvent({}));
    shown.delete(id);
  });
}

function hintsOf(options: Options): Record<string, Variant> {
  const hints: Record<string, Variant> = {
    urgency: new Variant('y', urgencies[options.urgency ?? 'normal']),
  };
  if (options.silent) hints['suppress-sound'] = new Variant('b', true);
  const icon = typeof options.icon === 'string' ? imageFromPath(options.icon) : options.icon;
  const [bitmap] = icon?.representations() ?? [];
  if (bitmap) {
    const { width, height, rgba } = bitmap;
    const image = [width, height, width * 4, true, 8, 4, rgba];
    hints['image-data'] = new Variant('(iiibiiay)', image);
  }
  return hints;
}

type Options = Omit<Electron.NotificationConstructorOptions, 'icon'> & {
  readonly icon?: string | NativeImage;
};

/** Electron's Notification, through org.freedesktop.Notifications. The body is handed over as it is. */
export class Notification extends EventEmitter {
  title: string;
  body: string;
  private readonly options: Options;
  private id = 0;

  constructor(options: Options = {}) {
    super();
    this.options = options;
    this.title = options.title ?? '';
    this.body = options.body ?? '';
    return strict('Notification', this);
  }

  static isSupported(): boolean {
    return sessionBusAddress() !== null;
  }

  show(): void {
    void this.send().catch((error: unknown) => {
      this.emit('failed', makeEvent({}), error instanceof Error ? error.message : String(error));
    });
  }

  close(): void {
    if (this.id === 0 || !shown.has(this.id)) return;
    bus()
      .call({ ...daemon, member: 'CloseNotification', signature: 'u', body: [this.id] })
      .catch(() => undefined);
  }

  /** The daemon says that this action was chosen; `default` is a click on the notification itself. */
  invoked(action: string): void {
    if (action === 'default') this.emit('click', makeEvent({}));
    else {
      const actionIndex = Number(action);
      this.emit('action', makeEvent({ actionIndex, selectionIndex: -1 }), actionIndex, -1);
    }
  }

  private async send(): Promise<void> {
    const isFirst = shared === null;
    const connection = bus();
    if (isFirst) listen(connection);
    const actions = ['default', 'View'];
    for (const [index, { text }] of (this.options.actions ?? []).entries())
      actions.push(String(index), text ?? '');
    const timeout = this.options.timeoutType === 'never' ? 0 : -1;
    const hints = hintsOf(this.options);
    const signature = 'susssasa{sv}i';
    const body = [app.name, this.id, '', this.title, this.body, actions, hints, timeout];
    const [id] = await connection.call({ ...daemon, member: 'Notify', signature, body });
    this.id = Number(id);
    shown.set(id, this);
    this.emit('show', makeEvent({}));
  }
}
