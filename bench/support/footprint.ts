import { descendants, entriesOf, readProcess } from '#tools/system/processes.ts';

/** What a process and all that it started use. Linux: read from /proc. */
export interface Footprint {
  readonly pids: readonly number[];
  /** Proportional set size: shared pages are counted by their share. Bytes. */
  readonly pss: number;
  /** Time on a processor so far, milliseconds. */
  readonly cpuMs: number;
  /** How often its threads went to sleep and were woken so far. */
  readonly wakeups: number;
  /** Bytes sent to a disk so far. */
  readonly written: number;
  /** Open descriptors, threads and resident memory (bytes) of the first process. */
  readonly descriptors: number;
  readonly threads: number;
  readonly resident: number;
  /** Processes that draw pages. */
  readonly renderers: number;
}

const numberIn = (text: string, name: RegExp): number => Number(name.exec(text)?.[1] ?? 0);

export function footprintOf(pid: number): Footprint {
  const pids = [pid, ...descendants(pid)];
  let [pss, cpuMs, wakeups, written, renderers] = [0, 0, 0, 0, 0];
  for (const one of pids) {
    pss += 1024 * numberIn(readProcess(one, 'smaps_rollup'), /^Pss:\s+(\d+)/m);
    written += numberIn(readProcess(one, 'io'), /^write_bytes: (\d+)/m);
    if (readProcess(one, 'cmdline').includes('--type=renderer')) renderers += 1;
    for (const thread of entriesOf(one, 'task')) {
      // Nanoseconds on a processor: the clock ticks of `stat` are too coarse for an idle program.
      cpuMs += Number(readProcess(one, `task/${thread}/schedstat`).split(' ')[0]) / 1e6;
      const status = readProcess(one, `task/${thread}/status`);
      wakeups += numberIn(status, /^voluntary_ctxt_switches:\s+(\d+)/m);
    }
  }
  return {
    pids,
    pss,
    cpuMs,
    wakeups,
    written,
    renderers,
    descriptors: entriesOf(pid, 'fd').length,
    threads: entriesOf(pid, 'task').length,
    resident: residentOf(pid),
  };
}

/** Memory that a process has in RAM, in bytes; 0 where the system does not tell. */
export const residentOf = (pid: number): number =>
  1024 * numberIn(readProcess(pid, 'status'), /^VmRSS:\s+(\d+)/m);
