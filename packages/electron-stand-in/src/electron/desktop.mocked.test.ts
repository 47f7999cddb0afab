import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Variant } from '@jellybrick/dbus-next';
import { PNG } from 'pngjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProcessDouble } from '../test/process-double.ts';
import { createTranscript } from '../test/transcript.ts';
import { openBus, unwrapVariant, type Bus } from '../dbus/bus.ts';
import { recordNotifications, watchNotifications } from '../dbus/notifications.ts';
import { serveObject } from '../dbus/serve.ts';
import { findTrayItem, hasTray } from '../dbus/tray.ts';

const { folder, exits, load } = createProcessDouble();
/** Writes a picture of these pixels in one row: red, green, blue and alpha of each. */
function writePicture(name: string, ...pixels: readonly number[]): string {
  const path = join(folder, name);
  const image = new PNG({ width: pixels.length / 4, height: 1 });
  image.data.set(pixels);
  writeFileSync(path, PNG.sync.write(image));
  return path;
}
const iconPath = writePicture('icon.png', 1, 2, 3, 4, 255, 254, 253, 252);
const otherIconPath = writePicture('other.png', 9, 8, 7, 6);
/** A bus that starts no program. */
const configPath = join(folder, 'bus.conf');
writeFileSync(
  configPath,
  `<busconfig><type>session</type><listen>unix:tmpdir=${folder}</listen><policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`,
);

const { lines, shown, step, text } = createTranscript(
  (line) =>
    line
      .replaceAll(folder, 'FOLDER')
      .replaceAll(`StatusNotifierItem-${process.pid}-`, 'StatusNotifierItem-PID-'),
  (value) => {
    const isBytes =
      typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
    return isBytes && 'data' in value ? (value.data as number[]).join(' ') : unwrapVariant(value);
  },
);
const recorded = (name: string) => expect(text()).toMatchFileSnapshot(`records/${name}.txt`);

async function start(variables: NodeJS.ProcessEnv = {}) {
  const variablesOfBus = { DBUS_SESSION_BUS_ADDRESS: bus.address, ...variables };
  const { becomeReady, ...electron } = await load([], variablesOfBus);
  const { watchSessionBus } = await import('./session-bus.ts');
  becomeReady();
  return { ...electron, watchSessionBus };
}

