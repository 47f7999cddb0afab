import { Variant } from '@jellybrick/dbus-next';
import { openBus } from './bus.ts';
import { serveObject } from './serve.ts';

/*
 * A tray item with the names and the shape of Chromium's, for the tests: `node sample-tray.ts`, inside a desktop.
 * Says on its output `registered` and what is done to it, one line each.
 */
const menuPath = '/org/chromium/DbusMenu/1';
const side = 22;

type Properties = Record<string, Variant>;

const submenu = [node(6, { label: new Variant('s', 'Deep _entry') })];
const entries = [
  node(1, { label: new Variant('s', '_Next wallpaper') }),
  node(2, {
    label: new Variant('s', 'Pause'),
    'toggle-type': new Variant('s', 'checkmark'),
    'toggle-state': new Variant('i', 1),
  }),
  node(3, { type: new Variant('s', 'separator') }),
  node(4, { label: new Variant('s', 'a__b'), enabled: new Variant('b', false) }),
  node(
    5,
    { label: new Variant('s', 'More'), 'children-display': new Variant('s', 'submenu') },
    submenu,
  ),
  node(7, { label: new Variant('s', 'Quit') }),
  node(8, { label: new Variant('s', 'Hidden'), visible: new Variant('b', false) }),
];

/** What was done, on the output; no arguments in the answer. */
function said(line: string): [] {
  console.log(line);
  return [];
}

function node(id: number, properties: Properties, children: Variant[] = []): Variant {
  return new Variant('(ia{sv}av)', [id, properties, children]);
}

const bus = await openBus(process.env['DBUS_SESSION_BUS_ADDRESS'] ?? '');
const name = `org.freedesktop.StatusNotifierItem-${process.pid}-1`;
const icon = Buffer.alloc(side * side * 4, Buffer.from([255, 90, 200, 250]));

serveObject(bus, {
  path: '/StatusNotifierItem',
  interface: 'org.kde.StatusNotifierItem',
  properties: {
    Category: new Variant('s', 'ApplicationStatus'),
    Id: new Variant('s', 'sample'),
    Title: new Variant('s', ''),
    Status: new Variant('s', 'Active'),
    IconName: new Variant('s', ''),
    IconPixmap: new Variant('a(iiay)', [[side, side, icon]]),
    ToolTip: new Variant('(sa(iiay)ss)', ['', [], 'Sample tray', '']),
    ItemIsMenu: new Variant('b', false),
    Menu: new Variant('o', menuPath),
  },
  methods: { Activate: { out: '', answer: () => said('activated') } },
});

serveObject(bus, {
  path: menuPath,
  interface: 'com.canonical.dbusmenu',
  properties: { Version: new Variant('u', 3), Status: new Variant('s', 'normal') },
  methods: {
    GetLayout: {
      out: 'u(ia{sv}av)',
      answer: () => [1, [0, { 'children-display': new Variant('s', 'submenu') }, entries]],
    },
    Event: { out: '', answer: ([id, kind]) => said(`${String(kind)} ${String(id)}`) },
  },
});

await bus.connection.requestName(name);
await bus.call({
  destination: 'org.kde.StatusNotifierWatcher',
  path: '/StatusNotifierWatcher',
  interface: 'org.kde.StatusNotifierWatcher',
  member: 'RegisterStatusNotifierItem',
  signature: 's',
  body: [name],
});
console.log('registered');
