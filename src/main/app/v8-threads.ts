import { setFlagsFromString } from 'node:v8';

const atOnce = [
  // By default V8 wakes a thread for each processor for every small collection, for work of a fraction of a millisecond.
  '--no-parallel-scavenge',
  '--no-concurrent-array-buffer-sweeping',
  // Once the app is quiet the whole heap is collected to give memory back, and again after 100 s: once is enough.
  '--memory-reducer-gc-count=1',
];
/** What runs once a minute is compiled in passing: a few milliseconds at a time, of which a start has none to spare. */
const afterTheStart = ['--no-concurrent-recompilation', '--no-concurrent-sparkplug'];
const startMs = 30_000;

/**
 * Few helpers for little work: in the tray V8's own threads are most of what would wake the machine up.
 *
 * Only for this process: pages do as they like. All are looked at anew each time, so that they may be set while the
 * V8 runs; Electron leaves them open as Node does.
 */
export function spareHelpers(): void {
  for (const flag of atOnce) setFlagsFromString(flag);
  // Keeps nothing alive.
  setTimeout(() => {
    for (const flag of afterTheStart) setFlagsFromString(flag);
  }, startMs).unref();
}
