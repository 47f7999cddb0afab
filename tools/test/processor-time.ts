import { descendants, readProcess, statFields } from '#stand-in/system/processes.ts';

/** Reads the processor times, in seconds, from a text of Linux's `/proc/PID/stat`. */
export function readTimes(stat: string): {
  readonly own: number;
  /** The sum of the times of all child processes whose end the process has waited for, with their own children. */
  readonly children: number;
} {
  // The times are in hundredths of a second.
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = statFields(stat)
    .slice(11, 15)
    .map(Number);
  return { own: (user + system) / 100, children: (childUser + childSystem) / 100 };
}

/** The time between two readings. Of each of Chromium's processes, at most its last second is not counted. */
const everyMs = 1_000;

/**
 * Measures the processor time of all descendants of this process. When a process waits for the end of a child, Linux
 * adds the time of the child to the process. Chromium ends its other processes, such as `--type=renderer`, without
 * waiting, so their times are read every second while they run.
 */
export function startProcessorMeter() {
  const browserSeconds = new Map<number, number>();
  function sample(): void {
    for (const pid of descendants(process.pid))
      if (readProcess(pid, 'cmdline').includes('--type='))
        browserSeconds.set(pid, readTimes(readProcess(pid, 'stat')).own);
  }
  const timer = setInterval(sample, everyMs);
  let taken = 0;
  return {
    /**
     * Returns the processor time, in seconds, that was added since the last call; null where the system has no `/proc`.
     * If two steps run at the same time, the call after the first one may include processes of the second.
     */
    take(): number | null {
      const stat = readProcess('self', 'stat');
      if (stat === '') return null;
      const ofBrowsers = [...browserSeconds.values()].reduce((all, one) => all + one, 0);
      const all = readTimes(stat).children + ofBrowsers;
      const added = all - taken;
      taken = all;
      return added;
    },
    stop: () => clearInterval(timer),
  };
}
