import { Variant } from '@jellybrick/dbus-next';

/** What the layout reads of a menu item; `MenuItem` is one. */
export interface LayoutItem {
  readonly label: string;
  readonly type: string;
  readonly enabled: boolean;
  readonly visible: boolean;
  readonly checked: boolean;
  readonly icon?: { toPNG(): Buffer } | undefined;
  readonly submenu?: { readonly items: readonly LayoutItem[] } | null;
  readonly click: () => void;
}

/** One node of com.canonical.dbusmenu: its properties hold only what is not the default. */
export interface MenuNode {
  readonly id: number;
  readonly properties: Readonly<Record<string, Variant>>;
  readonly children: readonly MenuNode[];
  readonly click: () => void;
}

/** The marshalled form, `(ia{sv}av)`. */
export type Layout = [id: number, properties: Record<string, Variant>, children: Variant[]];

/** Electron marks a mnemonic with `&`, D-Bus with `_`; each doubles its mark to mean itself. */
export const toDbusLabel = (label: string): string =>
  label.replaceAll('_', '__').replaceAll(/&(&?)/g, (_, second: string) => (second ? '&' : '_'));

function propertiesOf(item: LayoutItem): Record<string, Variant> {
  const properties: Record<string, Variant> = {};
  if (item.type === 'separator') properties['type'] = new Variant('s', 'separator');
  else properties['label'] = new Variant('s', toDbusLabel(item.label));
  if (!item.enabled) properties['enabled'] = new Variant('b', false);
  if (!item.visible) properties['visible'] = new Variant('b', false);
  if (item.type === 'checkbox' || item.type === 'radio') {
    const kind = item.type === 'checkbox' ? 'checkmark' : 'radio';
    properties['toggle-type'] = new Variant('s', kind);
    properties['toggle-state'] = new Variant('i', item.checked ? 1 : 0);
  }
  if (item.submenu) properties['children-display'] = new Variant('s', 'submenu');
  if (item.icon) properties['icon-data'] = new Variant('ay', item.icon.toPNG());
  return properties;
}

/** Numbers the items in reading order; the root is 0. */
export function buildNodes(items: readonly LayoutItem[]): MenuNode {
  let last = 0;
  const build = (item: LayoutItem): MenuNode => ({
    id: ++last,
    properties: propertiesOf(item),
    children: (item.submenu?.items ?? []).map(build),
    click: item.click,
  });
  return {
    id: 0,
    properties: { 'children-display': new Variant('s', 'submenu') },
    children: items.map(build),
    click: () => undefined,
  };
}

/** The node with this id, or null. */
export function findNode(node: MenuNode, id: number): MenuNode | null {
  if (node.id === id) return node;
  for (const child of node.children) {
    const found = findNode(child, id);
    if (found) return found;
  }
  return null;
}

/** The properties asked for; no names ask for all. */
export function pick(node: MenuNode, names: readonly string[]): Record<string, Variant> {
  const entries = Object.entries(node.properties);
  return Object.fromEntries(entries.filter(([name]) => names.length === 0 || names.includes(name)));
}

/** The node and its descendants to a depth; -1 is all of them, 0 none. */
export function layoutOf(node: MenuNode, depth: number, names: readonly string[]): Layout {
  const children = depth === 0 ? [] : node.children;
  return [
    node.id,
    pick(node, names),
    children.map((child) => new Variant('(ia{sv}av)', layoutOf(child, depth - 1, names))),
  ];
}
