import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

interface OutputLine {
  readonly what: string;
  readonly value: unknown;
}

const mainPath = fileURLToPath(new URL('./main.ts', import.meta.url));

/**
 * Runs an application in the stand-in, without a display, and parses its output: lines of JSON with a `what` and a
 * `value`.
 *
 * @param application the folder with the application's package.json
 * @param folder the folder for the application's settings and temporary files
 */
export function runInStandIn(
  application: string,
  folder: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
) {
  const data = join(folder, 'data');
  const child = spawn(
    process.execPath,
    [mainPath, application, '--no-sandbox', `--user-data-dir=${data}`, ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        DISPLAY: '',
        WAYLAND_DISPLAY: '',
        DBUS_SESSION_BUS_ADDRESS: '',
        XDG_RUNTIME_DIR: folder,
        TMPDIR: folder,
        ...env,
      },
    },
  );
  const output: OutputLine[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => output.push(JSON.parse(line) as OutputLine));
  const outputEnd = once(lines, 'close');
  const childExit = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>;
  return {
    child,
    data,
    /** Resolves with the exit code and the signal when the program has ended and its output is read. */
    exited: Promise.all([childExit, outputEnd]).then(([exit]) => exit),
    /**
     * Resolves with the value of the first line that has this `what`, even if that line was printed before this call.
     * Throws when the program ends without such a line.
     */
    async said(what: string): Promise<unknown> {
      for (let hasEnded = false; ;) {
        const match = output.find((line) => line.what === what);
        if (match) return match.value;
        if (hasEnded)
          throw new Error(
            `ended without ${what}; said ${output.map((line) => line.what).join(', ')}`,
          );
        const isEnd = outputEnd.then(() => true);
        hasEnded = await Promise.race([once(lines, 'line').then(() => false), isEnd]);
      }
    },
    /** The lines so far, as `what` and `value`. */
    output: () => output.map(({ what, value }) => [what, value] as const),
    async end(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
      child.kill(signal);
      await childExit;
    },
  };
}
