import { execFile, spawn, type ChildProcess, type ExecFileException } from 'node:child_process';
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

const timeoutMs = 10_000;

/** Runs a program of the system without a shell and collects its output (at most 1 MiB). Never rejects. */
export function executeProgram(
  program: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const stopped = { code: null, stdout: '', stderr: 'it was stopped' };
    if (signal.aborted) {
      resolve(stopped);
      return;
    }
    const start = attemptStart(() =>
      execFile(
        program,
        args,
        {
          encoding: 'utf8',
          timeout: timeoutMs,
          // A program can ignore SIGTERM. The option `signal` is not used, because it sends SIGTERM.
          killSignal: 'SIGKILL',
          maxBuffer: 1 << 20,
          // Without `windowsHide`, a console program would open a console window on Windows.
          windowsHide: true,
          env: systemEnvironment(process),
        },
        (error, stdout, stderr) => {
          signal.removeEventListener('abort', stop);
          if (error === null) resolve({ code: 0, stdout, stderr });
          else
            resolve({
              code: typeof error.code === 'number' ? error.code : null,
              stdout,
              stderr: stderr === '' ? failureReason(error) : stderr,
            });
        },
      ),
    );
    if (!start.ok) {
      resolve({ code: null, stdout: '', stderr: failureReason(start.error) });
      return;
    }
    const { child } = start;
    signal.addEventListener('abort', stop, { once: true });
    function stop(): void {
      child.kill('SIGKILL');
      resolve(stopped);
    }
  });
}

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

/** A short reason for the failure. Node's own message would repeat the whole command line. */
function failureReason({ code, killed, signal }: ExecFileException): string {
  if (code === 'ENOENT') return 'it is not installed';
  if (typeof code === 'string') return `it could not be run (${code})`;
  if (killed === true) return `it did not end within ${timeoutMs / 1000} s`;
  return typeof signal === 'string' ? `it was ended by ${signal}` : `it ended with ${code ?? 1}`;
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
