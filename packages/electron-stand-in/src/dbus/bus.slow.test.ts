import { expect, it } from 'vitest';
import { describeDesktop } from '../desktop/describe-desktop.ts';
import { startDesktop } from '../desktop/desktop.ts';
import { openBus } from './bus.ts';

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
