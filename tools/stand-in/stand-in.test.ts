import { Variant } from '@jellybrick/dbus-next';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openBus, type Bus } from '../dbus/bus.ts';
import { serveObject } from '../dbus/serve.ts';
import { chromiumPath } from '../system/chromium.ts';
import { until } from '../system/until.ts';
import { makeFolder, runFixture } from './run-fixture.ts';

const bare = ['--no-window', '--no-tray', '--no-notification', '--no-child'];
const withWindow = bare.filter((name) => name !== '--no-window');

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(() => folder.remove());

function run(...parameters: [args: string[], env?: NodeJS.ProcessEnv]) {
  const app = runFixture(folder.path, ...parameters);
  onTestFinished(() => app.end());
  return app;
}

const within = (message: string) => ({ message, timeoutMs: 10_000 });

async function startBus(): Promise<string> {
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void daemon.kill());
  const [address] = (await once(createInterface({ input: daemon.stdout }), 'line')) as [string];
  return address;
}

describe.skipIf(process.platform !== 'linux')('the application', () => {
  it('knows itself, and quits in order on SIGTERM', async () => {
    const app = run(bare);
    const facts = { name: 'Stand-in Fixture', version: '1.2.3', userData: folder.path };
    expect(await app.said('ready')).toEqual(facts);
    app.child.kill('SIGTERM');
    expect(await app.exited).toEqual([0, null]);
    expect(app.kinds().slice(-3)).toEqual(['before-quit', 'will-quit', 'quit']);
  });
});

describe.skipIf(chromiumPath() === null)('a window (skipped: no Chromium)', () => {
  it('serves the page, carries IPC and blocks the network', async () => {
    const app = run(withWindow);
    expect(await app.said('loaded')).toBe('fixture://app/');
    expect(await app.said('page')).toEqual({
      sum: '5',
      error: "Error invoking remote method 'refuse': Error: no",
      network: 'blocked',
      image: 64,
      frozen: true,
      ticks: '1',
    });
    expect(await app.said('seen')).toEqual({ title: 'Stand-in Fixture', url: 'fixture://app/' });
    app.child.kill('SIGTERM');
    expect(await app.exited).toEqual([0, null]);
    expect(readdirSync(folder.path).filter((name) => name.startsWith('stand-in-'))).toEqual([]);
  });
});

/** A panel, as far as the item needs one. */
async function serveWatcher(bus: Bus): Promise<void> {
  const watcher = 'org.kde.StatusNotifierWatcher';
  serveObject(bus, {
    path: '/StatusNotifierWatcher',
    interface: watcher,
    properties: { IsStatusNotifierHostRegistered: new Variant('b', true) },
    methods: { RegisterStatusNotifierItem: { out: '', answer: () => [] } },
  });
  await bus.connection.requestName(watcher, 0);
}

const hasBus = existsSync('/usr/bin/dbus-daemon');
describe.skipIf(!hasBus)('on the session bus (skipped: no dbus-daemon)', () => {
  it('has a tray item whose menu can be read and clicked', async () => {
    const address = await startBus();
    const bus = await openBus(address);
    onTestFinished(() => bus.close());
    await serveWatcher(bus);
    const app = run(['--no-window', '--no-child'], { DBUS_SESSION_BUS_ADDRESS: address });
    // Nobody shows notifications on this bus.
    await app.said('notification failed');
    const name = `org.freedesktop.StatusNotifierItem-${String(app.child.pid)}-1`;
    await until(() => bus.hasOwner(name), within('no tray item'));
    const item = ['/StatusNotifierItem', 'org.kde.StatusNotifierItem'] as const;
    const path = String(await bus.property(name, ...item, 'Menu'));
    expect(await bus.property(name, ...item, 'IconPixmap')).toMatchObject([[22, 22, {}]]);
    const menu = { destination: name, path, interface: 'com.canonical.dbusmenu' };
    const [, layout] = await bus.call({
      ...menu,
      member: 'GetLayout',
      signature: 'iias',
      body: [0, -1, ['label']],
    });
    expect(JSON.stringify(layout)).toContain('Say __hello _more');
    const click = async (id: number): Promise<void> => {
      const body = [id, 'clicked', new Variant('i', 0), 0];
      await bus.call({ ...menu, member: 'Event', signature: 'isvu', body });
    };
    await click(1);
    await app.said('hello');
    await click(2);
    expect(await app.said('checked')).toBe(false);
    await click(6);
    expect(await app.exited).toEqual([0, null]);
  });
});
