import { openSessionBus, sessionBusAddress, type Bus } from '../dbus/bus.ts';
import { app } from './app.ts';

let sharedConnection: Promise<Bus> | null = null;

/**
 * This process's connection to the session's bus, which stays open: `dbus_thread_linux::GetSharedSessionBus` of
 * Chromium. When the bus ends, the application ends as with `app.exit()`: `ExitOnSessionLoss` in
 * `shell/browser/electron_browser_main_parts.cc`. The application then emits only `quit`.
 */
export const sharedBus = (): Promise<Bus> => (sharedConnection ??= connectToSessionBus());

async function connectToSessionBus(): Promise<Bus> {
  const bus = await openSessionBus();
  bus.onEnd(() => app.exit(0));
  return bus;
}

/** Connects to the session's bus if a bus exists, so that the application ends when the bus ends. */
export function watchSessionBus(): void {
  if (sessionBusAddress() !== null) void sharedBus().catch(() => undefined);
}
