import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { AskError, nativeSource, rulesOf, type CheckedRule } from './rule.ts';
import { printJsonLine } from './run-rules.ts';

const observer = 'shell/browser/lib/power_observer_linux.cc';
const script = 'lib/browser/api/power-monitor.ts';
const linux = ['linux'] as const;

type Signal = 'sleep' | 'wake' | 'shutdown';

/** Makes the double of the login manager send a signal. */
export function emitSignal(which: Signal): void {
  if (process.env['RULES_LOGIND'] !== 'yes') throw new AskError('there is no D-Bus');
  printJsonLine('logind', which);
}

/** Adds a listener, and repeats the signal until the program has connected and the event arrives. */
export async function connectToBus(
  powerMonitor: Electron.PowerMonitor,
  event: 'suspend' | 'resume',
  which: Signal,
): Promise<void> {
  const came = once(powerMonitor, event).then(() => true);
  do emitSignal(which);
  while (!(await Promise.race([came, delay(250, false)])));
}

/** Sends a `wake` signal and waits for its event, so that the events of all earlier signals have arrived. */
async function awaitDelivery(powerMonitor: Electron.PowerMonitor): Promise<void> {
  const came = once(powerMonitor, 'resume');
  emitSignal('wake');
  await came;
}

export const powerRules = rulesOf<CheckedRule>('powerMonitor', [
  {
    title: '`isOnBatteryPower()` is false on Linux, whatever the supply is',
    source: nativeSource('power_monitor'),
    places: ['src/main/wallpaper/setter/desktop-events.ts'],
    platforms: linux,
    check: ({ powerMonitor }) => assert.equal(powerMonitor.isOnBatteryPower(), false),
  },
  {
    title: '`suspend` is emitted once for each sleep',
    source: observer,
    places: ['src/main/platform/power/power.ts'],
    platforms: linux,
    async check({ powerMonitor }) {
      await connectToBus(powerMonitor, 'suspend', 'sleep');
      await awaitDelivery(powerMonitor);
      let count = 0;
      powerMonitor.on('suspend', () => (count += 1));
      // Signals that `connectToBus` repeated may still arrive. `awaitDelivery` sends and awaits only one `wake`.
      await awaitDelivery(powerMonitor);
      count = 0;
      emitSignal('sleep');
      await awaitDelivery(powerMonitor);
      assert.equal(count, 1);
    },
  },
  {
    title: '`resume` follows `suspend`',
    source: observer,
    places: ['src/main/platform/power/power.ts'],
    platforms: linux,
    async check({ powerMonitor }) {
      const seen: string[] = [];
      powerMonitor.on('suspend', () => seen.push('suspend'));
      powerMonitor.on('resume', () => seen.push('resume'));
      emitSignal('sleep');
      await awaitDelivery(powerMonitor);
      assert.deepEqual(seen, ['suspend', 'resume']);
    },
  },
  {
    title: '`shutdown` can be prevented, by a listener that is not the first',
    source: script,
    places: ['src/main/platform/windows/app-end.ts'],
    platforms: linux,
    async check({ powerMonitor }) {
      const came = once(powerMonitor as NodeJS.EventEmitter, 'shutdown');
      emitSignal('shutdown');
      const [event] = (await came) as [{ preventDefault?: unknown }];
      assert.equal(typeof event.preventDefault, 'function');
    },
  },
  {
    title: '`shutdown` never comes if its listener is the first of the process',
    source: script,
    places: ['src/main/platform/windows/app-end.ts'],
    platforms: linux,
    when: 'alone',
    async check({ app, powerMonitor }) {
      await app.whenReady();
      let count = 0;
      (powerMonitor as NodeJS.EventEmitter).on('shutdown', () => (count += 1));
      await connectToBus(powerMonitor, 'resume', 'wake');
      emitSignal('shutdown');
      await awaitDelivery(powerMonitor);
      assert.equal(count, 0);
    },
  },
]);
