import { EventEmitter } from 'node:events';
import { unwrap } from '../dbus/bus.ts';
import { strict } from './absent.ts';
import { DbusMenu } from './dbus-menu.ts';
import { makeEvent } from './event.ts';
import type { Menu } from './menu.ts';
import { imageFromPath, type NativeImage } from './native-image.ts';
import { toArgb } from './png.ts';
import { openSessionBus, type SessionBus } from './session-bus.ts';
import { StatusItem } from './status-item.ts';

const watcher = 'org.kde.StatusNotifierWatcher';
let count = 0;

/**
 * Electron's Tray, as a StatusNotifierItem on a connection of its own, which does as Chromium's does: without a host
 * at the moment it is made it is no such item, for good. What Electron then falls back to, the tray of old, is not
 * here: nothing is shown.
 */
export class Tray
  extends EventEmitter
  implements Pick<Electron.Tray, 'setToolTip' | 'setTitle' | 'getTitle' | 'destroy' | 'isDestroyed'>
{
  private readonly bus: SessionBus | null = openSessionBus();
  private readonly menu = new DbusMenu();
  private readonly item: StatusItem;
  private contextMenu: Menu | null = null;
  private destroyed = false;

  constructor(image: NativeImage | string) {
    super();
    count += 1;
    const path = `/org/chromium/DbusMenu/${count}`;
    this.item = new StatusItem(`chrome_status_icon_${count}`, path, (x, y) => {
      const bounds = { x, y, width: 0, height: 0 };
      this.emit('click', makeEvent({}), bounds, { x, y });
    });
    this.setImage(image);
    if (this.bus) void this.register(this.bus, path, count).catch(() => undefined);
    return strict('Tray', this);
  }

  setImage(image: NativeImage | string): void {
    // Chromium hands over the bitmap of one pixel a point alone.
    const [bitmap] = (typeof image === 'string' ? imageFromPath(image) : image).representations();
    this.item.setIcon(bitmap ? [[bitmap.width, bitmap.height, toArgb(bitmap)]] : []);
  }

  setToolTip(toolTip: string): void {
    this.item.setToolTip(toolTip);
  }

  setTitle(title: string): void {
    this.item.setTitle(title);
  }

  getTitle(): string {
    return this.item.Title;
  }

  setContextMenu(menu: Menu | null): void {
    this.contextMenu = menu;
    const items = menu?.items ?? [];
    const wrap = (list: Menu['items']): Parameters<DbusMenu['show']>[0] =>
      list.map((item) => ({
        label: item.label,
        type: item.type,
        enabled: item.enabled,
        visible: item.visible,
        checked: item.checked,
        icon: item.icon,
        submenu: item.submenu && { items: wrap(item.submenu.items) },
        click: () => {
          item.click();
          // A check mark has moved: show the same menu anew, unless the click set another.
          const isToggle = item.type === 'checkbox' || item.type === 'radio';
          if (isToggle && this.contextMenu === menu) this.setContextMenu(menu);
        },
      }));
    this.menu.show(wrap(items));
  }

  /** Unknown to a StatusNotifierItem, as in Electron on Linux. */
  getBounds(): Electron.Rectangle {
    return { x: 0, y: 0, width: 0, height: 0 };
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.bus?.connection.disconnect();
  }

  private async register(bus: SessionBus, menuPath: string, index: number): Promise<void> {
    if (!(await hasHost(bus)) || this.destroyed) return;
    const name = `org.freedesktop.StatusNotifierItem-${process.pid}-${index}`;
    bus.connection.export('/StatusNotifierItem', this.item);
    bus.connection.export(menuPath, this.menu);
    await bus.connection.requestName(name);
    const announce = (): void => {
      const body = [name];
      const member = 'RegisterStatusNotifierItem';
      const path = '/StatusNotifierWatcher';
      bus
        .call({ destination: watcher, path, interface: watcher, member, signature: 's', body })
        // No panel at the moment: it will be announced when one comes.
        .catch(() => undefined);
    };
    bus.onSignal('org.freedesktop.DBus', 'NameOwnerChanged', ([owned, , owner]) => {
      if (owned === watcher && owner !== '') announce();
    });
    announce();
  }
}

async function hasHost(bus: SessionBus): Promise<boolean> {
  const [answer] = await bus.call({
    destination: watcher,
    path: '/StatusNotifierWatcher',
    interface: 'org.freedesktop.DBus.Properties',
    member: 'Get',
    signature: 'ss',
    body: [watcher, 'IsStatusNotifierHostRegistered'],
  });
  return unwrap(answer) === true;
}
