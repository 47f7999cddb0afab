import { setFlagsFromString } from 'node:v8';

const flags = [
  // By default V8 wakes a thread for each processor for every small collection, for work of a fraction of a millisecond.
  '--no-parallel-scavenge',
  '--no-concurrent-array-buffer-sweeping',
  // Once the app is quiet the whole heap is collected to give memory back, and again after 100 s: once is enough.
  '--memory-reducer-gc-count=1',
];

/**
 * Few helpers for little garbage: in the tray that is most of what would wake the machine up.
 *
 * Only for this process: pages collect as they like. All are looked at anew at each collection, so that they may be set
 * while the engine runs; Electron leaves them open as Node does.
 */
export function collectCalmly(): void {
  for (const flag of flags) setFlagsFromString(flag);
}
