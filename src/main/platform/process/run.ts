import { execFile, spawn, type ExecFileException } from 'node:child_process';
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
    execFile(
      program,
      args,
      // Without `windowsHide`, a console program would open a console window on Windows.
      {
        signal,
        timeout: timeoutMs,
        maxBuffer: 1 << 20,
        windowsHide: true,
        env: systemEnvironment(process),
      },
      (error, stdout, stderr) => {
        if (error === null) resolve({ code: 0, stdout, stderr });
        else
          resolve({
            code: typeof error.code === 'number' ? error.code : null,
            stdout,
            stderr: stderr === '' ? failureReason(error) : stderr,
          });
      },
    );
  });
}

/** A short reason for the failure. Node's own message would repeat the whole command line. */
function failureReason({ code, killed, signal }: ExecFileException): string {
  if (code === 'ENOENT') return 'it is not installed';
  if (code === 'ABORT_ERR') return 'it was stopped';
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
    const child = spawn(program, args, {
      detached: true,
      stdio: 'ignore',
      env: systemEnvironment(process),
    });
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
