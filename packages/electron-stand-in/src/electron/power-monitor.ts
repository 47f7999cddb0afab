import { EventEmitter } from 'node:events';
import { openBus, systemBusAddress } from '../dbus/bus.ts';
import { makeEvent, strictObject } from './api.ts';
import { requireReady } from './app.ts';

const powerEvents = new EventEmitter();
let listensForShutdown = false;

/** Listens to the login manager for sleep and shutdown. As in Electron on Linux, a locked screen is not reported. */
async function listenToLogind(): Promise<void> {
  const address = systemBusAddress();
  if (address === null) return;
  const bus = await openBus(address);
  bus.onSignal('org.freedesktop.login1.Manager', 'PrepareForSleep', ([begins]) =>
    powerEvents.emit(begins === true ? 'suspend' : 'resume'),
  );
  // `shutdown` is emitted only if the app has a listener for it, as in `shell/browser/lib/power_observer_linux.cc`.
  bus.onSignal('org.freedesktop.login1.Manager', 'PrepareForShutdown', ([begins]) => {
    if (begins === true && listensForShutdown) powerEvents.emit('shutdown', makeEvent({}));
  });
}

// The first listener starts the monitor. Before `ready`, this throws an error, as in
// `lib/browser/api/power-monitor.ts`.
powerEvents.once('newListener', () => {
  requireReady('powerMonitor cannot be used before the app is ready');
  // The handler below is not called for the first listener of all. So if that listener is for `shutdown`, the event is
  // never emitted.
  powerEvents.on('newListener', (event) => {
    if (event === 'shutdown') listensForShutdown = true;
  });
  void listenToLogind().catch(() => undefined);
});

/** Electron's `powerMonitor`. A virtual desktop has no battery. */
export const powerMonitor = strictObject(
  'powerMonitor',
  Object.assign(powerEvents, { isOnBatteryPower: () => false }),
);
