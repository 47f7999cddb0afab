import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

/** A server in a process of its own. */
export interface Running {
  readonly pid: number;
  /** The first line that it printed. */
  readonly line: string;
  /** From its start to that line, ms. */
  readonly readyMs: number;
  /** Ends it, and resolves when it is gone. */
  readonly stop: () => Promise<void>;
}

/** What is given to Node. */
export interface Program {
  /** Node's flags, the file, its arguments. */
  readonly args: readonly string[];
  /** In place of the environment of the benchmark. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Every process of a benchmark, so that none of them outlives it. */
export interface Processes {
  /**
   * Runs a file with this Node. It is ready with its first line on the standard output.
   *
   * @throws Error when it ends before
   */
  readonly start: (program: Program) => Promise<Running>;
  /** The same for one that says nothing: it is ready when it answers at the address. */
  readonly startSilent: (program: Program, url: string) => Promise<Pick<Running, 'stop'>>;
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
      return { pid: child.pid ?? 0, line, readyMs, stop: () => end(child) };
    },
    startSilent: async (program, url) => {
      const child = run(program);
      child.stdout.resume();
      while (child.exitCode === null) {
        if (await isAnswering(url)) return { stop: () => end(child) };
        await setTimeout(50, undefined, { signal });
      }
      throw new Error(`${program.args.join(' ')} ended before it was ready`);
    },
    stopAll: async () => {
      await Promise.all([...running].map(end));
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const inTime = new AbortController();
  const kill = (): void => void child.kill('SIGKILL');
  setTimeout(graceMs, undefined, inTime).then(kill, () => undefined);
  await gone;
  inTime.abort();
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
