import { EventEmitter } from 'node:events';
import { openBus, systemBusAddress } from '../dbus/bus.ts';
import { makeEvent, strict } from './api.ts';
import { requireReady } from './app.ts';

const events = new EventEmitter();
let listensForShutdown = false;

/** Listens to the login manager for sleep and shutdown. As in Electron on Linux, a locked screen is not reported. */
async function listenToLogind(): Promise<void> {
  const address = systemBusAddress();
  if (address === null) return;
  const bus = await openBus(address);
  bus.onSignal('org.freedesktop.login1.Manager', 'PrepareForSleep', ([begins]) =>
    events.emit(begins === true ? 'suspend' : 'resume'),
  );
  // The handler is called only if the script has enabled it, as in `shell/browser/lib/power_observer_linux.cc`.
  bus.onSignal('org.freedesktop.login1.Manager', 'PrepareForShutdown', ([begins]) => {
    if (begins === true && listensForShutdown) events.emit('shutdown', makeEvent({}));
  });
}

// The first listener starts the monitor, which must not happen before ready: `lib/browser/api/power-monitor.ts`.
events.once('newListener', () => {
  requireReady('powerMonitor cannot be used before the app is ready');
  // At this time the first listener is not counted yet, and the hook below is not called for it. So if the process's
  // first listener is for `shutdown`, the event is never emitted.
  listensForShutdown = events.listenerCount('shutdown') > 0;
  events.on('newListener', (event) => {
    if (event === 'shutdown') listensForShutdown = true;
  });
  events.on('removeListener', (event) => {
    if (event === 'shutdown') listensForShutdown = events.listenerCount('shutdown') > 0;
  });
  void listenToLogind().catch(() => undefined);
});

/** Electron's `powerMonitor`. A virtual desktop has no battery. */
export const powerMonitor = strict(
  'powerMonitor',
  Object.assign(events, { isOnBatteryPower: () => false }),
);
