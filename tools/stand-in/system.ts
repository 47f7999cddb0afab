import { EventEmitter } from 'node:events';
import { strict } from './absent.ts';
import { openSystemBus } from './session-bus.ts';

const powerEvents = new EventEmitter();

/** As Electron on Linux: the login manager tells of sleep, and nobody of a locked screen. */
function listenToLogind(): void {
  openSystemBus()?.onSignal('org.freedesktop.login1.Manager', 'PrepareForSleep', ([begins]) =>
    powerEvents.emit(begins === true ? 'suspend' : 'resume'),
  );
}
powerEvents.on('newListener', function listen(event: string) {
  if (event !== 'suspend' && event !== 'resume') return;
  powerEvents.off('newListener', listen);
  listenToLogind();
});

/** Electron's `powerMonitor`: the desk is always in use. */
export const powerMonitor = strict(
  'powerMonitor',
  Object.assign(powerEvents, {
    getSystemIdleState: () => 'active' as const,
    getSystemIdleTime: () => 0,
    getCurrentThermalState: () => 'unknown' as const,
    isOnBatteryPower: () => false,
    onBatteryPower: false,
  } satisfies Partial<Electron.PowerMonitor>),
);

/** Electron's `crashReporter`: collects nothing. */
export const crashReporter = strict('crashReporter', {
  start: () => undefined,
  getUploadToServer: () => false,
} satisfies Partial<Electron.CrashReporter>);
