import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { describeDesktop } from '../desktop/describe-desktop.ts';
import { startDesktop } from '../desktop/desktop.ts';
import { openBus, sessionBusAddress } from './bus.ts';

it('sessionBusAddress returns DBUS_SESSION_BUS_ADDRESS, or otherwise the socket `bus` in XDG_RUNTIME_DIR', () => {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-bus-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(sessionBusAddress({})).toBeNull();
  expect(sessionBusAddress({ XDG_RUNTIME_DIR: folder })).toBeNull();
  writeFileSync(join(folder, 'bus'), '');
  const there = `unix:path=${join(folder, 'bus')}`;
  expect(sessionBusAddress({ XDG_RUNTIME_DIR: folder })).toBe(there);
  const env = { XDG_RUNTIME_DIR: folder, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/named' };
  expect(sessionBusAddress(env)).toBe('unix:path=/named');
});

it('openBus throws when no bus listens at the address', async () => {
  await expect(openBus('unix:path=/nonexistent/bus')).rejects.toThrow(
    'no message bus at unix:path=/nonexistent/bus',
  );
});

describeDesktop('openBus', () => {
  it('returns a connection whose calls are answered while the bus runs, and rejected afterwards', async () => {
    const desktop = await startDesktop({ notifications: 'none', tray: false });
    const bus = await openBus(desktop.busAddress);
    try {
      expect(bus.name).toMatch(/^:1\.\d+$/);
      expect(await bus.processOf(bus.name)).toBe(process.pid);
      expect(await bus.hasOwner('org.freedesktop.DBus')).toBe(true);
      expect(await bus.hasOwner('dev.overhead.Nobody')).toBe(false);
      await expect(bus.processOf('dev.overhead.Nobody')).rejects.toThrow('dev.overhead.Nobody');
    } finally {
      await desktop.stop();
    }
    const call = { destination: 'org.freedesktop.DBus', path: '/', interface: 'a.b', member: 'C' };
    await expect(bus.call({ ...call, timeoutMs: 100 })).rejects.toThrow();
    bus.close();
  });
});
