// The app's process in a schedule: the built app on the stand-in, with a clock that the parent process controls. Usage:
// `node --expose-gc host.ts APP_DIR [arguments]`. OVERHEAD_WORLD_TIME is the path of the shared time file.
import { createHash } from 'node:crypto';
import { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { readlinkSync, utimesSync } from 'node:fs';
import { createRequire, registerHooks, syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import type * as sqlite from 'node:sqlite';
import { Socket } from 'node:net';
import type { Transform } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type * as threads from 'node:worker_threads';
import type * as zlib from 'node:zlib';
import { awaitedAnswersChannel } from '#stand-in/dbus/bus.ts';
import { procEntriesOf, readProcess } from '#stand-in/system/processes.ts';
import { createRandom } from '#test/support/orbit.ts';
import { watchCalls } from '../calls.ts';
import { networkErrors } from '../every-call/network.ts';
import { watchThread, type WorkPiece } from '../thread-budget.ts';
import { installVirtualTime, openTimeFile } from './time.ts';

/** A command of the parent process. */
export type HostOrder =
  /**
   * `killAt`: the number of calls to the disk, the database or a service after which the process kills itself; null:
   * never.
   */
  | { readonly do: 'advance'; readonly ms: number; readonly killAt: number | null }
  | { readonly do: 'sleep'; readonly ms: number }
  | { readonly do: 'invoke'; readonly channel: string; readonly input: unknown }
  /** Makes one call fail, from this command on. */
  | { readonly do: 'arm'; readonly fault: CallFault }
  /** Ends the fault, and returns its effect. */
  | { readonly do: 'disarm' }
  /** Waits until the app has received this number of power events. */
  | { readonly do: 'power'; readonly events: number }
  | { readonly do: 'measure' }
  | { readonly do: 'quit' };

/**
 * The call that is to fail, and its error. `call` counts the calls to `boundary` (the disk, the database or the
 * network) from 0; `error` is an index into the list of errors that the call can have.
 */
export interface CallFault {
  readonly boundary: 'disk' | 'database' | 'network';
  readonly call: number;
  readonly error: number;
  /** Whether the index of the call selects the error, instead of `error`. */
  readonly inTurn: boolean;
}

/** The effect of a fault. */
export interface InjectedEffect {
  /**
   * The number of calls that the app made to the fault's boundary (disk, database or network) while the fault was
   * active.
   */
  readonly calls: number;
  /**
   * The call that failed, and its error, in words. Null if the app made too few calls, or if the call has no error with
   * the requested index.
   */
  readonly failed: string | null;
  /** The number of different errors that the selected call can have; 0 if the app made too few calls. */
  readonly errors: number;
  /** The uncaught errors during the fault. */
  readonly unhandled: readonly string[];
}

export interface ResourceMeasure {
  /** For each timer that keeps the process running, the milliseconds until the timer is due. */
  readonly timers: readonly number[];
  /** The targets of the open file descriptors, with the numbers (inodes, ports) removed. */
  readonly descriptors: readonly string[];
  readonly children: number;
}

const realTimeout = setTimeout;
const realNow = performance.now.bind(performance);
const realPause = (ms: number): Promise<void> =>
  new Promise((resolve) => void realTimeout(resolve, ms));

const tellPiece = (piece: WorkPiece): void => void process.send?.({ piece });
/** Whether the places of long pieces of work are found. */
const isProfiled = process.env['OVERHEAD_WORLD_PROFILE'] === '1';
let watch = watchThread(tellPiece, { isProfiled });
/** Does work of this tool that does not count as work of the app. */
const exclude = <T>(work: () => T): T => watch.exclude(work);

const require = createRequire(import.meta.url);
const timePath = process.env['OVERHEAD_WORLD_TIME'] ?? '';
const sharedTime = openTimeFile(timePath, exclude);
const time = installVirtualTime(sharedTime);

// The same seed gives the same delays and names. The order of simultaneous calls may differ between runs. So a delay
// depends only on the time, and an id only on the place in the code and the number of earlier calls at that place.
const seed = Number(process.env['OVERHEAD_WORLD_SEED'] ?? 0);
Math.random = () => createRandom(seed ^ Math.imul(Math.round(performance.now()), 0x9e3779b1))();
const crypto = require('node:crypto') as { randomUUID: () => string };
// Each run of the app has different ids.
const startedAtRealTime = Date.now();
const idsByPlace = new Map<string, number>();
crypto.randomUUID = () => {
  const place = new Error().stack?.split('\n')[2] ?? '';
  const count = (idsByPlace.get(place) ?? 0) + 1;
  idsByPlace.set(place, count);
  const text = `${seed} ${startedAtRealTime} ${place} ${count}`;
  const hex = createHash('sha256').update(text).digest('hex');
  const [head, second, third, fourth] = [0, 8, 13, 17].map((at, index) =>
    hex.slice(at, [8, 12, 16, 20][index]),
  );
  return `${head}-${second}-4${third}-8${fourth}-${hex.slice(20, 32)}`;
};

/** The number of calls after which the process kills itself; null: never. */
let callsLeft: number | null = null;
function countCall(): void {
  if (callsLeft !== null && callsLeft-- === 0) process.kill(process.pid, 'SIGKILL');
}
/** Sets the date of a file that the app has just opened for writing or written to the virtual time. */
function dateFile(path: string): void {
  try {
    utimesSync(path, Date.now() / 1000, Date.now() / 1000);
  } catch {
    // Ignore the failure: the file has already been renamed, or the disk refuses the change.
  }
}
let fault: CallFault | null = null;
let injectedEffect = { calls: 0, failed: null as string | null, errors: 0 };
const unhandled: string[] = [];
const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
process.on('unhandledRejection', (reason) => unhandled.push(`unhandled: ${textOf(reason)}`));
process.on('uncaughtExceptionMonitor', (error) => unhandled.push(`uncaught: ${textOf(error)}`));
function armFault(given: CallFault): void {
  fault = given;
  injectedEffect = { calls: 0, failed: null, errors: 0 };
}
const initialFault = process.env['OVERHEAD_WORLD_FAULT'];
if (initialFault !== undefined) armFault(JSON.parse(initialFault) as CallFault);

process.once('exit', () => {
  if (fault !== null)
    process.stderr.write(`INJECTED ${JSON.stringify({ ...injectedEffect, unhandled })}\n`);
});

/** Whether the current call comes from the stand-in for Electron and not from the app. */
function isOfStandIn(): boolean {
  const frames = (new Error().stack ?? '').split('\n').slice(1);
  const caller = frames.find(
    (frame) => !/faults\/(calls|world\/host)\.ts|node:internal/.test(frame),
  );
  return caller?.includes('/electron-stand-in/') === true;
}

/** The error with which this call fails; null: the call succeeds. */
function errorOf(boundary: CallFault['boundary'], what: string, errors: readonly string[]) {
  if (fault?.boundary !== boundary || isOfStandIn()) return null;
  injectedEffect.calls += 1;
  if (injectedEffect.calls - 1 !== fault.call) return null;
  injectedEffect.errors = errors.length;
  const at = fault.inTurn ? fault.call % errors.length : fault.error;
  const error = errors[at] ?? null;
  if (error !== null) injectedEffect.failed = `${what}: ${error}`;
  return error;
}
watchCalls(
  join(dirname(timePath), 'home'),
  ({ boundary, name, target, errors }) =>
    exclude(() => {
      countCall();
      return errorOf(boundary, `${name} ${target}`, errors);
    }),
  (path) => exclude(() => dateFile(path)),
);

/** The ports of the servers that fail, by the kind of failure. */
const faultPorts = JSON.parse(process.env['OVERHEAD_WORLD_FAULT_PORTS'] ?? '{}') as Readonly<
  Record<string, number>
>;
const net = require('node:net') as { connect: (...args: unknown[]) => Socket };
const { connect } = net;
net.connect = (...args) => {
  const [options] = args as [{ readonly port?: number | string } | undefined];
  if (options?.port === undefined || options.port === '') return connect(...args);
  const error = errorOf('network', `connection ${injectedEffect.calls + 1}`, networkErrors);
  if (error === null) return connect(...args);
  if (error !== 'tls') return connect({ ...options, port: faultPorts[error] }, ...args.slice(1));
  const socket = new Socket();
  const code = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';
  const cause = Object.assign(new Error('unable to verify the first certificate'), { code });
  setImmediate(() => socket.destroy(cause));
  return socket;
};

const database = require('node:sqlite') as {
  -readonly [K in keyof typeof sqlite]: (typeof sqlite)[K];
};

// A deliberate fault, with which a test checks that this tool detects faults: after a sleep, the database rolls back
// every transaction.
let hasSlept = false;
if (process.env['OVERHEAD_WORLD_PLANTED'] === 'commits-after-sleep') {
  const statements = database.DatabaseSync.prototype as unknown as {
    exec: (this: sqlite.DatabaseSync, sql: string) => void;
  };
  const { exec } = statements;
  statements.exec = function (sql) {
    exec.call(this, hasSlept && sql === 'COMMIT' ? 'ROLLBACK' : sql);
  };
}

/**
 * The number of operations that Node does not list among its active resources: work in other threads, child processes
 * whose output is open, and awaited answers of the message bus.
 */
let tasksInOtherThreads = 0;
const countOtherThreadTask = (): (() => void) => {
  tasksInOtherThreads += 1;
  let isBack = false;
  return () => {
    if (!isBack) tasksInOtherThreads -= 1;
    isBack = true;
  };
};
const { backup } = database;
database.backup = (...args: Parameters<typeof backup>) =>
  backup(...args).finally(countOtherThreadTask());
// The output of a child process may arrive after the child's exit.
const processes = ChildProcess.prototype as unknown as {
  spawn: (this: ChildProcess, options: { readonly args?: readonly string[] }) => unknown;
};
let lastingProcessCount = 0;
const { spawn } = processes;
processes.spawn = function (options) {
  const value = spawn.call(this, options);
  if (this.pid === undefined) return value;
  // The embedded services run beside the app until the app stops them. They end in real time, and no virtual time limit
  // may pass during that time.
  if (options.args?.some((one) => one.includes('utility-host')) === true) {
    lastingProcessCount += 1;
    let isLasting = true;
    const end = (): void => {
      if (isLasting) lastingProcessCount -= 1;
      isLasting = false;
    };
    const kill = this.kill.bind(this);
    this.kill = (signal) => {
      end();
      return kill(signal);
    };
    this.once('exit', end);
  } else this.once('close', countOtherThreadTask());
  return value;
};
// Virtual time must wait for answers of the message bus. On a busy machine an answer would otherwise arrive too late in
// virtual time, or never.
awaitedAnswersChannel.subscribe((change) => {
  tasksInOtherThreads += change as number;
});
const workerThreads = require('node:worker_threads') as { Worker: typeof threads.Worker };
workerThreads.Worker = class extends workerThreads.Worker {
  constructor(...args: ConstructorParameters<typeof threads.Worker>) {
    super(...args);
    this.once('exit', countOtherThreadTask());
  }
};
const zlibModule = require('node:zlib') as { -readonly [K in keyof typeof zlib]: (typeof zlib)[K] };
const unpackers = [
  'createGunzip',
  'createInflate',
  'createInflateRaw',
  'createBrotliDecompress',
] as const;
for (const name of unpackers) {
  const create: (...args: never[]) => Transform = zlibModule[name];
  const value = (...args: never[]) => {
    const unpacker = create(...args);
    // Only while it unpacks: between two parts of a body, time must pass.
    const unpack = unpacker._transform.bind(unpacker);
    unpacker._transform = (part, encoding, done) => {
      const end = countOtherThreadTask();
      unpack(part, encoding, (...results) => {
        end();
        done(...results);
      });
    };
    return unpacker;
  };
  Object.defineProperty(zlibModule, name, { value, enumerable: true });
}
syncBuiltinESMExports();

/** The longest real time for which the app may work without a pause, in milliseconds. */
const maxBusyMs = 60_000;
interface RequestUnderWay {
  readonly number: number;
  readonly origin: string;
  isSent: boolean;
}
/** A request as undici's diagnostics channel reports it. */
interface ToldRequest {
  readonly origin: string | URL;
  addHeader(name: string, value: string): void;
}
const requests = new Map<object, RequestUnderWay>();
const requestOf = (message: unknown) => (message as { request: ToldRequest }).request;
subscribe('undici:request:create', (message) => {
  const request = requestOf(message);
  const number = ++sharedTime.made;
  request.addHeader('x-request', String(number));
  requests.set(request, { number, origin: request.origin.toString(), isSent: false });
});
for (const end of ['trailers', 'error'])
  subscribe(`undici:request:${end}`, (message) => void requests.delete(requestOf(message)));
// Do not wait for requests that an earlier process sent and the services never received.
sharedTime.sent = sharedTime.received;
subscribe('undici:client:sendHeaders', (message) => {
  const request = requests.get(requestOf(message));
  if (request !== undefined) request.isSent = true;
  sharedTime.sent += 1;
  countCall();
});

/** The numbers of the requests that a scenario keeps waiting. */
const waitingRequests = new Set<number>();
function readKeptRequests(): void {
  for (const { kept: count } = sharedTime; waitingRequests.size < count;)
    waitingRequests.add(sharedTime.keptAt(waitingRequests.size));
}
/** The most requests that the app sends to one service simultaneously. */
const maxConnectionsPerService = 2;
function isAnswerDue({ number, origin, isSent }: RequestUnderWay): boolean {
  if (waitingRequests.has(number)) return false;
  if (isSent) return true;
  const earlier = [...requests.values()].filter(
    (one) => one.isSent && one.origin === origin && waitingRequests.has(one.number),
  );
  return earlier.length < maxConnectionsPerService;
}

// `Immediate` is included because the search for transits continues in the next turn of the event loop.
const busyKinds = /Immediate|Req|ProcessWrap|TCPConnect|WriteWrap|ShutdownWrap|PipeConnect/;
function isBusy(): boolean {
  readKeptRequests();
  // Time must not pass before the service has received the request, because the service records the time.
  if (requests.size > 0 && sharedTime.sent > sharedTime.received) return true;
  for (const request of requests.values()) if (isAnswerDue(request)) return true;
  const busy = process.getActiveResourcesInfo().filter((kind) => busyKinds.test(kind));
  return tasksInOtherThreads > 0 || busy.length > lastingProcessCount;
}

/** Resolves when the process is idle. */
async function awaitIdle(): Promise<void> {
  const limit = realNow() + maxBusyMs;
  for (let calm = 0, looks = 0; calm < 3; looks += 1) {
    await turn();
    calm = isBusy() ? 0 : calm + 1;
    if (looks > 50 && calm === 0) await realPause(1);
    if (realNow() > limit) {
      const kinds = process.getActiveResourcesInfo().filter((kind) => busyKinds.test(kind));
      throw new Error(
        `the app does not come to rest: ${requests.size} requests, ${tasksInOtherThreads} threads, ${kinds.join()}`,
      );
    }
  }
}

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === './browser-window.ts' &&
    context.parentURL?.includes('/electron-stand-in/') === true
      ? next(new URL('window.ts', import.meta.url).href, context)
      : next(specifier, context),
});
await import('#stand-in/electron/main.ts');
const { app } = await import('#stand-in/electron/app.ts');
const { dispatchPageMessage } = await import('#stand-in/electron/ipc-main.ts');
const { powerMonitor } = await import('#stand-in/electron/power-monitor.ts');

