import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** An expected failure. It is reported in one plain line without a stack trace. */
export class RefusalError extends Error {}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** When aborted, ends the command and all processes that the command has started. */
  readonly signal?: AbortSignal;
  /** Called with each piece of output. Without this function, the output is only collected. */
  readonly onOutput?: (text: string) => void;
}

interface RunResult {
  /** The exit code; 137 if a signal ended the command, 130 if `signal` was aborted before the start. */
  readonly code: number;
  /** Standard output and standard error in the order of arrival. */
  readonly output: string;
}

/**
 * Sends a signal to a whole process group, which `spawn({ detached: true })` creates. Returns whether the signal was
 * sent; false if the group has already ended.
 */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    // Windows has no process groups: only the process itself is ended.
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH' || code === 'EPERM') return false;
    throw error;
  }
}

/**
 * Runs a command in its own process group, so that Ctrl+C reaches only the parent, which decides the order in which
 * processes end. Resolves when the command has ended, even if `signal` ended it. Rejects when the command cannot be
 * started.
 */
export async function runCommandLine(
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
