import { descendants, procEntriesOf, readProcess } from '#stand-in/system/processes.ts';

/** The resources of a process and all its descendants, read from /proc (Linux). */
export interface Footprint {
  readonly pids: readonly number[];
  /** Proportional set size in bytes: a memory page that n processes share counts as 1/n in each of them. */
  readonly pss: number;
  /** The processor time that all threads of these processes have used so far, milliseconds. */
  readonly cpuMs: number;
  /** Voluntary context switches of all threads so far. Each of them is a wakeup. */
  readonly wakeups: number;
  /** Bytes sent to a disk so far. */
  readonly written: number;
  /** Open descriptors, threads and resident memory (bytes) of the root process. */
  readonly descriptors: number;
  readonly threads: number;
  readonly resident: number;
  /** The number of renderer processes. */
  readonly renderers: number;
}

const findNumber = (text: string, name: RegExp): number => Number(name.exec(text)?.[1] ?? 0);

export function footprintOf(pid: number): Footprint {
  const pids = [pid, ...descendants(pid)];
  let [pss, cpuMs, wakeups, written, renderers] = [0, 0, 0, 0, 0];
  for (const one of pids) {
    pss += 1024 * findNumber(readProcess(one, 'smaps_rollup'), /^Pss:\s+(\d+)/m);
    written += findNumber(readProcess(one, 'io'), /^write_bytes: (\d+)/m);
    if (readProcess(one, 'cmdline').includes('--type=renderer')) renderers += 1;
    for (const thread of procEntriesOf(one, 'task')) {
      // The times are in nanoseconds, because the clock ticks in `stat` are too coarse for an idle program.
      cpuMs += Number(readProcess(one, `task/${thread}/schedstat`).split(' ')[0]) / 1e6;
      const status = readProcess(one, `task/${thread}/status`);
      wakeups += findNumber(status, /^voluntary_ctxt_switches:\s+(\d+)/m);
    }
  }
  return {
    pids,
    pss,
    cpuMs,
    wakeups,
    written,
    renderers,
    descriptors: procEntriesOf(pid, 'fd').length,
    threads: procEntriesOf(pid, 'task').length,
    resident: residentBytesOf(pid),
  };
}

/** Resident memory of a process in bytes; 0 if the system does not report it. */
export const residentBytesOf = (pid: number): number =>
  1024 * findNumber(readProcess(pid, 'status'), /^VmRSS:\s+(\d+)/m);
