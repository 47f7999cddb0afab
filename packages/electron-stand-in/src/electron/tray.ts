import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { Variant } from '@jellybrick/dbus-next';
import { PNG } from 'pngjs';
import type { Bus } from '../dbus/bus.ts';
import { serveObject, type ServedHandle } from '../dbus/serve.ts';
import { makeEvent, strictObject } from './api.ts';
import { app, requireReady } from './app.ts';
import type { Menu, MenuItem } from './menu.ts';
import type { NativeImage } from './native-image.ts';
import { sharedBus } from './session-bus.ts';

const watcherName = 'org.kde.StatusNotifierWatcher';
const watcherPath = '/StatusNotifierWatcher';

let lastId = 0;

/**
 * `STAND_IN_TRAY=refused`: the watcher has a host but rejects the item, as with Electron 43.4 (electron#53213).
 * Electron does not report the rejection: `OnImplInitializationFailed` of `tray_icon_linux.cc` falls back to an icon of
 * GTK.
 */
const isRefused = process.env['STAND_IN_TRAY'] === 'refused';
/**
 * Electron's Tray, created as in `shell/browser/ui/tray_icon_linux.cc` and Chromium's `status_icon_linux_dbus.cc`. If
 * the bus has a host when the tray is created, the tray becomes a StatusNotifierItem, with the app's name in its Id
 * (`patches/chromium/fix_linux_tray_id.patch`). Otherwise it never does: Electron then shows a tray icon of GTK, and the
 * stand-in shows nothing.
 */
export class Tray extends EventEmitter {
  private readonly served: ServedHandle[] = [];
  private readonly menu = new DbusMenu();
  private toolTip = '';
  private image: NativeImage;
  /** The bus name of the item; null until the item has a name. */
  private name: string | null = null;
  private destroyed = false;

  constructor(image: NativeImage) {
    super();
    requireReady('Cannot create Tray before app is ready');
    this.image = image;
    void this.register().catch(() => undefined);
    return strictObject('Tray', this);
  }

  setImage(image: NativeImage): void {
    this.requireAlive();
    this.image = image;
    this.tell('NewIcon');
  }

  setToolTip(toolTip: string): void {
    this.requireAlive();
    this.toolTip = toolTip;
    this.tell('NewToolTip');
  }

  setContextMenu(menu: Menu): void {
    this.requireAlive();
    this.menu.show(menu.items);
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    for (const one of this.served.splice(0)) one.stop();
    const { name } = this;
    if (name !== null) void sharedBus().then(({ connection }) => connection.releaseName(name));
  }

  /** Throws if the tray is destroyed, like `CheckAlive` of `shell/browser/api/electron_api_tray.cc`. */
  private requireAlive(): void {
    if (this.destroyed) throw new Error('Tray is destroyed');
  }

  private tell(signal: 'NewIcon' | 'NewToolTip'): void {
    this.served[0]?.emit(signal, '', []);
  }

  /**
   * Emits `click`, and returns the empty answer to the call on D-Bus. Electron on Linux does not report the position of
   * the icon: `OnClick` passes on nothing.
   */
  private click(): [] {
    this.emit('click', makeEvent({}), { x: 0, y: 0, width: 0, height: 0 });
    return [];
  }

  private async register(): Promise<void> {
    const bus = await sharedBus();
    const hasHost = await bus.property(
      watcherName,
      watcherPath,
      watcherName,
      'IsStatusNotifierHostRegistered',
    );
    if (hasHost !== true || isRefused || this.destroyed) return;
    lastId += 1;
    const id = lastId;
    const name = `org.freedesktop.StatusNotifierItem-${process.pid}-${id}`;
    const menuPath = `/org/chromium/DbusMenu/${id}`;
    const emptyMethod = { out: '', answer: () => [] };
    this.served.push(
      serveObject(bus, {
        path: '/StatusNotifierItem',
        name,
        interface: 'org.kde.StatusNotifierItem',
        properties: () => this.properties(`${app.name}_status_icon_${id}`, menuPath),
        methods: {
          Activate: { out: '', answer: () => this.click() },
          SecondaryActivate: { out: '', answer: () => this.click() },
          // Does nothing, because the panel itself shows the menu.
          ContextMenu: emptyMethod,
          Scroll: emptyMethod,
        },
      }),
      this.menu.serve(bus, menuPath),
    );
    this.name = name;
    await bus.connection.requestName(name);
    const announce = (): void => {
      if (this.destroyed) return;
      const member = 'RegisterStatusNotifierItem';
      const watcherAddress = {
        destination: watcherName,
        path: watcherPath,
        interface: watcherName,
      };
      // If no panel runs, the call fails, and the item is registered when a panel starts.
      bus.call({ ...watcherAddress, member, signature: 's', body: [name] }).catch(() => undefined);
    };
    bus.onSignal('org.freedesktop.DBus', 'NameOwnerChanged', ([owned, , owner]) => {
      if (owned === watcherName && owner !== '') announce();
    });
    announce();
  }

  private properties(id: string, menu: string): Record<string, Variant> {
    const text = (value: string): Variant => new Variant('s', value);
    return {
      ItemIsMenu: new Variant('b', false),
      WindowId: new Variant('i', 0),
      Menu: new Variant('o', menu),
      Category: text('ApplicationStatus'),
      Id: text(id),
      Status: text('Active'),
      Title: text(''),
      IconName: text(''),
      AttentionIconName: text(''),
      OverlayIconName: text(''),
      IconPixmap: new Variant('a(iiay)', [pixmapOf(this.image)]),
      AttentionIconPixmap: new Variant('a(iiay)', []),
      OverlayIconPixmap: new Variant('a(iiay)', []),
      ToolTip: new Variant('(sa(iiay)ss)', ['', [], this.toolTip, '']),
    };
  }
}

