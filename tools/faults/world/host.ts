// The app's process in a schedule: the built app on the stand-in, with a clock that the parent moves.
// Usage: `node --expose-gc host.ts APP_DIR [arguments]`. OVERHEAD_WORLD_TIME is the path of the shared time file.
import { subscribe } from 'node:diagnostics_channel';
import { readlinkSync } from 'node:fs';
import { createRequire, registerHooks, syncBuiltinESMExports } from 'node:module';
import type * as sqlite from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import type * as threads from 'node:worker_threads';
import type * as zlib from 'node:zlib';
import { entriesOf, readProcess } from '#tools/system/processes.ts';
import { installVirtualTime, openTimeFile } from './time.ts';

/** What the parent asks for. */
export type Order =
  | { readonly do: 'advance'; readonly ms: number }
  | { readonly do: 'sleep'; readonly ms: number }
  | { readonly do: 'invoke'; readonly channel: string; readonly input: unknown }
  /** Services that may leave a request without an answer: nobody waits for one. */
  | { readonly do: 'hang'; readonly origins: readonly string[] }
  /** Waits until the app has heard of so many changes of power. */
  | { readonly do: 'power'; readonly events: number }
  | { readonly do: 'measure' }
  | { readonly do: 'quit' };

export interface Measure {
  readonly heapBytes: number;
  /** When each that keeps a process running is due, milliseconds from now. */
  readonly timers: readonly number[];
  /** The targets of the open file descriptors, with the numbers (inodes, ports) removed. */
  readonly descriptors: readonly string[];
  readonly children: number;
}

const realTimeout = setTimeout;
const realNow = performance.now.bind(performance);
const pause = (ms: number): Promise<void> => new Promise((done) => void realTimeout(done, ms));

const require = createRequire(import.meta.url);
const shared = openTimeFile(process.env['OVERHEAD_WORLD_TIME'] ?? '');
const time = installVirtualTime(shared);

/** Work in other threads, which Node does not list. */
let elsewhere = 0;
const away = (): (() => void) => {
  elsewhere += 1;
  let isBack = false;
  return () => {
    if (!isBack) elsewhere -= 1;
    isBack = true;
  };
};
const database = require('node:sqlite') as {
  -readonly [K in keyof typeof sqlite]: (typeof sqlite)[K];
};
const { backup } = database;
database.backup = (...args: Parameters<typeof backup>) => backup(...args).finally(away());
const workers = require('node:worker_threads') as { Worker: typeof threads.Worker };
workers.Worker = class extends workers.Worker {
  constructor(...args: ConstructorParameters<typeof threads.Worker>) {
    super(...args);
    this.once('exit', away());
  }
};
const unpacking = require('node:zlib') as { -readonly [K in keyof typeof zlib]: (typeof zlib)[K] };
const unpackers = [
  'createGunzip',
  'createInflate',
  'createInflateRaw',
  'createBrotliDecompress',
] as const;
for (const name of unpackers) {
  const create: (...args: never[]) => NodeJS.EventEmitter = unpacking[name];
  const value = (...args: never[]) => create(...args).once('close', away());
  Object.defineProperty(unpacking, name, { value, enumerable: true });
}
syncBuiltinESMExports();

/** How long the answer of a service that may hang is waited for, in real milliseconds. */
const shortPatience = 15;
const longPatience = 60_000;
let hanging: readonly string[] = [];
/** The requests under way, and until when they are waited for, in real time. */
const requests = new Map<object, number>();
const requestOf = (message: unknown) => (message as { request: { origin: string | URL } }).request;
subscribe('undici:request:create', (message) => {
  const request = requestOf(message);
  const patience = hanging.includes(request.origin.toString()) ? shortPatience : longPatience;
  requests.set(request, realNow() + patience);
});
for (const end of ['trailers', 'error'])
  subscribe(`undici:request:${end}`, (message) => void requests.delete(requestOf(message)));

