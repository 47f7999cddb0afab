import { descendants, readProcess } from '#stand-in/system/processes.ts';

/** The processor time, in seconds, that a text of Linux's `/proc/PID/stat` states. */
export function readTimes(stat: string): {
  readonly own: number;
  /** The time of the ended children that the process waited for, and of their children. */
  readonly children: number;
} {
  // The second field is the program's name in parentheses, which may contain spaces. Times are in 1/100 seconds.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number);
  return { own: (user + system) / 100, children: (childUser + childSystem) / 100 };
}

/** How often the processes are read: each loses at most so much of its time. */
const everyMs = 1_000;

/**
 * Measures the processor time of the processes below this one. Linux adds the time of an ended process to its parent's
 * if the parent waits for its end. Chromium does not wait for its pages and helpers (`--type=renderer`), so their times
 * are read while they run.
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
     * The processor time, in seconds, that was added since the last call; null where the system has no `/proc`. Steps
     * that run at the same time are told apart by their ends.
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
