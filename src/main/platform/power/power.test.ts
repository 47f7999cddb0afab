import { EventEmitter } from 'node:events';
import type { NetworkInterfaceInfo } from 'node:os';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeActivityOptions, type FakeActivityOptions } from '#test/support/surroundings.ts';
import { outwardAddresses, watchPower, type PowerWatch } from './power.ts';

const minute = 60_000;
let around: FakeActivityOptions;
let monitor: EventEmitter;
let said: string[];
let here: Set<string>;
let watch: PowerWatch;
/** The error that `addresses` throws; null: it returns `here`. */
let failing: Error | null = null;

beforeEach(() => {
  around = fakeActivityOptions('2026-11-20T12:00:00Z');
  monitor = new EventEmitter();
  said = [];
  here = new Set(['192.0.2.7']);
  watch = watchPower({
    clock: around.clock,
    monitor,
    state: () => around.state.current,
    addresses() {
      if (failing !== null) throw failing;
      return here;
    },
    power: (power) => said.push(power),
    wake: () => said.push('wake'),
    log: () => undefined,
  });
});
afterEach(async () => {
  await watch.dispose();
  expect(around.defects).toEqual([]);
});

/** Advances only the wall clock, as on Linux while the machine sleeps. */
const sleepFor = (ms: number): void =>
  around.clock.setWallClock(new Date(around.clock.now() + ms).toISOString());

// Each row: the events, and the last reported power state after each of them. An unchanged state is not reported again.
it.each([
  ['suspend resume', ['asleep', 'awake']],
  ['lock-screen unlock-screen', ['locked', 'awake']],
  ['lock-screen suspend resume unlock-screen', ['locked', 'asleep', 'locked', 'awake']],
  ['lock-screen suspend unlock-screen resume', ['locked', 'asleep', 'awake', 'awake']],
  ['suspend lock-screen resume', ['asleep', 'asleep', 'locked']],
  ['suspend unlock-screen resume', ['asleep', 'awake', 'awake']],
  ['suspend suspend resume resume', ['asleep', 'asleep', 'awake', 'awake']],
])('watchPower reports the power states for the events: %s', (events, powers) => {
  const after = events.split(' ').map((event) => {
    monitor.emit(event);
    return said.at(-1);
  });
  expect(after).toEqual(powers);
  expect(said).toEqual(powers.filter((power, index) => power !== powers[index - 1]));
});

it('watchPower reports a wake once after a sleep without power events', async () => {
  await around.clock.advance(10 * minute);
  expect(said).toEqual([]);
  sleepFor(8 * 60 * minute);
  await around.clock.advance(minute);
  expect(said).toEqual(['wake']);
  await around.clock.advance(10 * minute);
  expect(said).toEqual(['wake']);
});

it('watchPower reports no additional wake after a sleep with the events `suspend` and `resume`', async () => {
  monitor.emit('suspend');
  sleepFor(8 * 60 * minute);
  monitor.emit('resume');
  await around.clock.advance(5 * minute);
  expect(said).toEqual(['asleep', 'awake']);
});

it('watchPower reports `awake` before `resume` when the clock has jumped', async () => {
  monitor.emit('suspend');
  sleepFor(8 * 60 * minute);
  await around.clock.advance(minute);
  expect(said).toEqual(['asleep', 'awake']);
  monitor.emit('resume');
  expect(said).toEqual(['asleep', 'awake']);
});

it('watchPower reports `awake` when the machine has run for five minutes after `suspend`', async () => {
  monitor.emit('suspend');
  await around.clock.advance(4 * minute);
  expect(said).toEqual(['asleep']);
  await around.clock.advance(minute);
  expect(said).toEqual(['asleep', 'awake']);
  // The five minutes begin again with each `suspend`.
  for (const event of ['suspend', 'resume', 'suspend']) {
    monitor.emit(event);
    await around.clock.advance(4 * minute);
  }
  expect(said.slice(2)).toEqual(['asleep', 'awake', 'asleep']);
});

it('watchPower reports `locked` after a sleep with a locked screen', async () => {
  monitor.emit('lock-screen');
  monitor.emit('suspend');
  sleepFor(60 * minute);
  await around.clock.advance(minute);
  expect(said).toEqual(['locked', 'asleep', 'locked']);
});

it('watchPower reports a wake when the clock was set back', async () => {
  around.clock.setWallClock('2026-11-20T09:00:00Z');
  await around.clock.advance(minute);
  expect(said).toEqual(['wake']);
});

it('watchPower reports one wake after a change of the network, and only while the app is offline', async () => {
  const offline = { kind: 'offline', reason: 'unreachable' } as const;
  here = new Set(['192.0.2.9']);
  await around.clock.advance(minute);
  around.state.noteOutcome('position', around.clock.now(), { kind: 'truncated' });
  await around.clock.advance(minute);
  here = new Set(['192.0.2.8']);
  await around.clock.advance(minute);
  here = new Set();
  around.state.noteOutcome('position', around.clock.now(), offline);
  await around.clock.advance(2 * minute);
  expect(said).toEqual([]);
  here = new Set(['192.0.2.10']);
  await around.clock.advance(minute);
  expect(said).toEqual(['wake']);
  // The network has changed, but the service still cannot be reached.
  await around.clock.advance(5 * minute);
  expect(said).toEqual(['wake']);
  around.state.noteOutcome('position', around.clock.now() + 1, null);
  here = new Set(['192.0.2.11']);
  await around.clock.advance(5 * minute);
  expect(said).toEqual(['wake']);
  // Offline again: the network that is there now has not come since then.
  around.state.noteOutcome('position', around.clock.now() + 2, offline);
  await around.clock.advance(5 * minute);
  expect(said).toEqual(['wake']);
});

it('watchPower reports a repeated error once, and continues to check', async () => {
  const sound = here;
  const broken = new Error('the interfaces cannot be read');
  around.state.noteOutcome('position', around.clock.now(), {
    kind: 'offline',
    reason: 'unreachable',
  });
  here = new Set();
  await around.clock.advance(minute);
  failing = broken;
  await around.clock.advance(3 * minute);
  expect(around.defects.splice(0)).toEqual([broken]);
  failing = null;
  here = sound;
  await around.clock.advance(minute);
  expect(said).toEqual(['wake']);
});

it('watchPower has no listeners after dispose', async () => {
  await watch.dispose();
  monitor.emit('suspend');
  sleepFor(60 * minute);
  await around.clock.advance(5 * minute);
  expect(said).toEqual([]);
  expect(monitor.eventNames()).toEqual([]);
});

it('outwardAddresses leaves out loopback and link-local addresses', () => {
  const of = (address: string, internal = false) => ({ address, internal }) as NetworkInterfaceInfo;
  const addresses = outwardAddresses({
    lo: [of('127.0.0.1', true), of('::1', true)],
    eth0: [
      of('192.0.2.7'),
      of('169.254.3.4'),
      of('fe80::1'),
      of('FE80::2'),
      of('2001:db8::fe80:1'),
    ],
    wlan0: [of('10.169.254.1'), of('169.25.4.1'), of('1690254.1.1')],
    gone: undefined,
  });
  expect([...addresses]).toEqual([
    '192.0.2.7',
    '2001:db8::fe80:1',
    '10.169.254.1',
    '169.25.4.1',
    '1690254.1.1',
  ]);
});
