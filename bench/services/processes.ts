import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

/** A server in a separate process. */
export interface RunningServer {
  readonly pid: number;
  /** The first line that the server printed. */
  readonly line: string;
  /** Milliseconds from the start of the process to the first line. */
  readonly readyMs: number;
  /** Stops the process; resolves when it has exited. */
  readonly stop: () => Promise<void>;
}

/** The arguments of a Node process. */
export interface Program {
  /** Node's flags, the file and its arguments. */
  readonly args: readonly string[];
  /** Default: the environment of the benchmark. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The processes of a benchmark, which are stopped at its end. */
export interface Processes {
  /**
   * Runs a file with the current version of Node. Resolves when the file has printed its first line on the standard
   * output.
   *
   * @throws Error when the process exits without printing a line
   */
  readonly start: (program: Program) => Promise<RunningServer>;
  readonly stopAll: () => Promise<void>;
}

const graceMs = 3_000;

export function createProcesses(signal: AbortSignal): Processes {
  const running = new Set<ChildProcess>();
  const run = ({ args, env }: Program): ChildProcessByStdio<null, Readable, null> => {
    signal.throwIfAborted();
    const child = spawn(process.execPath, [...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: env ?? process.env,
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  };

  return {
    start: async (program) => {
      const startedAt = performance.now();
      const child = run(program);
      const lines = createInterface({ input: child.stdout });
      const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as string[];
      if (line === undefined)
        throw new Error(`${program.args.join(' ')} ended before it was ready`);
      const readyMs = performance.now() - startedAt;
      return { pid: child.pid ?? 0, line, readyMs, stop: () => endProcess(child) };
    },
    stopAll: async () => {
      await Promise.all([...running].map(endProcess));
    },
  };
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const inTime = new AbortController();
  const kill = (): void => void child.kill('SIGKILL');
  setTimeout(graceMs, undefined, inTime).then(kill, () => undefined);
  await gone;
  inTime.abort();
}
