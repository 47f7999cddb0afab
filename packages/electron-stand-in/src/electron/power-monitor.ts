import { EventEmitter } from 'node:events';
import { openBus, systemBusAddress } from '../dbus/bus.ts';
import { makeEvent, strict } from './api.ts';
import { requireReady } from './app.ts';

const events = new EventEmitter();
let listensForShutdown = false;

/** As in Electron on Linux: the login manager reports sleep and shutdown, but nothing reports a locked screen. */
async function listenToLogind(): Promise<void> {
  const address = systemBusAddress();
  if (address === null) return;
  const bus = await openBus(address);
  bus.onSignal('org.freedesktop.login1.Manager', 'PrepareForSleep', ([begins]) =>
    events.emit(begins === true ? 'suspend' : 'resume'),
  );
  // From `shell/browser/lib/power_observer_linux.cc`: the handler is called only if the script has enabled it.
  bus.onSignal('org.freedesktop.login1.Manager', 'PrepareForShutdown', ([begins]) => {
    if (begins === true && listensForShutdown) events.emit('shutdown', makeEvent({}));
  });
}

// The first listener starts the monitor, which must not be before ready: `lib/browser/api/power-monitor.ts`.
events.once('newListener', () => {
  requireReady('powerMonitor cannot be used before the app is ready');
  // The first listener is not yet counted, and the hook below is not called for it: if `shutdown` is the process's
  // first listener, the event is never emitted.
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