/** The pixels of a PNG in the format of a StatusNotifierItem: alpha, red, green, blue. */
function pixmapOf({ path }: NativeImage): [width: number, height: number, argb: Buffer] {
  const { width, height, data } = PNG.sync.read(readFileSync(path));
  // In the other byte order, the pixels are alpha, blue, green, red.
  const argb = Buffer.from(data).swap32();
  for (let i = 1; i < argb.length; i += 4) argb.subarray(i, i + 3).reverse();
  return [width, height, argb];
}

interface Node {
  readonly id: number;
  readonly properties: Readonly<Record<string, Variant>>;
  readonly children: readonly Node[];
  readonly click: () => void;
}

/** The D-Bus form of a menu node, `(ia{sv}av)`. */
type Layout = [id: number, properties: Record<string, Variant>, children: Variant[]];

/** A menu as com.canonical.dbusmenu: a panel reads it, and reports the clicked item. */
class DbusMenu {
  private nodes = new Map<number, Node>();
  private revision = 0;
  /** Ids are never used again, because hosts cache data by id: `NextItemId` of Chromium's `menu.cc`. */
  private lastId = 0;
  private served: ServedHandle | null = null;

  constructor() {
    this.show([]);
  }

  /** Replaces the items of the menu. The id of the root is 0. */
  show(items: readonly MenuItem[]): void {
    this.nodes = new Map();
    const keep = (node: Node): Node => {
      this.nodes.set(node.id, node);
      return node;
    };
    const build = (item: MenuItem): Node =>
      keep({
        id: ++this.lastId,
        properties: propertiesOf(item),
        children: (item.submenu?.items ?? []).map(build),
        click: () => item.click(),
      });
    const children = items.map(build);
    keep({ id: 0, properties: { 'children-display': submenu }, children, click: () => undefined });
    this.revision += 1;
    this.served?.emit('LayoutUpdated', 'ui', [this.revision, 0]);
  }

  serve(bus: Bus, path: string): ServedHandle {
    this.served = serveObject(bus, {
      path,
      interface: 'com.canonical.dbusmenu',
      properties: () => ({
        Version: new Variant('u', 3),
        TextDirection: new Variant('s', 'ltr'),
        Status: new Variant('s', 'normal'),
        IconThemePath: new Variant('as', []),
      }),
      methods: {
        GetLayout: {
          out: 'u(ia{sv}av)',
          answer: ([id, depth, names]) => {
            const node = this.nodes.get(Number(id)) ?? unknownItem(id);
            return [this.revision, layoutOf(node, Number(depth), names as string[])];
          },
        },
        GetGroupProperties: {
          out: 'a(ia{sv})',
          answer: ([ids, names]) => {
            const foundNodes = (ids as number[]).flatMap((id) => this.nodes.get(id) ?? []);
            return [foundNodes.map((node) => [node.id, pickProperties(node, names as string[])])];
          },
        },
        Event: {
          out: '',
          answer: ([id, event]) => (this.event(id, event) ? [] : unknownItem(id)),
        },
        // libdbusmenu, which most panels use, calls this method to report clicks.
        EventGroup: {
          out: 'ai',
          answer: ([events]) => [
            (events as [number, string][])
              .filter(([id, event]) => !this.event(id, event))
              .map(([id]) => id),
          ],
        },
        AboutToShow: { out: 'b', answer: () => [false] },
        AboutToShowGroup: { out: 'aiai', answer: () => [[], []] },
      },
    });
    return this.served;
  }

  /** Handles an event of the panel. Returns false when no item has this id. */
  private event(id: unknown, event: unknown): boolean {
    const node = this.nodes.get(Number(id));
    // The click is handled after the answer to the caller, because a click may end this process.
    if (event === 'clicked' && node !== undefined) setImmediate(node.click);
    return node !== undefined;
  }
}

const submenu = new Variant('s', 'submenu');

function unknownItem(id: unknown): never {
  throw new Error(`no menu item ${String(id)}`);
}

/**
 * The label for D-Bus. Electron marks a mnemonic with `&`, D-Bus with `_`. In both, the doubled mark stands for the
 * character itself.
 */
const toDbusLabel = (label: string): string =>
  label.replaceAll('_', '__').replaceAll(/&(&?)/g, (_, second: string) => (second ? '&' : '_'));

/** The properties of an item that differ from their defaults. */
function propertiesOf(item: MenuItem): Record<string, Variant> {
  const properties: Record<string, Variant> = {};
  if (item.type === 'separator') properties['type'] = new Variant('s', 'separator');
  else properties['label'] = new Variant('s', toDbusLabel(item.label));
  if (!item.enabled) properties['enabled'] = new Variant('b', false);
  if (item.submenu) properties['children-display'] = submenu;
  return properties;
}

/** The node's properties with these names; all of them if `names` is empty. */
function pickProperties({ properties }: Node, names: readonly string[]): Record<string, Variant> {
  const entries = Object.entries(properties);
  return Object.fromEntries(entries.filter(([name]) => names.length === 0 || names.includes(name)));
}

/** The node and its descendants down to `depth`; -1: all descendants, 0: none. */
function layoutOf(node: Node, depth: number, names: readonly string[]): Layout {
  const children = depth === 0 ? [] : node.children;
  const variants = children.map(
    (child) => new Variant('(ia{sv}av)', layoutOf(child, depth - 1, names)),
  );
  return [node.id, pickProperties(node, names), variants];
}
