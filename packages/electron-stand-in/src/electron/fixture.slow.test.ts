import { Variant } from '@jellybrick/dbus-next';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { canStartBus, startBus } from '#stand-in/dbus/test-bus.ts';
import { openBus, type Bus } from '../dbus/bus.ts';
import { closeReasonNumbers, recordNotifications } from '../dbus/notifications.ts';
import { serveObject } from '../dbus/serve.ts';
import { findTrayItem, hasTray } from '../dbus/tray.ts';
import { chromiumPath } from '../system/chromium.ts';
import { waitUntil } from '../system/until.ts';
import { fixtureFolder, makeFolder, runInStandIn } from './run.ts';

const bare = ['--no-window', '--no-tray', '--no-notification', '--no-child'];
const withWindow = bare.filter((name) => name !== '--no-window');

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeEach(async () => {
  folder = await makeFolder();
  // After the end of the apps that the test has started.
  onTestFinished(() => folder.remove());
});

function run(...parameters: [args: string[], env?: NodeJS.ProcessEnv]) {
  const app = runInStandIn(fixtureFolder, folder.path, ...parameters);
  onTestFinished(() => app.end());
  return app;
}

const within = (message: string) => ({ message, timeoutMs: 120_000 });

describe.skipIf(process.platform !== 'linux')('an app on the stand-in for Electron', () => {
  it('has its name, version and data folder, and emits before-quit, will-quit and quit on SIGTERM', async () => {
    const app = run(bare);
    const facts = {
      name: 'Stand-in Fixture',
      version: '1.2.3',
      userData: join(folder.path, 'data'),
    };
    expect(await app.said('ready')).toEqual(facts);
    app.child.kill('SIGTERM');
    expect(await app.exited).toEqual([0, null]);
    expect(app.kinds().slice(-3)).toEqual(['before-quit', 'will-quit', 'quit']);
  });
});

describe.skipIf(chromiumPath() === null)('an emulated BrowserWindow (skipped: no Chromium)', () => {
  it('loads the page, transfers IPC messages and blocks the network', async () => {
    const app = run(withWindow);
    expect(await app.said('loaded')).toBe('fixture://app/');
    expect(await app.said('page')).toEqual({
      sum: '5',
      error: "Error invoking remote method 'refuse': Error: no",
      network: 'blocked',
      image: 64,
      frozen: true,
      ticks: '1',
      permissions: ['granted', 'denied', 'denied'],
      opened: false,
    });
    expect(await app.said('open')).toBe('https://example.invalid/');
    expect(await app.said('seen')).toEqual({ title: 'Stand-in Fixture', url: 'fixture://app/' });
    expect(await app.said('navigate')).toBe('fixture://app/child.js');
    app.child.kill('SIGTERM');
    expect(await app.exited).toEqual([0, null]);
    // At this time, the page and its frame no longer exist.
    expect(await app.said('sender')).toBeNull();
    expect(readdirSync(folder.path).filter((name) => name.startsWith('stand-in-'))).toEqual([]);
  });

  it('grants a page every permission that the app does not deny, as Electron does', async () => {
    const app = run([...withWindow, '--no-guards']);
    expect(await app.said('page')).toMatchObject({
      permissions: ['granted', 'granted', 'asked'],
      opened: true,
    });
    app.child.kill('SIGTERM');
    await app.exited;
    expect(app.kinds()).not.toContain('navigate');
  });
});

const watcher = 'org.kde.StatusNotifierWatcher';

/** Serves the objects of a panel that a tray item needs. */
async function serveWatcher(bus: Bus, hasHost = () => true): Promise<void> {
  const items: string[] = [];
  serveObject(bus, {
    path: '/StatusNotifierWatcher',
    interface: watcher,
    properties: () => ({
      IsStatusNotifierHostRegistered: new Variant('b', hasHost()),
      RegisteredStatusNotifierItems: new Variant('as', items),
    }),
    methods: {
      RegisterStatusNotifierItem: {
        out: '',
        answer: ([name]) => {
          items.unshift(String(name));
          return [];
        },
      },
    },
  });
  await bus.connection.requestName(watcher, 0);
}