let powerEvents = 0;
for (const event of ['suspend', 'resume']) powerMonitor.on(event, () => (powerEvents += 1));
powerMonitor.once('resume', () => (hasSlept = true));
// Another deliberate fault for a test: after a sleep, an error is thrown that the app does not catch.
if (process.env['OVERHEAD_WORLD_PLANTED'] === 'uncaught-after-sleep')
  powerMonitor.once('resume', () =>
    setImmediate(() => {
      throw new TypeError('words of the error');
    }),
  );

function measureResources(): ResourceMeasure {
  exclude(() => globalThis.gc?.());
  const descriptors = procEntriesOf('self', 'fd').flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).replaceAll(/\d+/g, '#');
    } catch {
      return []; // the descriptor of the folder that is being listed
    }
  });
  const children = readProcess('self', `task/${process.pid}/children`).trim();
  return {
    timers: time.due(),
    descriptors: descriptors.sort(),
    children: children === '' ? 0 : children.split(' ').length,
  };
}

let hasQuit = false;
app.once('quit', () => {
  hasQuit = true;
  process.send?.({ quit: measureResources() });
});

async function performOrder(order: HostOrder): Promise<unknown> {
  // The parent process sets the system clock only between two commands.
  time.readSkew();
  switch (order.do) {
    case 'advance':
      callsLeft = order.killAt;
      await time.advance(order.ms, awaitIdle);
      callsLeft = null;
      return null;
    case 'sleep':
      time.sleep(order.ms);
      return null;
    case 'invoke': {
      const frame = { parent: null, url: 'overhead://app/index.html' };
      const call = { channel: order.channel, args: [order.input] };
      const answering = dispatchPageMessage(call, { sender: { id: 1 }, senderFrame: frame });
      answering.catch(() => undefined);
      await time.advance(0, awaitIdle);
      // A handler that waits for a timer has not answered yet: return null.
      return Promise.race([answering, turn(null)]);
    }
    case 'arm':
      unhandled.splice(0);
      armFault(order.fault);
      return null;
    case 'disarm':
      fault = null;
      return { ...injectedEffect, unhandled: unhandled.splice(0) };
    case 'power':
      for (const limit = realNow() + maxBusyMs; powerEvents < order.events;) {
        if (realNow() > limit) throw new Error('the login manager is not heard');
        await realPause(1);
      }
      return null;
    case 'measure':
      await awaitIdle();
      return measureResources();
    case 'quit':
      app.quit();
      // 30 s are enough, because the app forces its exit after 14 s.
      await time.advance(30_000, awaitIdle, () => hasQuit);
      return null;
  }
}

process.on('message', ({ id, order }: { id: number; order: HostOrder }) => {
  performOrder(order).then(
    (value) => process.send?.({ id, value }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
await awaitIdle();
watch.stop();
process.send?.({ ready: true });
watch = watchThread(tellPiece, { isProfiled });
