import { descendants, procEntriesOf, readProcess } from '#stand-in/system/processes.ts';

/** The processor time that all threads of a process and its descendants have used so far, milliseconds (Linux). */
export function processorMsOf(pid: number): number {
  let nanoseconds = 0;
  for (const one of [pid, ...descendants(pid)])
    for (const thread of procEntriesOf(one, 'task'))
      // The clock ticks in `stat` are too coarse for an idle program.
      nanoseconds += Number(readProcess(one, `task/${thread}/schedstat`).split(' ')[0]);
  return nanoseconds / 1e6;
}

/** Resident memory of a process in bytes; 0 if the system does not report it. */
export const residentBytesOf = (pid: number): number =>
  1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readProcess(pid, 'status'))?.[1] ?? 0);