describe.skipIf(!canStartBus)('emulated Tray and Notification (skipped: no dbus-daemon)', () => {
  async function openedBus(): Promise<Bus> {
    const bus = await openBus(await startBus());
    onTestFinished(() => bus.close());
    return bus;
  }

  it('shows a tray item whose menu can be read and clicked, and another item after the first is destroyed', async () => {
    const bus = await openedBus();
    expect(await hasTray(bus)).toBe(false);
    await serveWatcher(bus);
    expect(await hasTray(bus)).toBe(true);
    const app = run(
      bare.filter((name) => name !== '--no-tray'),
      {
        DBUS_SESSION_BUS_ADDRESS: bus.address,
      },
    );
    const pid = app.child.pid ?? 0;
    const item = await findTrayItem(bus, pid);
    expect(item.name).toBe(`org.freedesktop.StatusNotifierItem-${String(pid)}-1`);
    expect(await item.status()).toBe('Active');
    const id = bus.property(item.name, item.path, 'org.kde.StatusNotifierItem', 'Id');
    expect(await id).toBe('Stand-in Fixture_status_icon_1');
    expect(await item.toolTip()).toBe('Fixture');
    const [icon] = await item.iconPixmaps();
    expect([icon?.width, icon?.height]).toEqual([64, 64]);
    // The bytes alpha, red, green and blue of the pixel in the middle, which is orange.
    expect([...(icon?.argb.subarray(4 * (32 * 64 + 32)).subarray(0, 4) ?? [])]).toEqual([
      0xff, 0xff, 0x88, 0,
    ]);
    const menu = await item.menu();
    expect(menu.map(({ label }) => label)).toEqual([
      'Say _hello more',
      '',
      'Off',
      'Deeper',
      'Hidden',
      'Another tray',
      'Quit',
    ]);
    expect(menu[0]).toMatchObject({ type: 'standard', enabled: true, visible: true, children: [] });
    expect(menu[1]?.type).toBe('separator');
    expect(menu[3]?.children.map(({ label }) => label)).toEqual(['One']);
    await expect(item.click('Off')).rejects.toThrow('the menu entry "Off" is disabled');
    await expect(item.click('Hidden')).rejects.toThrow('no menu entry "Hidden"');
    await expect(item.click(['Deeper', 'Quit'])).rejects.toThrow('there are: "One"');
    await item.click('Say _hello more');
    await app.said('hello');
    await item.click(['Deeper', 'One']);
    await app.said('one');
    // The entries of a new menu have new ids, because hosts keep the state of entries by their ids.
    const highest = Math.max(
      ...menu.flatMap(({ id, children }) => [id, ...children.map((one) => one.id)]),
    );
    for (const { id } of await item.menu()) expect(id).toBeGreaterThan(highest);
    // On Linux, neither the position of the icon nor the position of the click is reported.
    await item.activate();
    const position = { x: 0, y: 0 };
    const bounds = { ...position, width: 0, height: 0 };
    expect(await app.said('tray')).toEqual({ bounds, position });
    // Panels also read the item by the name of the connection.
    const owner = await bus.ownerOf(item.name);
    const status = bus.property(owner, item.path, 'org.kde.StatusNotifierItem', 'Status');
    expect(await status).toBe('Active');
    await item.click('Another tray');
    await waitUntil(async () => !(await bus.hasOwner(item.name)), within('the first item stays'));
    const second = await findTrayItem(bus, pid);
    expect(second.name).toBe(`org.freedesktop.StatusNotifierItem-${String(pid)}-2`);
    // All icons of a process share its connection.
    expect(await bus.ownerOf(second.name)).toBe(owner);
    await second.click('Quit');
    expect(await app.exited).toEqual([0, null]);
  });

  it('shows no tray item when the bus has no tray host at first, even if one starts later', async () => {
    const bus = await openedBus();
    const asked = Promise.withResolvers<undefined>();
    let isThere = false;
    await serveWatcher(bus, () => {
      asked.resolve(undefined);
      return isThere;
    });
    const app = run(
      bare.filter((name) => name !== '--no-tray'),
      {
        DBUS_SESSION_BUS_ADDRESS: bus.address,
      },
    );
    await asked.promise;
    isThere = true;
    await bus.connection.releaseName(watcher);
    await bus.connection.requestName(watcher, 0);
    await expect(findTrayItem(bus, app.child.pid ?? 0, { timeoutMs: 500 })).rejects.toThrow(
      `no tray item of process ${String(app.child.pid)} within 500 ms`,
    );
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(findTrayItem(bus, process.pid, { signal })).rejects.toThrow('enough');
  });

  /** Shows a notification of the fixture in a daemon of the test. */
  async function notified(
    args: string[],
    env: NodeJS.ProcessEnv = {},
    capabilities?: readonly string[],
  ) {
    const bus = await openedBus();
    const daemon = await recordNotifications(bus, capabilities);
    const options = bare.filter((name) => name !== '--no-notification');
    const app = run([...options, ...args], { DBUS_SESSION_BUS_ADDRESS: bus.address, ...env });
    // This waits for the start of the program, however long a busy machine takes.
    await app.said('notification show');
    const shown = await daemon.waitFor(({ summary }) => summary === 'Hello');
    return { app, daemon, shown };
  }
  const kindsAfterEnd = async ({ app }: Awaited<ReturnType<typeof notified>>) => {
    app.child.kill('SIGTERM');
    await app.exited;
    return app.kinds().filter((kind) => kind.startsWith('notification '));
  };

  it('shows a notification, and reports the clicked action and a close without a reason, as on Linux', async () => {
    const one = await notified([]);
    expect(one.shown).toMatchObject({
      appName: 'Stand-in Fixture',
      body: 'From the <b>fixture</b>',
    });
    expect(one.shown.actions).toEqual([
      { key: 'default', label: 'View' },
      { key: '0', label: 'Act' },
    ]);
    one.daemon.invokeAction(one.shown.id, '0');
    expect(await one.app.said('notification action')).toBe(0);
    expect(await one.app.said('notification close')).toBeNull();
    expect(await kindsAfterEnd(one)).toEqual([
      'notification show',
      'notification action',
      'notification close',
    ]);
  });

  it('sends neither buttons nor a click to a daemon without actions', async () => {
    const { shown } = await notified([], {}, ['body']);
    expect(shown).toMatchObject({ summary: 'Hello', actions: [] });
  });

  it('emits no event for a click on a notification whose object was garbage-collected', async () => {
    const one = await notified(['--forget-notification'], { NODE_OPTIONS: '--expose-gc' });
    one.app.child.kill('SIGUSR2');
    await one.app.said('collected');
    one.daemon.invokeAction(one.shown.id, 'default');
    expect(await kindsAfterEnd(one)).toEqual(['notification show']);
  });

  it('reports an expired notification as timed out, and still reports a later click, as on Windows', async () => {
    const one = await notified([], { STAND_IN_NOTIFICATIONS: 'windows' });
    one.daemon.close(one.shown.id, closeReasonNumbers.expired);
    expect(await one.app.said('notification close')).toBe('timedOut');
    one.daemon.invokeAction(one.shown.id, 'default');
    await one.app.said('notification click');
  });
});
