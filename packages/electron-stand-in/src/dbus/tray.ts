import { DBusError, Variant } from '@jellybrick/dbus-next';
import { waitUntil } from '../system/until.ts';
import { unwrapVariant, type Bus } from './bus.ts';

const watcherName = 'org.kde.StatusNotifierWatcher';
const watcherPath = '/StatusNotifierWatcher';
const itemInterface = 'org.kde.StatusNotifierItem';

/** An icon in the format of D-Bus: 4 bytes per pixel, in the order alpha, red, green, blue. */
export interface IconPixmap {
  readonly width: number;
  readonly height: number;
  readonly argb: Buffer;
}

/** One entry of a menu, as the desktop receives it. */
export interface MenuNode {
  /** The id, which is valid until the menu changes. */
  readonly id: number;
  /** The label without the marks of mnemonics. Empty for a separator. */
  readonly label: string;
  readonly type: 'standard' | 'separator';
  readonly enabled: boolean;
  readonly children: readonly MenuNode[];
}

/** A tray item that a test reads and operates from outside, as a panel does. Every read calls the item again. */
export interface TrayItem {
  /** The title of the tooltip. */
  toolTip(): Promise<string>;
  iconPixmaps(): Promise<IconPixmap[]>;
  menu(): Promise<MenuNode[]>;
  /**
   * Clicks a menu entry, named by its label, or by the labels from the outermost submenu to the entry. Throws when the
   * entry cannot be clicked.
   */
  click(path: string | readonly string[]): Promise<void>;
  /** Performs a primary click on the icon. */
  activate(): Promise<void>;
}

/** Whether a program on this bus shows tray items. */
export async function hasTray(bus: Bus): Promise<boolean> {
  return (await readWatcher(bus, 'IsStatusNotifierHostRegistered')) === true;
}

/**
 * Waits until the tray has an item of the process `pid`. Throws an Error when no item appears within `timeoutMs`
 * (default: 60 000), or the signal's reason.
 */
export async function findTrayItem(
  bus: Bus,
  pid: number,
  { timeoutMs = 60_000, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<TrayItem> {
  return waitUntil(() => trayItemOf(bus, pid), {
    message: `no tray item of process ${pid} within ${timeoutMs} ms`,
    timeoutMs,
    signal,
  });
}

async function trayItemOf(bus: Bus, pid: number): Promise<TrayItem | null> {
  const registeredItems = await readWatcher(bus, 'RegisteredStatusNotifierItems');
  for (const entry of (registeredItems ?? []) as string[]) {
    // An entry is a bus name, or a bus name followed by the path of the item.
    const slash = entry.indexOf('/');
    const name = slash < 0 ? entry : entry.slice(0, slash);
    const path = slash < 0 ? '/StatusNotifierItem' : entry.slice(slash);
    // The item may disappear during the call.
    if ((await bus.processOf(name).catch(() => null)) === pid) return trayItem(bus, name, path);
  }
  return null;
}

function trayItem(bus: Bus, name: string, path: string): TrayItem {
  const read = (property: string): Promise<unknown> =>
    bus.property(name, path, itemInterface, property);
  // The address is read each time, because an app that sets a new menu may change the path.
  const menuAddress = async (): Promise<MenuAddress> => ({
    destination: name,
    path: String(await read('Menu')),
  });
  return {
    toolTip: async () => {
      const [, , title] = (await read('ToolTip')) as [string, unknown[], string, string];
      return title;
    },
    iconPixmaps: async () => {
      const pixmaps = (await read('IconPixmap')) as [number, number, Uint8Array][];
      return pixmaps.map(([width, height, argb]) => ({ width, height, argb: Buffer.from(argb) }));
    },
    menu: async () => readMenu(bus, await menuAddress()),
    click: async (labels) => clickMenu(bus, await menuAddress(), labels),
    activate: async () => {
      await bus.call({
        destination: name,
        path,
        interface: itemInterface,
        member: 'Activate',
        signature: 'ii',
        body: [0, 0],
      });
    },
  };
}

/**
 * Reads a property of the watcher of tray items. Null when the bus has no watcher, or when the watcher belongs to a
 * panel that is starting and does not answer yet, or that is ending and no longer answers.
 */
async function readWatcher(bus: Bus, property: string): Promise<unknown> {
  if (!(await bus.hasOwner(watcherName))) return null;
  try {
    return await bus.property(watcherName, watcherPath, watcherName, property);
  } catch (error) {
    // A starting panel of XFCE owns the name before it exports the object.
    const isObjectAbsent =
      error instanceof DBusError && /\.Unknown(Method|Object)$/.test(error.type);
    if (!isObjectAbsent && (await bus.hasOwner(watcherName))) throw error;
    return null;
  }
}

const menuInterface = 'com.canonical.dbusmenu';

/** The bus name and path of a menu. */
interface MenuAddress {
  readonly destination: string;
  readonly path: string;
}

/** Reads a whole menu, including submenus. */
async function readMenu(bus: Bus, menu: MenuAddress): Promise<MenuNode[]> {
  const allLevels = -1;
  const [, root] = await bus.call({
    ...menu,
    interface: menuInterface,
    member: 'GetLayout',
    signature: 'iias',
    body: [0, allLevels, []],
  });
  return parseNode(root).children.slice();
}

/**
 * Clicks the entry at `path`: its label, or the labels from the outermost submenu to the entry. Throws an Error that
 * names the existing labels when the entry is missing, and one when it is disabled.
 */
async function clickMenu(
  bus: Bus,
  menu: MenuAddress,
  path: string | readonly string[],
): Promise<void> {
  const labels = typeof path === 'string' ? [path] : path;
  let node = findNode(await readMenu(bus, menu), labels);
  for (;;) {
    try {
      await bus.call({
        ...menu,
        interface: menuInterface,
        member: 'Event',
        signature: 'isvu',
        body: [node.id, 'clicked', new Variant('i', 0), 0],
      });
      return;
    } catch (error) {
      // The menu is read again: if it has changed, its entries have new ids.
      const newNode = findNode(await readMenu(bus, menu), labels);
      if (newNode.id === node.id) throw error;
      node = newNode;
    }
  }
}

function findNode(nodes: readonly MenuNode[], labels: readonly string[]): MenuNode {
  const [label, ...rest] = labels;
  const node = nodes.find((candidate) => candidate.label === label);
  if (node === undefined) {
    const allLabels = nodes.map((candidate) => JSON.stringify(candidate.label)).join(', ');
    throw new Error(`no menu entry ${JSON.stringify(label)}; there are: ${allLabels || 'none'}`);
  }
  if (!node.enabled) throw new Error(`the menu entry ${JSON.stringify(label)} is disabled`);
  return rest.length === 0 ? node : findNode(node.children, rest);
}

/** Parses `(ia{sv}av)`. Properties with default values are absent. */
function parseNode(value: unknown): MenuNode {
  const [id, properties, children] = value as [number, Record<string, unknown>, unknown[]];
  const read = (name: string): unknown => unwrapVariant(properties[name]);
  const label = read('label');
  return {
    id,
    label: typeof label === 'string' ? withoutMnemonics(label) : '',
    type: read('type') === 'separator' ? 'separator' : 'standard',
    enabled: read('enabled') !== false,
    children: children.map((child) => parseNode(unwrapVariant(child))),
  };
}

/** Removes the marks of mnemonics. In a label, `_` marks the next letter as the mnemonic, and `__` is an underscore. */
function withoutMnemonics(label: string): string {
  return label.replace(/_(.?)/gs, '$1');
}
