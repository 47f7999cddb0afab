import type { UtilityProcess } from 'electron';
import { z } from 'zod';
import { parseJson } from '#shared/json.ts';
import type { ProgramResult } from './run.ts';

const resultSchema = z.object({
  code: z.number().nullable(),
  stdout: z.string(),
  stderr: z.string(),
});

/** Explorer may take this long at login, in milliseconds. */
const timeoutMs = 30_000;

/**
 * Runs one of the app's own programs in a utility process. The program prints its result as one line of JSON and waits
 * to be ended. If it crashes or hangs, only its result is a failure. Never rejects.
 */
export function executeOwnProgram(
  fork: () => UtilityProcess,
  signal: AbortSignal,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve(failed('it was stopped'));
      return;
    }
    const child = fork();
    let output = '';
    let errors = '';
    const end = (result: ProgramResult): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      // `kill` returns false while the process is starting: call it again after the start.
      if (!child.kill()) child.once('spawn', () => child.kill());
      resolve(result);
    };
    const onAbort = (): void => end(failed('it was stopped'));
    const timer = setTimeout(
      () => end(failed(`it did not answer within ${timeoutMs / 1000} s`)),
      timeoutMs,
    );
    signal.addEventListener('abort', onAbort);
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const lineEnd = output.indexOf('\n');
      if (lineEnd === -1) return;
      const result = resultSchema.safeParse(parseJson(output.slice(0, lineEnd))).data;
      end(result ?? failed(`its answer cannot be read: ${output.slice(0, 100).trim()}`));
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
    child.once('exit', (code) => end(failed(errors.trim() || `it ended with ${code}`)));
  });
}

const failed = (stderr: string): ProgramResult => ({ code: null, stdout: '', stderr });