/** Requests that went out, and those that the services had received before. */
let sent = 0;
const receivedBefore = shared.received;
subscribe('undici:client:sendHeaders', (message) => {
  sent += 1;
  const request = requestOf(message);
  // From now on: it may have waited for its connection.
  if (hanging.includes(request.origin.toString())) requests.set(request, realNow() + shortPatience);
});

const busyKinds = /Req|ProcessWrap|TCPConnect|WriteWrap|ShutdownWrap|PipeConnect/;
function isBusy(): boolean {
  const now = realNow();
  // A service that has not seen it yet would note a wrong time.
  if (requests.size > 0 && sent > shared.received - receivedBefore) return true;
  for (const until of requests.values()) if (now < until) return true;
  return elsewhere > 0 || process.getActiveResourcesInfo().some((kind) => busyKinds.test(kind));
}

/** Returns when nothing goes on but waiting. */
async function settle(): Promise<void> {
  const limit = realNow() + longPatience;
  for (let calm = 0, looks = 0; calm < 3; looks += 1) {
    await turn();
    calm = isBusy() ? 0 : calm + 1;
    if (looks > 50 && calm === 0) await pause(1);
    if (realNow() > limit) {
      const kinds = process.getActiveResourcesInfo().filter((kind) => busyKinds.test(kind));
      throw new Error(`the app does not come to rest: ${requests.size} requests, ${kinds.join()}`);
    }
  }
}

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === './browser-window.ts' && context.parentURL?.includes('/tools/stand-in/') === true
      ? next('../faults/world/window.ts', context)
      : next(specifier, context),
});
await import('#tools/stand-in/main.ts');
const { app } = await import('#tools/stand-in/app.ts');
const { dispatch } = await import('#tools/stand-in/ipc-main.ts');
const { powerMonitor } = await import('#tools/stand-in/power-monitor.ts');

let powerEvents = 0;
for (const event of ['suspend', 'resume']) powerMonitor.on(event, () => (powerEvents += 1));

function measure(): Measure {
  globalThis.gc?.();
  const descriptors = entriesOf('self', 'fd').flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).replaceAll(/\d+/g, '#');
    } catch {
      return []; // the one that lists them
    }
  });
  const children = readProcess('self', `task/${process.pid}/children`).trim();
  return {
    heapBytes: process.memoryUsage().heapUsed,
    timers: time.due(),
    descriptors: descriptors.sort(),
    children: children === '' ? 0 : children.split(' ').length,
  };
}

let hasQuit = false;
app.once('quit', () => {
  hasQuit = true;
  process.send?.({ quit: measure() });
});

async function perform(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'advance':
      await time.advance(order.ms, settle);
      return null;
    case 'sleep':
      time.sleep(order.ms);
      return null;
    case 'invoke': {
      const frame = { parent: null, url: 'overhead://app/index.html' };
      const call = { kind: 'invoke' as const, channel: order.channel, args: [order.input] };
      const answering = dispatch(call, { sender: { id: 1 }, senderFrame: frame });
      answering.catch(() => undefined);
      await time.advance(0, settle);
      // What needs time has no answer yet.
      return Promise.race([answering, turn(null)]);
    }
    case 'hang':
      hanging = order.origins;
      return null;
    case 'power':
      for (const limit = realNow() + longPatience; powerEvents < order.events;) {
        if (realNow() > limit) throw new Error('the login manager is not heard');
        await pause(1);
      }
      return null;
    case 'measure':
      await settle();
      return measure();
    case 'quit':
      app.quit();
      // The app forces its exit after 14 s, so 30 s are enough.
      await time.advance(30_000, settle, () => hasQuit);
      return null;
  }
}

process.on('message', ({ id, order }: { id: number; order: Order }) => {
  perform(order).then(
    (value) => process.send?.({ id, value }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
await settle();
process.send?.({ ready: true });
