import { DBusError, Variant } from '@jellybrick/dbus-next';
import { DbusInterface, readable } from './dbus-interface.ts';
import {
  buildNodes,
  findNode,
  layoutOf,
  pick,
  type Layout,
  type LayoutItem,
} from './menu-layout.ts';

/** A menu as com.canonical.dbusmenu: a panel reads it, and tells which item was clicked. */
export class DbusMenu extends DbusInterface {
  readonly Version = 3;
  readonly TextDirection = 'ltr';
  readonly Status = 'normal';
  readonly IconThemePath: string[] = [];
  private root = buildNodes([]);
  private revision = 0;

  constructor() {
    super('com.canonical.dbusmenu');
  }

  /** Shows these items from now on. */
  show(items: readonly LayoutItem[]): void {
    this.root = buildNodes(items);
    this.revision += 1;
    this.LayoutUpdated();
  }

  GetLayout(parent: number, depth: number, names: string[]): [number, Layout] {
    return [this.revision, layoutOf(this.node(parent), depth, names)];
  }

  GetGroupProperties(ids: number[], names: string[]): [number, Record<string, Variant>][] {
    return ids
      .map((id) => findNode(this.root, id))
      .filter((node) => node !== null)
      .map((node) => [node.id, pick(node, names)]);
  }

  GetProperty(id: number, name: string): Variant {
    return this.node(id).properties[name] ?? new Variant('s', '');
  }

  Event(id: number, event: string): void {
    const { click } = this.node(id);
    // The caller has its answer first: a click may end this process.
    if (event === 'clicked') setImmediate(click);
  }

  EventGroup(events: [number, string, Variant, number][]): number[] {
    const isKnown = ([id]: [number, ...unknown[]]): boolean => findNode(this.root, id) !== null;
    for (const [id, event] of events.filter(isKnown)) this.Event(id, event);
    return events.filter((event) => !isKnown(event)).map(([id]) => id);
  }

  AboutToShow(): boolean {
    return false;
  }

  AboutToShowGroup(): [number[], number[]] {
    return [[], []];
  }

  LayoutUpdated(): [number, number] {
    return [this.revision, 0];
  }

  private node(id: number) {
    const node = findNode(this.root, id);
    if (node) return node;
    throw new DBusError('org.freedesktop.DBus.Error.InvalidArgs', `no menu item ${id}`);
  }
}

DbusMenu.configureMembers({
  properties: {
    Version: readable('u'),
    TextDirection: readable('s'),
    Status: readable('s'),
    IconThemePath: readable('as'),
  },
  methods: {
    GetLayout: { inSignature: 'iias', outSignature: 'u(ia{sv}av)' },
    GetGroupProperties: { inSignature: 'aias', outSignature: 'a(ia{sv})' },
    GetProperty: { inSignature: 'is', outSignature: 'v' },
    Event: { inSignature: 'isvu' },
    EventGroup: { inSignature: 'a(isvu)', outSignature: 'ai' },
    AboutToShow: { inSignature: 'i', outSignature: 'b' },
    AboutToShowGroup: { inSignature: 'ai', outSignature: 'aiai' },
  },
  signals: { LayoutUpdated: { signature: 'ui' } },
});
