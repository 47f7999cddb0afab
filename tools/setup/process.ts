import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Something that is expected now and then and needs one plain line, not a stack trace. */
export class Refusal extends Error {}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Ends the command and everything it started. */
  readonly signal?: AbortSignal;
  /** Called with each piece of output as it comes; without it the output is only collected. */
  readonly onOutput?: (text: string) => void;
}

interface RunResult {
  /** Exit code; 128 and more when a signal ended it. */
  readonly code: number;
  /** Standard output and standard error as they came. */
  readonly output: string;
}

/**
 * Sends a signal to a whole process group, which `spawn({ detached: true })` gave its own.
 * A group that is gone already is no error.
 */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    // Windows knows no groups: the process alone.
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH' || code === 'EPERM') return false;
    throw error;
  }
}

/**
 * Runs a command in its own process group, so that Ctrl+C reaches us alone and we decide the order of ending.
 * Resolves when it has ended, also when `signal` ended it; rejects when it cannot be started.
 */
export async function run(
  command: string,
  args: readonly string[],
  { cwd, env = process.env, signal, onOutput }: RunOptions = {},
): Promise<RunResult> {
  if (signal?.aborted) return { code: 130, output: '' };
  const child = spawn(command, args, {
    cwd,
    env,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pieces: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      pieces.push(text);
      onOutput?.(text);
    });
  }
  const end = () => {
    if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
  };
  signal?.addEventListener('abort', end, { once: true });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return { code: code ?? 137, output: pieces.join('') };
  } finally {
    signal?.removeEventListener('abort', end);
  }
}
