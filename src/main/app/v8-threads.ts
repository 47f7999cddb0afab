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
 * Reduces the number of V8's helper threads, because in the tray they cause most of the wakeups.
 *
 * This applies to the main process only, not to pages. V8 reads these flags each time it uses them, so they may be set
 * while it runs; Electron leaves that open, as Node does.
 */
export function spareHelpers(): void {
  for (const flag of atOnce) setFlagsFromString(flag);
  // Keeps nothing alive.
  setTimeout(() => {
    for (const flag of afterTheStart) setFlagsFromString(flag);
  }, startMs).unref();
}
