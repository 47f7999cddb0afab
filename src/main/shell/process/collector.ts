import { setFlagsFromString } from 'node:v8';

/**
 * Few helpers for little garbage: by default V8 wakes a thread for each processor for every small collection, for work
 * of a fraction of a millisecond. In the tray that is most of what wakes the machine up.
 *
 * Only for this process: pages collect as they like. Both are looked at anew at each collection, so that they may be
 * set while the engine runs; Electron leaves them open as Node does.
 */
export function collectCalmly(): void {
  for (const flag of ['--no-parallel-scavenge', '--no-concurrent-array-buffer-sweeping'])
    setFlagsFromString(flag);
}
