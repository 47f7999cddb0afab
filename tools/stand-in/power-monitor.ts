import { EventEmitter } from 'node:events';
import { openBus, systemBusAddress } from '../dbus/bus.ts';
import { strict } from './api.ts';
import { requireReady } from './app.ts';

const events = new EventEmitter();

/** As Electron on Linux: the login manager tells of sleep, and nobody of a locked screen. */
async function listenToLogind(): Promise<void> {
  const address = systemBusAddress();
  if (address === null) return;
  const bus = await openBus(address);
  bus.onSignal('org.freedesktop.login1.Manager', 'PrepareForSleep', ([begins]) =>
    events.emit(begins === true ? 'suspend' : 'resume'),
  );
}

// The first listener starts it, which must not be before ready: `lib/browser/api/power-monitor.ts`.
events.once('newListener', () => {
  requireReady('powerMonitor cannot be used before the app is ready');
  void listenToLogind().catch(() => undefined);
});

/** Electron's `powerMonitor`. A virtual desktop has no battery. */
export const powerMonitor = strict(
  'powerMonitor',
  Object.assign(events, { isOnBatteryPower: () => false }),
);
