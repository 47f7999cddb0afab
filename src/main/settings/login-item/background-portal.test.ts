import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { serveBackgroundPortal, type BackgroundAnswer } from '#stand-in/dbus/background-portal.ts';
import { openBus, type Bus } from '#stand-in/dbus/bus.ts';
import { busAddress, flatpakId, portalLoginItem } from './background-portal.ts';

const hasBus = existsSync('/usr/bin/dbus-daemon');

let address: string;
const item = (ending = new AbortController().signal) =>
  portalLoginItem({ DBUS_SESSION_BUS_ADDRESS: address }, ending);

async function startBus(): Promise<Bus> {
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void daemon.kill());
  [address] = (await once(createInterface({ input: daemon.stdout }), 'line')) as [string];
  const bus = await openBus(address);
  onTestFinished(() => bus.close());
  return bus;
}

const portalFailure = (detail: string | RegExp) => ({
  ok: false,
  failure: { kind: 'login-item', detail: expect.stringMatching(detail) as string },
});

describe.skipIf(!hasBus)('portalLoginItem (skipped without dbus-daemon)', () => {
  let bus: Bus;
  beforeEach(async () => {
    bus = await startBus();
  });

  it('is on after the portal allowed autostart, and off after the user switched it off', async () => {
    const calls = await serveBackgroundPortal(bus, (autostart) => [
      0,
      { background: true, autostart },
    ]);
    const loginItem = item();
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    expect(loginItem.state()).toBe('off');
    for (let n = 0; n < 2; n += 1) {
      expect(await loginItem.set(true)).toEqual({ ok: true, value: 'on' });
      expect(loginItem.state()).toBe('on');
    }
    expect(await loginItem.set(false)).toEqual({ ok: true, value: 'off' });
    // Switching on shows a dialog, and has no time limit.
    expect(timeout.mock.calls).toEqual([[10_000]]);
    timeout.mockRestore();
    expect(calls.map(({ parent, options }) => [parent, options])).toEqual(
      [true, true, false].map((autostart) => [
        '',
        {
          handle_token: expect.stringMatching(/^overhead_[\da-f]{32}$/) as string,
          reason: expect.stringContaining('Overhead starts with your session') as string,
          autostart,
          commandline: ['overhead', '--hidden'],
        },
      ]),
    );
  });

  it.each<[string, BackgroundAnswer]>([
    ['the user refuses', [1, { background: false, autostart: true }]],
    [
      'the portal allows the background without autostart',
      [0, { background: true, autostart: false }],
    ],
    ['the results are missing', [0, {}]],
  ])('is refused when %s, and is off after the user switched it off', async (_what, answer) => {
    await serveBackgroundPortal(bus, () => answer);
    const loginItem = item();
    expect(await loginItem.set(true)).toEqual({ ok: true, value: 'refused' });
    expect(await loginItem.set(false)).toEqual({ ok: true, value: 'off' });
  });

  it('fails when the portal ends the request without an answer', async () => {
    await serveBackgroundPortal(bus, () => [2, {}]);
    const loginItem = item();
    expect(await loginItem.set(true)).toEqual(
      portalFailure(/^the portal ended the request without an answer$/),
    );
    expect(loginItem.state()).toBe('refused');
  });

  it('stays on when the portal does not switch autostart off', async () => {
    await serveBackgroundPortal(bus, (autostart) => [autostart ? 0 : 2, { autostart }]);
    const loginItem = item();
    await loginItem.set(true);
    expect(await loginItem.set(false)).toMatchObject({ failure: { kind: 'login-item' } });
    expect(loginItem.state()).toBe('on');
  });

  it('fails when there is no portal', async () => {
    expect(await item().set(true)).toEqual(portalFailure(/org\.freedesktop\.portal\.Desktop/));
  });

  it('sends a request at a start only when the setting is on', async () => {
    const calls = await serveBackgroundPortal(bus, () => [0, { autostart: true }]);
    expect(await item().renew(false)).toEqual({ ok: true, value: 'off' });
    expect(await item().set(false)).toEqual({ ok: true, value: 'off' });
    expect(calls).toEqual([]);
    expect(await item().renew(true)).toEqual({ ok: true, value: 'on' });
  });

  it('sends one request while the dialog is open, and withdraws the request when the app ends', async () => {
    const calls = await serveBackgroundPortal(bus, () => null);
    const ending = new AbortController();
    const loginItem = item(ending.signal);
    const answers = [loginItem.set(true), loginItem.set(true)];
    await expect.poll(() => calls.length).toBe(1);
    ending.abort();
    for (const answer of answers)
      expect(await answer).toEqual({ ok: false, failure: { kind: 'cancelled' } });
    expect(loginItem.state()).toBe('off');
    expect(calls).toHaveLength(1);
    // The portal closes its dialog when the caller has closed its connection.
    await expect.poll(() => bus.hasOwner(String(calls[0]?.sender))).toBe(false);
  });

  it('withdraws the request when the user switches autostart off while the dialog is open', async () => {
    const calls = await serveBackgroundPortal(bus, () => null);
    const loginItem = item();
    const asked = loginItem.set(true);
    await expect.poll(() => calls.length).toBe(1);
    expect(await loginItem.set(false)).toEqual({ ok: true, value: 'off' });
    expect(await asked).toEqual({ ok: false, failure: { kind: 'superseded' } });
    expect(calls).toHaveLength(1);
  });
});

describe.skipIf(process.platform === 'win32')('portalLoginItem without a bus', () => {
  it('fails with the error of the connection', async () => {
    address = 'unix:path=/nonexistent/bus';
    expect(await item().set(true)).toEqual(portalFailure(/^connect ENOENT/));
  });

  it.each([
    ['refuses the user', 'REJECTED EXTERNAL\r\n', 'authentication failed'],
    ['sends no D-Bus message', `OK 0\r\n${'\xff'.repeat(16)}`, 'out of range'],
    ['sends a message without end', `OK 0\r\nl${'\xff'.repeat(15)}`, 'out of range'],
    ['closes the connection', '', 'closed the connection'],
  ])('fails when the bus %s', async (_case, bytes, detail) => {
    const path = join(tmpdir(), `overhead-${randomUUID()}`);
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(bytes, 'latin1'));
    }).listen(path);
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    address = `unix:path=${path}`;
    expect(await item().set(true)).toEqual(portalFailure(detail));
  });
});

it.each([
  [{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/flatpak/bus' }, 'unix:path=/run/flatpak/bus'],
  [{ DBUS_SESSION_BUS_ADDRESS: 'unix:guid=1f,path=/a%20b' }, 'unix:path=/a b'],
  [{ DBUS_SESSION_BUS_ADDRESS: 'tcp:host=a;unix:abstract=/tmp/x,guid=1f' }, 'unix:abstract=/tmp/x'],
  [{ XDG_RUNTIME_DIR: '/run/user/1000' }, 'unix:path=/run/user/1000/bus'],
])('busAddress finds the address of the session bus in %j', (env, address) => {
  expect(busAddress(env)).toBe(address);
});

it('flatpakId is the id in the Flatpak manifest, whose command is `overhead`', () => {
  const manifest = readFileSync('build/flatpak/dev.overhead.Overhead.yml', 'utf8');
  expect(manifest).toContain(`\nid: ${flatpakId}\n`);
  expect(manifest).toContain(`\ncommand: overhead\n`);
});