let daemon: ChildProcess;
let bus: Bus;
const hasBus = existsSync('/usr/bin/dbus-daemon');
beforeEach(async () => {
  lines.length = 0;
  if (!hasBus) return;
  daemon = spawn('dbus-daemon', [`--config-file=${configPath}`, '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const output = createInterface({ input: daemon.stdout as NodeJS.ReadableStream });
  const [address] = (await once(output, 'line')) as [string];
  bus = await openBus(address);
});
afterEach(() => void daemon.kill());

const watcherName = 'org.kde.StatusNotifierWatcher';
/** A panel that shows tray items. Records the items that are registered, and their signals. */
async function servePanel(isHost = true) {
  const items: string[] = [];
  const served = serveObject(bus, {
    path: '/StatusNotifierWatcher',
    interface: watcherName,
    properties: () => ({
      IsStatusNotifierHostRegistered: new Variant('b', isHost),
      RegisteredStatusNotifierItems: new Variant('as', items),
    }),
    methods: {
      RegisterStatusNotifierItem: {
        out: '',
        answer: ([name]) => {
          lines.push(`  registers ${shown(name)}`);
          items.push(String(name));
          return [];
        },
      },
    },
  });
  await bus.connection.requestName(watcherName, 0);
  return { items, served };
}
/** Waits until the calls and signals that were sent before have arrived. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await bus.hasOwner(watcherName);
};

/** Acts, and returns what is read when all has arrived. */
async function settled<T>(act: () => unknown, read: () => T | Promise<T>): Promise<T> {
  await act();
  await settle();
  return read();
}
/** Returns the answer when all that the call has caused has arrived. */
async function withEffects<T>(answer: Promise<T>): Promise<T> {
  const value = await answer;
  await settle();
  return value;
}
/** Shows a notification, and waits for the event. */
async function show(notification: NodeJS.EventEmitter & { show(): void }, event = 'show') {
  const shown = once(notification, event);
  notification.show();
  await shown;
}

describe.skipIf(!hasBus)('on a message bus (skipped without dbus-daemon)', () => {
  it('shows an icon with a menu in the tray', async () => {
    const { app, Tray, Menu, nativeImage } = await start();
    await step('a bus without a panel', () => hasTray(bus));
    const { items } = await servePanel();
    await step('a bus with a panel', () => hasTray(bus));
    for (const [iface, names] of [
      ['org.kde.StatusNotifierItem', ['NewIcon', 'NewToolTip']],
      ['com.canonical.dbusmenu', ['LayoutUpdated']],
    ] as const)
      for (const name of names)
        bus.onSignal(iface, name, (body) => lines.push(`  signal ${name} ${shown(body)}`));
    const icon = nativeImage.createFromPath(iconPath);
    const tray = new Tray(nativeImage.createFromPath(otherIconPath));
    tray.on('click', (_event: unknown, ...args: unknown[]) =>
      lines.push(`  event click ${shown(args)}`),
    );
    const item = await findTrayItem(bus, process.pid);
    const [name = ''] = items;
    await step('registers', () => items);
    await step('the tooltip', () => item.toolTip());
    await step('the icon', () => item.iconPixmaps());
    await step('another icon', () =>
      settled(
        () => tray.setImage(icon),
        () => item.iconPixmaps(),
      ),
    );
    await step('another tooltip', () =>
      settled(
        () => tray.setToolTip('Überhead'),
        () => item.toolTip(),
      ),
    );
    await step('no menu', () => item.menu());
    const clicked = (label: string) => ({
      label,
      click: () => void lines.push(`  click ${label}`),
    });
    await step('a menu', async () => {
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { type: 'separator' },
          clicked('&Open a_b && c'),
          { type: 'separator' },
          { type: 'separator' },
          { ...clicked('Off'), enabled: false },
          {
            label: 'More',
            submenu: [clicked('Inner'), { label: 'Deep', submenu: [clicked('Leaf')] }],
          },
          { type: 'separator' },
        ]),
      );
      await settle();
      return item.menu();
    });
    for (const [what, template] of [
      ['a role', [{ role: 'quit' }]],
      ['a checkbox', [{ type: 'checkbox' }]],
    ] as const)
      await step(what, () => void Menu.buildFromTemplate(template as never));
    for (const labels of [
      'Open ab & c',
      'Open a_b & c',
      'Off',
      'None',
      ['More', 'Inner'],
      ['More', 'Deep', 'Leaf'],
      ['More', 'None'],
      'More',
    ])
      await step(`a click on ${shown(labels)}`, () => withEffects(item.click(labels)));
    await step('a click on the icon', () => withEffects(item.activate()));
    const menuPath = String(
      await bus.property(name, '/StatusNotifierItem', 'org.kde.StatusNotifierItem', 'Menu'),
    );
    const call = (
      path: string,
      iface: string,
      member: string,
      signature = '',
      ...body: unknown[]
    ) =>
      bus.call({
        destination: name,
        path,
        interface: iface,
        member,
        signature,
        body,
        timeoutMs: 2_000,
      });
    const menu = (member: string, signature: string, ...body: unknown[]) =>
      call(menuPath, 'com.canonical.dbusmenu', member, signature, ...body);
    const version = new Variant('u', 4);
    const [itemFace, menuFace] = ['org.kde.StatusNotifierItem', 'com.canonical.dbusmenu'];
    for (const [what, path, member, signature, ...body] of [
      ['properties of the icon', '/StatusNotifierItem', 'GetAll', 's', itemFace],
      ['properties of the menu', menuPath, 'GetAll', 's', menuFace],
      ['properties of another interface', menuPath, 'GetAll', 's', 'a.b'],
      ['a property that does not exist', menuPath, 'Get', 'ss', menuFace, 'None'],
      ['another member of the properties', menuPath, 'Set', 'ssv', menuFace, 'Version', version],
    ] as const)
      await step(what, () =>
        call(path, 'org.freedesktop.DBus.Properties', member, signature, ...body),
      );
    for (const member of ['SecondaryActivate', 'ContextMenu', 'Scroll', 'None'])
      await step(member, () =>
        withEffects(call('/StatusNotifierItem', 'org.kde.StatusNotifierItem', member)),
      );
    await step('another path', () => call('/None', 'org.kde.StatusNotifierItem', 'Activate'));
    const connection = await bus.ownerOf(name);
    const scroll = () =>
      bus.call({
        destination: connection,
        path: '/StatusNotifierItem',
        interface: 'org.kde.StatusNotifierItem',
        member: 'Scroll',
      });
    await step('by the name of the connection', scroll);
    const layout = await menu('GetLayout', 'iias', 0, -1, []);
    const idOf = (index: number): number => {
      const [, [, , children]] = layout as [number, [number, object, Variant<[number]>[]]];
      return children[index]?.value[0] ?? -1;
    };
    const [open, more] = [idOf(0), idOf(3)];
    for (const [id, depth, names] of [
      [0, 0, []],
      [0, 1, ['label']],
      [more, 1, []],
      [more, -1, ['enabled', 'children-display']],
      [999, -1, []],
    ] as const)
      await step(`the layout ${shown([id - open, depth, names])}`, async () =>
        (await menu('GetLayout', 'iias', id, depth, names)).slice(1),
      );
    await step('properties of items', () =>
      menu('GetGroupProperties', 'aias', [open, 999, more], ['label']),
    );
    await step('all properties of items', () =>
      menu('GetGroupProperties', 'aias', [idOf(2), idOf(3)], []),
    );
    const none = new Variant('i', 0);
    await step('an event of the menu', () =>
      withEffects(menu('Event', 'isvu', open, 'hovered', none, 0)),
    );
    await step('an event of an unknown item', () => menu('Event', 'isvu', 999, 'clicked', none, 0));
    await step('a click by its id', () =>
      withEffects(menu('Event', 'isvu', open, 'clicked', none, 0)),
    );
    await step('events', async () => {
      const answer = await menu('EventGroup', 'a(isvu)', [
        [open, 'clicked', none, 0],
        [999, 'clicked', none, 0],
        [more, 'hovered', none, 0],
      ]);
      await settle();
      return answer;
    });
    await step('AboutToShow', () => menu('AboutToShow', 'i', 0));
    await step('AboutToShowGroup', () => menu('AboutToShowGroup', 'ai', [0]));
    await step('a click on an item of an earlier menu', () =>
      settled(
        () => tray.setContextMenu(Menu.buildFromTemplate([])),
        () => item.menu(),
      ),
    );
    await step('the panel starts again', async () => {
      await bus.connection.releaseName(watcherName);
      await settle();
      await bus.connection.requestName(watcherName, 0);
      await settle();
    });
    const second = new Tray(icon);
    await vi.waitFor(() => expect(items).toHaveLength(3));
    await step('a second icon', () => items);
    second.destroy();
    await step('destroy()', async () => {
      tray.destroy();
      tray.destroy();
      await vi.waitFor(async () => expect(await bus.hasOwner(name)).toBe(false));
    });
    await step('setToolTip() after it', () => tray.setToolTip('a'));
    await step('a call by the name of the connection after it', scroll);
    await step('the panel starts again without icons', async () => {
      await bus.connection.releaseName(watcherName);
      await bus.connection.requestName(watcherName, 0);
      await settle();
    });
    await step('no icon of another process', () => findTrayItem(bus, 1, { timeoutMs: 20 }));
    await step('an aborted search', () =>
      findTrayItem(bus, 1, { signal: AbortSignal.abort(new Error('stopped')) }),
    );
    const refused = await start({ STAND_IN_TRAY: 'refused' });
    const invisible = new refused.Tray(icon);
    await step('an icon that the panel refuses', async () => {
      invisible.setToolTip('a');
      await settle();
      return items.length;
    });
    app.removeAllListeners();
    await recorded('tray');
  });

  it('has no icon on a bus without a host', async () => {
    const { items } = await servePanel(false);
    const { Tray, nativeImage } = await start();
    void new Tray(nativeImage.createFromPath(iconPath));
    await step('an icon', async () => {
      await settle();
      return [items, await hasTray(bus)];
    });
    expect(items).toEqual([]);
  });

  it('shows notifications', async () => {
    const { Notification, nativeImage } = await start();
    const record = (notification: InstanceType<typeof Notification>) => {
      for (const name of ['show', 'click', 'action', 'close', 'failed'])
        notification.on(name, (event: object, ...args: unknown[]) =>
          lines.push(
            `  event ${[name, shown({ ...event, defaultPrevented: undefined, preventDefault: undefined }), ...args.map(shown)].join(' ')}`,
          ),
        );
      return notification;
    };
    await step('isSupported()', () => Notification.isSupported());
    await step('without a daemon', async () => {
      const one = record(new Notification({ title: 'A' }));
      await show(one, 'failed');
    });
    const daemonOfTest = await recordNotifications(bus);
    await step('a second daemon', () => recordNotifications(bus));
    const watched = await watchNotifications(bus.address);
    const icon = nativeImage.createFromPath(iconPath);
    const actions = [
      { type: 'button', text: 'One' },
      { type: 'button', text: 'Two' },
    ] as const;
    const rich = record(
      new Notification({ title: 'T', body: '<b>B</b>', icon, actions: [...actions] }),
    );
    await step('show()', async () => {
      await show(rich);
      return daemonOfTest.notifications;
    });
    await step('a monitor of the bus', () => watched.waitFor(({ summary }) => summary === 'T'));
    await step('a click', async () => {
      const clicked = once(rich, 'close');
      daemonOfTest.invokeAction(1, 'default');
      await clicked;
      return [...daemonOfTest.closed];
    });
    await step('show() again, and a button', async () => {
      await show(rich);
      const closed = once(rich, 'close');
      daemonOfTest.invokeAction(2, '1');
      await closed;
    });
    await step('close()', async () => {
      await show(rich);
      rich.close();
      rich.close();
      await vi.waitFor(() => expect(daemonOfTest.closed.get(3)).toBe(3));
      await settle();
      return [...daemonOfTest.closed];
    });
    const plain = record(new Notification({}));
    await step('an empty notification', async () => {
      await show(plain);
      await show(plain);
      await vi.waitFor(() => expect(daemonOfTest.closed.has(4)).toBe(true));
      return daemonOfTest.notifications
        .slice(3)
        .map(({ summary, actions: all, hints }) => [summary, all, hints]);
    });
    await step('an action of another notification', async () => {
      daemonOfTest.invokeAction(99, 'default');
      await settle();
    });
    await step(
      'an option that it lacks',
      () => void new Notification({ title: 'A', silent: true } as object),
    );
    await step('a notification that was shown before', () =>
      daemonOfTest.waitFor(({ summary }) => summary === 'T').then(({ id }) => id),
    );
    await step('a notification that never comes', () =>
      daemonOfTest.waitFor(() => false, { timeoutMs: 20 }),
    );
    await step('an aborted wait', () =>
      daemonOfTest.waitFor(() => false, { signal: AbortSignal.abort(new Error('stopped')) }),
    );
    const comeBack = await daemonOfTest.away();
    await step('while the daemon is away', async () => {
      const one = record(new Notification({ title: 'B' }));
      await show(one, 'failed');
    });
    await comeBack();
    await step('after it came back', async () => {
      await show(rich);
      return [daemonOfTest.notifications.at(-1)?.id, [...daemonOfTest.closed]];
    });
    await step(
      'a replaced notification',
      async () =>
        await bus.call({
          destination: 'org.freedesktop.Notifications',
          path: '/org/freedesktop/Notifications',
          interface: 'org.freedesktop.Notifications',
          member: 'Notify',
          signature: 'susssasa{sv}i',
          body: ['other', 1, '', 'R', '', ['odd'], {}, 0],
        }),
    );
    await step('the daemon', () =>
      bus.call({
        destination: 'org.freedesktop.Notifications',
        path: '/org/freedesktop/Notifications',
        interface: 'org.freedesktop.Notifications',
        member: 'GetServerInformation',
      }),
    );
    watched.stop();

    const silent = await start({ STAND_IN_NOTIFICATIONS: 'no-close' });
    const quiet = record(new silent.Notification({ title: 'Q' }));
    await step('a daemon that reports no end', async () => {
      await show(quiet);
      daemonOfTest.invokeAction(daemonOfTest.notifications.at(-1)?.id ?? 0, 'default');
      await settle();
      await settle();
    });
    const waits = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out');
    const dead = await start({ STAND_IN_NOTIFICATIONS: 'dead' });
    const late = record(new dead.Notification({ title: 'D' }));
    await step('a daemon that does not answer', async () => {
      await show(late);
      late.close();
      return waits.mock.calls.map(([, ...rest]) => rest);
    });
    waits.mockRestore();
    await recorded('notifications');
  });

  it('sends no actions to a daemon that has none', async () => {
    const served: unknown[][] = [];
    serveObject(bus, {
      path: '/org/freedesktop/Notifications',
      interface: 'org.freedesktop.Notifications',
      methods: {
        GetCapabilities: { out: 'as', answer: () => [['body']] },
        Notify: {
          out: 'u',
          answer: (body) => {
            served.push(body);
            return [5];
          },
        },
      },
    });
    await bus.connection.requestName('org.freedesktop.Notifications', 0);
    const { Notification } = await start();
    const one = new Notification({ title: 'A', actions: [{ type: 'button', text: 'B' }] });
    await show(one);
    expect(shown(served)).toBe('[["app",0,"","A","",[],{"urgency":1},-1]]');
  });

  it('ends the app as app.exit() does when the bus ends', async () => {
    const { app, watchSessionBus } = await start();
    watchSessionBus();
    await vi.waitFor(async () => expect(await bus.hasOwner('org.freedesktop.DBus')).toBe(true));
    const quit = once(app, 'quit');
    await settle();
    daemon.kill();
    expect((await quit)[1]).toBe(0);
    await vi.waitFor(() => expect(exits).toContain(0));
  });

  it('gives up a call without an answer, also after the end of the bus', async () => {
    const call = { destination: bus.name, path: '/', interface: 'a.b', member: 'C', timeoutMs: 5 };
    bus.connection.addMethodHandler(() => true);
    await expect(bus.call(call)).rejects.toThrow('no answer to a.b.C within 5 ms');
    const stop = new AbortController();
    const aborted = bus.call({ ...call, timeoutMs: 60_000, signal: stop.signal });
    stop.abort(new Error('stopped'));
    await expect(aborted).rejects.toThrow('stopped');
    await expect(
      bus.call({ ...call, signal: AbortSignal.abort(new Error('before')) }),
    ).rejects.toThrow('before');
    expect(await bus.processOf(bus.name)).toBe(process.pid);
    expect(await bus.ownerOf('org.freedesktop.DBus')).toBe('org.freedesktop.DBus');
    expect(await bus.hasOwner('dev.overhead.Nobody')).toBe(false);
    await expect(bus.processOf('dev.overhead.Nobody')).rejects.toThrow('dev.overhead.Nobody');
    const ended = once(daemon, 'exit');
    daemon.kill();
    await ended;
    await expect(bus.call({ ...call, timeoutMs: 100 })).rejects.toThrow();
  });
});
