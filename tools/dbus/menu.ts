import { Variant } from '@jellybrick/dbus-next';
import { unwrap, type Bus } from './bus.ts';

const menuInterface = 'com.canonical.dbusmenu';

/** One entry of a menu as the desktop sees it. */
export interface MenuNode {
  /** Valid until the menu changes. */
  readonly id: number;
  /** Without the marks of the mnemonics. Empty for a separator. */
  readonly label: string;
  readonly type: 'standard' | 'separator';
  readonly enabled: boolean;
  readonly visible: boolean;
  readonly toggleType: 'checkmark' | 'radio' | null;
  readonly toggleState: 'on' | 'off' | null;
  readonly children: readonly MenuNode[];
}

/** Where a menu is on the bus. */
export interface MenuAddress {
  readonly destination: string;
  readonly path: string;
}

/** Reads a whole menu, submenus included. */
export async function readMenu(bus: Bus, menu: MenuAddress): Promise<MenuNode[]> {
  const everyLevel = -1;
  const [, root] = await bus.call({
    ...menu,
    interface: menuInterface,
    member: 'GetLayout',
    signature: 'iias',
    body: [0, everyLevel, []],
  });
  return parseNode(root).children.slice();
}

/**
 * Clicks the entry at `path`: its label, or the labels from the outermost submenu to the entry.
 * Throws an Error that names the labels there are when it is missing, hidden or disabled.
 */
export async function clickMenu(
  bus: Bus,
  menu: MenuAddress,
  path: string | readonly string[],
): Promise<void> {
  const labels = typeof path === 'string' ? [path] : path;
  const node = findNode(await readMenu(bus, menu), labels);
  await bus.call({
    ...menu,
    interface: menuInterface,
    member: 'Event',
    signature: 'isvu',
    body: [node.id, 'clicked', new Variant('i', 0), 0],
  });
}

function findNode(nodes: readonly MenuNode[], labels: readonly string[]): MenuNode {
  const [label, ...rest] = labels;
  const shown = nodes.filter((node) => node.visible && node.type === 'standard');
  const node = shown.find((candidate) => candidate.label === label);
  if (node === undefined) {
    const there = shown.map((candidate) => JSON.stringify(candidate.label)).join(', ');
    throw new Error(`no menu entry ${JSON.stringify(label)}; there are: ${there || 'none'}`);
  }
  if (!node.enabled) throw new Error(`the menu entry ${JSON.stringify(label)} is disabled`);
  return rest.length === 0 ? node : findNode(node.children, rest);
}

/** From the wire: `(ia{sv}av)`, where a property that has its default value is left out. */
function parseNode(value: unknown): MenuNode {
  const [id, properties, children] = value as [number, Record<string, unknown>, unknown[]];
  const read = (name: string): unknown => unwrap(properties[name]);
  const label = read('label');
  const toggle = read('toggle-type');
  const state = read('toggle-state');
  return {
    id,
    label: typeof label === 'string' ? withoutMnemonics(label) : '',
    type: read('type') === 'separator' ? 'separator' : 'standard',
    enabled: read('enabled') !== false,
    visible: read('visible') !== false,
    toggleType: toggle === 'checkmark' || toggle === 'radio' ? toggle : null,
    toggleState: state === 1 ? 'on' : state === 0 ? 'off' : null,
    children: children.map((child) => parseNode(unwrap(child))),
  };
}

/** In a label `_` marks the letter that follows it, and `__` is an underscore. */
function withoutMnemonics(label: string): string {
  return label.replace(/_(.?)/gs, '$1');
}
