import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '../setup/paths.ts';
import { signalGroup } from '../setup/process.ts';
import { electronEnvironment, type Runtime } from '../setup/runtime.ts';

interface LaunchAppOptions {
  readonly runtime: Runtime;
  /** The complete environment, such as that of a virtual desktop. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The app's own arguments, such as `--services=embedded` and `--hidden`. */
  readonly args: readonly string[];
  /** The absolute path of the data folder. Default: the app's usual folder. */
  readonly userDataDir?: string;
  /** The port of Chromium's debugger on 127.0.0.1. Default: no debugger. */
  readonly debugPort?: number;
  /** Whether the app shows the questions of a first start. Default: it uses the preset answers. */
  readonly firstRun?: boolean;
  /** The folder of the built app. Default: this repository. Null: `runtime` is a packaged app. */
  readonly appDir?: string | null;
  /** Called with each piece of the app's output. */
  readonly onOutput?: (text: string) => void;
}

/** The app as a separate process, with all its children. */
export interface RunningApp {
  readonly pid: number;
  /**
   * Resolves with the exit code of the app; if a signal ended the app, 137 for SIGKILL and 143 for every other signal.
   * Never rejects.
   */
  readonly exited: Promise<number>;
  /** Aborted when the app has ended, with an Error that describes how the app ended. */
  readonly gone: AbortSignal;
  /** The last 64 KiB of the app's output so far. */
  readonly output: string;
  /** Sends the app a signal to end, waits 8 s, then kills the whole group. May be called more than once. */
  stop(): Promise<void>;
}

const stopLimitMs = 8_000;
const keptOutput = 65_536;

/**
 * Starts the built app in its own process group: Ctrl+C reaches only the launcher, which ends the app in the right
 * order. Throws when the runtime cannot be started.
 */
export async function launchApp(options: LaunchAppOptions): Promise<RunningApp> {
  const { runtime, env, args, userDataDir, debugPort, appDir = root, onOutput } = options;
  const switches = [
    ...(options.firstRun === true ? [] : ['--no-first-run']),
    ...(userDataDir === undefined ? [] : [`--user-data-dir=${userDataDir}`]),
    ...(debugPort === undefined ? [] : [`--remote-debugging-port=${debugPort}`]),
  ];
  const folder = appDir === null ? [] : [appDir];
  const child = spawn(runtime.command, [...runtime.args, ...folder, ...args, ...switches], {
    cwd: appDir ?? root,
    env: electronEnvironment(env),
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-keptOutput);
      onOutput?.(text);
    });
  }
  const ended = new AbortController();
  // The event 'exit' is used instead of 'close', because child processes of the app may hold its pipes open.
  const exited = new Promise<number>((resolve) => {
    child.once('exit', (code, signal) => {
      const number = code ?? 128 + (signal === 'SIGKILL' ? 9 : 15);
      ended.abort(new Error(`the app ended by itself (exit code ${number})${lastLine(output)}`));
      resolve(number);
    });
  });
  const { pid } = child;
  if (pid === undefined) {
    const [error] = (await once(child, 'error')) as [Error];
    throw error;
  }
  const killGroup = (): void => void signalGroup(pid, 'SIGKILL');
  endAtExit(pid);

  const stop = async (): Promise<void> => {
    if (!ended.signal.aborted) {
      child.kill('SIGTERM');
      const patience = new AbortController();
      const impatient = delay(stopLimitMs, undefined, { signal: patience.signal }).catch(
        () => null,
      );
      await Promise.race([exited, impatient]);
      patience.abort();
    }
    killGroup();
    await exited;
    processGroups.delete(pid);
    if (processGroups.size === 0) process.off('exit', killGroups);
  };
  return {
    pid,
    exited,
    gone: ended.signal,
    get output() {
      return output;
    },
    stop,
  };
}

/** The process groups of the apps whose stop() has not been called. */
const processGroups = new Set<number>();

/** Ends the app when this process ends without a call of stop(). One listener serves all apps. */
function endAtExit(pid: number): void {
  if (processGroups.size === 0) process.once('exit', killGroups);
  processGroups.add(pid);
}

function killGroups(): void {
  for (const pid of processGroups) signalGroup(pid, 'SIGKILL');
}

function lastLine(output: string): string {
  const line = output.trim().split('\n').at(-1) ?? '';
  return line === '' ? '' : `: ${line}`;
}
