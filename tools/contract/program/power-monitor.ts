import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { powerMonitor } from 'electron';
import { MissingProgramError, printJsonLine, type Rule } from './rule.ts';

const observer = 'shell/browser/lib/power_observer_linux.cc';
const script = 'lib/browser/api/power-monitor.ts';

type Signal = 'sleep' | 'wake' | 'shutdown';

/** Makes the double of the login manager send a signal. */
function emitSignal(which: Signal): void {
  if (process.env['CONTRACT_LOGIND'] !== 'yes') throw new MissingProgramError('there is no D-Bus');
  printJsonLine('logind', which);
}

/** Adds a listener, and repeats the signal until the program has connected and the event arrives. */
async function connectToBus(event: 'suspend' | 'resume', which: Signal): Promise<void> {
  const came = once(powerMonitor, event).then(() => true);
  do emitSignal(which);
  while (!(await Promise.race([came, delay(250, false)])));
}

/** Sends a `wake` signal and waits for its event, so that the events of all earlier signals have arrived. */
async function awaitDelivery(): Promise<void> {
  const came = once(powerMonitor, 'resume');
  emitSignal('wake');
  await came;
}

export const powerRules: readonly Rule[] = [
  {
    title: 'tells whether it runs on battery',
    source: 'shell/browser/api/electron_api_power_monitor.cc',
    run: () => assert.equal(typeof powerMonitor.isOnBatteryPower(), 'boolean'),
  },
  {
    title: 'emits suspend once for each announced sleep',
    source: observer,
    platforms: ['linux'],
    async run() {
      await connectToBus('suspend', 'sleep');
      await awaitDelivery();
      let count = 0;
      const listener = (): void => void (count += 1);
      powerMonitor.on('suspend', listener);
      // Signals that `connectToBus` repeated may still arrive. `awaitDelivery` sends and awaits only one `wake`.
      await awaitDelivery();
      count = 0;
      emitSignal('sleep');
      await awaitDelivery();
      powerMonitor.off('suspend', listener);
      assert.equal(count, 1);
    },
  },
  {
    title: 'emits resume after suspend',
    source: observer,
    platforms: ['linux'],
    async run() {
      const seen: string[] = [];
      const suspend = (): void => void seen.push('suspend');
      const resume = (): void => void seen.push('resume');
      powerMonitor.on('suspend', suspend).on('resume', resume);
      emitSignal('sleep');
      await awaitDelivery();
      powerMonitor.off('suspend', suspend).off('resume', resume);
      assert.deepEqual(seen, ['suspend', 'resume']);
    },
  },
  {
    title: 'emits shutdown, which can be prevented, to a listener that is not the first',
    source: script,
    platforms: ['linux'],
    async run() {
      const came = once(powerMonitor as NodeJS.EventEmitter, 'shutdown');
      emitSignal('shutdown');
      const [event] = (await came) as [{ preventDefault?: unknown }];
      assert.equal(typeof event.preventDefault, 'function');
    },
  },
  {
    title: 'emits no shutdown once its listeners are gone, and again to a new one',
    source: script,
    platforms: ['linux'],
    async run() {
      const events = powerMonitor as NodeJS.EventEmitter;
      let count = 0;
      const listener = (): void => void (count += 1);
      events.on('shutdown', listener);
      events.off('shutdown', listener);
      emitSignal('shutdown');
      await awaitDelivery();
      assert.equal(count, 0);
      events.on('shutdown', listener);
      emitSignal('shutdown');
      await awaitDelivery();
      events.off('shutdown', listener);
      assert.equal(count, 1);
    },
  },
];

/** These rules need a separate process, in which no listener was added before. */
export const firstListenerRules: readonly Rule[] = [
  {
    title: 'emits no shutdown to the first listener that the process has added',
    source: script,
    platforms: ['linux'],
    async run() {
      let count = 0;
      (powerMonitor as NodeJS.EventEmitter).on('shutdown', () => (count += 1));
      await connectToBus('resume', 'wake');
      emitSignal('shutdown');
      await awaitDelivery();
      assert.equal(count, 0);
    },
  },
];
