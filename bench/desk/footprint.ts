import { readdirSync, readFileSync } from 'node:fs';

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
  /** Open descriptors of the first process. */
  readonly descriptors: number;
  /** Processes that draw pages. */
  readonly renderers: number;
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It ended between the list and this look.
    return '';
  }
};
const numberIn = (text: string, name: RegExp): number => Number(name.exec(text)?.[1] ?? 0);

/** A process with all its descendants, the eldest first. */
export function family(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      // The name of the program may hold blanks and brackets; the parent stands behind the last one.
      const after = read(`/proc/${name}/stat`).split(') ').at(-1) ?? '';
      return [Number(name), Number(after.split(' ')[1])] as const;
    });
  const found = [pid];
  for (const elder of found)
    found.push(...parents.filter(([, parent]) => parent === elder).map(([child]) => child));
  return found;
}

export function footprintOf(pid: number): Footprint {
  const pids = family(pid);
  let [pss, cpuMs, wakeups, written, renderers] = [0, 0, 0, 0, 0];
  for (const one of pids) {
    pss += 1024 * numberIn(read(`/proc/${one}/smaps_rollup`), /^Pss:\s+(\d+)/m);
    written += numberIn(read(`/proc/${one}/io`), /^write_bytes: (\d+)/m);
    if (read(`/proc/${one}/cmdline`).includes('--type=renderer')) renderers += 1;
    for (const thread of threadsOf(one)) {
      // Nanoseconds on a processor: the clock ticks of `stat` are too coarse for an idle program.
      cpuMs += Number(read(`${thread}/schedstat`).split(' ')[0]) / 1e6;
      wakeups += numberIn(read(`${thread}/status`), /^voluntary_ctxt_switches:\s+(\d+)/m);
    }
  }
  return { pids, pss, cpuMs, wakeups, written, renderers, descriptors: descriptorsOf(pid) };
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
  } catch {
    return [];
  }
}

function descriptorsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}
