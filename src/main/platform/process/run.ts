import { spawn, type ChildProcess } from 'node:child_process';
import { win32 } from 'node:path';
import { attemptStorage } from '../files/attempt.ts';
import { systemEnvironment } from './own-program.ts';

/**
 * How a program ended. `code` is null if it could not be started, was killed, or took too long. If it failed and
 * printed nothing to its standard error, `stderr` contains the reason of the failure.
 */
export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const defaultLimitMs = 10_000;
/** The limit on the output of a program, in UTF-16 units. */
const maxOutputLength = 1 << 20;
/** How long the output of a program that has ended is awaited: a process that it left behind may keep it open. */
const outputGraceMs = 1_000;

/**
 * Runs a program of the system without a shell and collects its output (at most 1 MiB). After the limit, or when the
 * signal is aborted, kills the program and the processes that it started. Never rejects.
 */
export function executeProgram(
  program: string,
  args: readonly string[],
  signal: AbortSignal,
  limitMs = defaultLimitMs,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve(failed('it was stopped'));
      return;
    }
    const start = attemptStart(() =>
      spawn(program, args, {
        ...inOwnGroup,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: systemEnvironment(process),
      }),
    );
    if (!start.ok) {
      resolve(failed(startFailure(start.error)));
      return;
    }
    const { child } = start;
    const output = { stdout: '', stderr: '' };
    const end = (result: ProgramResult): void => {
      clearTimeout(limitTimer);
      clearTimeout(graceTimer);
      signal.removeEventListener('abort', stop);
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve(result);
    };
    const kill = (reason: string): void => {
      killGroup(child);
      end(failed(reason));
    };
    const stop = (): void => kill('it was stopped');
    const limitTimer = setTimeout(() => kill(`it did not end within ${limitMs / 1000} s`), limitMs);
    let graceTimer: NodeJS.Timeout | undefined;
    signal.addEventListener('abort', stop, { once: true });
    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        output[name] += text;
        if (output[name].length > maxOutputLength) kill('it printed more than 1 MiB');
      });
    const endWith = (code: number | null, killed: string | null): void => {
      const reason = killed === null ? `it ended with ${code ?? 1}` : `it was ended by ${killed}`;
      const stderr = output.stderr === '' && code !== 0 ? reason : output.stderr;
      end({ code, stdout: output.stdout, stderr });
    };
    child.once('error', (error) => end(failed(startFailure(error))));
    child.once('exit', (code, killed) => {
      clearTimeout(limitTimer);
      graceTimer = setTimeout(() => endWith(code, killed), outputGraceMs);
    });
    child.once('close', endWith);
  });
}

const failed = (stderr: string): ProgramResult => ({ code: null, stdout: '', stderr });

const startFailure = (error: NodeJS.ErrnoException): string =>
  error.code === 'ENOENT'
    ? 'it is not installed'
    : `it could not be run (${error.code ?? error.message})`;

/** The options of a process that `killGroup` can kill. */
export const inOwnGroup = {
  detached: process.platform !== 'win32',
  // Without `windowsHide`, a console program would open a console window on Windows.
  windowsHide: true,
} as const;

/** Kills a process, or a process group (a negative id). Does nothing if it has already ended. */
export function killProcess(pid: number): void {
  attemptStorage(() => process.kill(pid, 'SIGKILL'));
}

/**
 * Kills a process that has not ended, and the processes that it started; on Linux and macOS, those that are still in
 * its process group. SIGKILL, because a program can ignore SIGTERM.
 */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform !== 'win32') {
    killProcess(-pid);
    return;
  }
  // `/T` also kills the child processes.
  const taskkillArguments = ['/PID', String(pid), '/T', '/F'];
  spawn(windowsSystemPath('taskkill.exe'), taskkillArguments, {
    stdio: 'ignore',
    windowsHide: true,
  })
    .on('error', () => killProcess(pid))
    .on('exit', (code) => {
      if (code !== 0) killProcess(pid);
    });
}

/**
 * The path of a program of Windows, below `System32`. Windows looks for a bare name in the current folder first (libuv,
 * src/win/process.c), where another program of that name may lie.
 */
export const windowsSystemPath = (file: string): string =>
  win32.join(process.env['SystemRoot'] ?? String.raw`C:\Windows`, 'System32', file);

/**
 * Starts a program. Node throws if the arguments and the environment are longer than the system allows or contain NUL,
 * and emits other errors of a start.
 */
export function attemptStart(
  start: () => ChildProcess,
):
  | { readonly ok: true; readonly child: ChildProcess }
  | { readonly ok: false; readonly error: Error } {
  try {
    return { ok: true, child: start() };
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { ok: false, error };
    throw error;
  }
}

/**
 * Starts a program of the system that continues to run when this app ends, such as `xdg-open`. Waits at most `waitMs`
 * for its end. Never rejects.
 *
 * @returns the exit code; null if the program could not be started or was killed; `running` if it still runs
 */
export function launchProgram(
  program: string,
  args: readonly string[],
  waitMs: number,
): Promise<number | 'running' | null> {
  return new Promise((resolve) => {
    const start = attemptStart(() =>
      spawn(program, args, { detached: true, stdio: 'ignore', env: systemEnvironment(process) }),
    );
    if (!start.ok) {
      resolve(null);
      return;
    }
    const { child } = start;
    const timer = setTimeout(() => resolve('running'), waitMs);
    const end = (code: number | null): void => {
      clearTimeout(timer);
      resolve(code);
    };
    child.once('error', () => end(null));
    child.once('exit', end);
    child.unref();
  });
}
