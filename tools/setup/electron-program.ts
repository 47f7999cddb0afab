// Functions for checks that run a small program inside Electron (or the stand-in) and read its output.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { rolldown } from 'rolldown';
import { root } from './paths.ts';
import { signalGroup } from './process.ts';

/** A line of JSON that a program inside Electron prints. */
interface ProgramLine {
  readonly what: string;
  readonly value: unknown;
}

/** Bundles the module `from` into the JavaScript file `to`, because Electron does not run TypeScript. */
export async function bundleForElectron(
  from: string,
  to: string,
  platform: 'node' | 'browser' = 'node',
): Promise<void> {
  const built = await rolldown({
    input: from,
    platform,
    external: ['electron'],
    tsconfig: join(root, 'tsconfig.tools.json'),
    logLevel: 'warn',
  });
  await built.write({ file: to, format: 'esm', codeSplitting: false });
  await built.close();
}

/** Writes the `package.json` of a program whose entry is `main.js` in the same folder. */
export function writeManifest(
  folder: string,
  about: { readonly name: string; readonly productName?: string; readonly version: string },
): void {
  const manifest = { ...about, type: 'module', main: 'main.js' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
}

interface FollowOptions {
  readonly env: NodeJS.ProcessEnv;
  /** When this signal is aborted, the program is killed. */
  readonly signal: AbortSignal;
  /** The time limit in milliseconds; after it, the program is killed. */
  readonly limitMs: number;
}

/**
 * Runs a program and passes each `ProgramLine` that it prints to `onSaid`. Resolves with the exit code, 137 if a signal
 * ended the program.
 */
export async function followProgram(
  command: string,
  args: readonly string[],
  { env, signal, limitMs }: FollowOptions,
  onSaid: (said: ProgramLine, pid: number) => void,
): Promise<number> {
  const child = spawn(command, args, {
    env,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { pid } = child;
  if (pid === undefined) throw (await once(child, 'error'))[0];
  const stop = (): void => void signalGroup(pid, 'SIGKILL');
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  limit.addEventListener('abort', stop, { once: true });
  createInterface({ input: child.stdout }).on('line', (line) => {
    // Electron and Chromium also print to standard output.
    if (line.startsWith('{"what":')) onSaid(JSON.parse(line) as ProgramLine, pid);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  limit.removeEventListener('abort', stop);
  stop();
  return code ?? 137;
}
