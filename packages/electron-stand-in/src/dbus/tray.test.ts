import { Message } from '@jellybrick/dbus-next';
import { expect, it, onTestFinished } from 'vitest';
import { openBus } from './bus.ts';
import { canStartBus, startBus } from './test-bus.ts';
import { hasTray } from './tray.ts';

it.skipIf(!canStartBus)(
  'hasTray returns false while StatusNotifierWatcher owns its bus name but exports no object',
  async () => {
    const bus = await openBus(await startBus());
    onTestFinished(() => bus.close());
    expect(await hasTray(bus)).toBe(false);
    // The answer of GLib's gdbusconnection.c, and so of XFCE's panel while it starts.
    const [type, text] = [
      'org.freedesktop.DBus.Error.UnknownMethod',
      'Object does not exist at path “/StatusNotifierWatcher”',
    ];
    bus.connection.addMethodHandler((call: Message) => {
      bus.connection.send(Message.newError(call, type, text));
      return true;
    });
    await bus.connection.requestName('org.kde.StatusNotifierWatcher', 0);
    expect(await hasTray(bus)).toBe(false);
  },
);
