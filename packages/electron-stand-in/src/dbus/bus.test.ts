import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openBus, sessionBusAddress, systemBusAddress, unwrapVariant } from './bus.ts';

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

it('systemBusAddress prefers DBUS_SYSTEM_BUS_ADDRESS', () => {
  expect(systemBusAddress({ DBUS_SYSTEM_BUS_ADDRESS: 'unix:path=/named' })).toBe(
    'unix:path=/named',
  );
  expect([null, 'unix:path=/run/dbus/system_bus_socket']).toContain(systemBusAddress({}));
});

it('openBus throws when the server of the address sends no greeting, and when it is aborted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'overhead-bus-'));
  const server = createServer();
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  const path = join(folder, 'bus');
  await new Promise<void>((resolve) => void server.listen(path, resolve));
  await expect(openBus(`unix:path=${path}`, { timeoutMs: 10 })).rejects.toMatchObject({
    message: `no message bus at unix:path=${path}`,
    cause: { message: 'no answer to the greeting of the bus within 10 ms' },
  });
  const signal = AbortSignal.abort(new Error('stopped'));
  await expect(openBus(`unix:path=${path}`, { signal })).rejects.toMatchObject({
    cause: { message: 'stopped' },
  });
});

it('unwrapVariant returns the value of a variant, and other values unchanged', () => {
  const other = { value: 1 };
  expect(unwrapVariant({ signature: 's', value: 'a' })).toBe('a');
  for (const value of [other, { signature: 's' }, null, 'signature', 3])
    expect(unwrapVariant(value)).toBe(value);
});
