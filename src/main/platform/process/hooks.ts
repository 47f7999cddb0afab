import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { HookEvent } from '#shared/hook-events.ts';
import type { HookFailure } from '#shared/hook.ts';
import { createQueue } from '#runtime/queue.ts';
import { reportDefect } from '#runtime/defects.ts';
import { systemEnvironment } from './own-program.ts';
import { killTree, runMarkVariable } from './process-tree.ts';

interface HookOptions {
  /** Returns the shell command of an event; called before each run. Null: the event has no command. */
  readonly command: (event: HookEvent) => string | null;
  /** Called after each run; null: the run succeeded. */
  readonly onEnd: (event: HookEvent, failure: HookFailure | null) => void;
  /** The time after which a run is killed, in milliseconds. */
  readonly limitMs?: number;
}

/** The environment variables of a run. */
export interface HookVariables {
  /** Values that the app itself produces, such as a date. */
  readonly own: Readonly<Record<string, string>>;
  /** Values that come from services and files. On Windows, characters that are special to the shell are removed. */
  readonly foreign: Readonly<Record<string, string>>;
}

/** Runs the command of an event, if there is one; waits until an earlier run for the event has ended. */
type RunHook = (event: HookEvent, variables: HookVariables) => void;

/** A source of events. */
export interface HookSource {
  readonly events: readonly HookEvent[];
  /** Calls `run` at each event from now on. Returns a function that stops these calls. */
  follow(run: RunHook): () => void | Promise<void>;
}

/** The default of `limitMs`: long enough for a script that changes the colours of a desktop. */
const defaultLimitMs = 60_000;

/**
 * Runs the user's commands after events; the app does not wait for the commands. The runs for one event do not overlap:
 * if the event occurs several times during a run, only the last occurrence causes another run. `dispose` kills the
 * running commands.
 */
export function createHooks({ command, onEnd, limitMs = defaultLimitMs }: HookOptions) {
  const stop = new AbortController();
  const isStopped = (): boolean => stop.signal.aborted;
  const queues = new Map<HookEvent, ReturnType<typeof createQueue>>();
  /** The variables of the last requested run, by event. */
  const newestVariables = new Map<HookEvent, HookVariables>();

  async function runNow(event: HookEvent, variables: HookVariables): Promise<void> {
    const line = command(event);
    if (line === null || newestVariables.get(event) !== variables || isStopped()) return;
    const env = { OVERHEAD_EVENT: event, ...environmentOf(variables) };
    const failure = await runCommandLine(line, env, limitMs, stop.signal);
    if (!isStopped()) onEnd(event, failure);
  }

  const run: RunHook = (event, variables) => {
    const queue = queues.get(event) ?? createQueue();
    queues.set(event, queue);
    newestVariables.set(event, variables);
    queue.run(() => runNow(event, variables)).catch(reportDefect);
  };
  const stopFunctions: (() => void | Promise<void>)[] = [];

  return {
    run,

    /** Follows the sources of which at least one event has a command at the time of this call. */
    follow(sources: readonly HookSource[]) {
      for (const source of sources)
        if (source.events.some((event) => command(event) !== null))
          stopFunctions.push(source.follow(run));
    },

    async dispose() {
      stop.abort();
      for (const end of stopFunctions.splice(0)) await end();
      await Promise.all([...queues.values()].map((queue) => queue.idle()));
    },
  };
}

/**
 * Characters that are special in cmd.exe. cmd.exe inserts the value of `%NAME%` into a line before it parses the line,
 * so that such characters in a value could run other commands.
 */
const cmdSpecialPattern = /["&|<>^%!()\r\n]/g;

/** The environment variables of a run. Removes from foreign values the characters that would be unsafe. */
export function environmentOf(
  { own, foreign }: HookVariables,
  platform: NodeJS.Platform = process.platform,
): NodeJS.ProcessEnv {
  const withoutSpecialCharacters = (text: string): string => {
    // The value of an environment variable cannot contain NUL.
    const fullText = text.replaceAll('\0', '');
    return platform === 'win32' ? fullText.replaceAll(cmdSpecialPattern, '') : fullText;
  };
  const filteredVariables = Object.entries(foreign).map(
    ([name, text]) => [name, withoutSpecialCharacters(text)] as const,
  );
  return { ...own, ...Object.fromEntries(filteredVariables) };
}

/** Runs a command in the system's shell, in a new process group. Never rejects. */
function runCommandLine(
  line: string,
  variables: NodeJS.ProcessEnv,
  limitMs: number,
  signal: AbortSignal,
): Promise<HookFailure | null> {
  return new Promise((resolve) => {
    const mark = randomUUID();
    const child = spawn(line, {
      shell: true,
      stdio: 'ignore',
      detached: process.platform !== 'win32',
      windowsHide: true,
      env: { ...systemEnvironment(process), ...variables, [runMarkVariable]: mark },
    });
    const kill = (): void => {
      if (child.pid !== undefined) killTree(child.pid, mark);
    };
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      kill();
    }, limitMs);
    signal.addEventListener('abort', kill);
    const end = (failure: HookFailure | null): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
      resolve(failure);
    };
    child.once('error', () => end({ kind: 'not-started' }));
    child.once('exit', (code, killed) => {
      if (isLate) end({ kind: 'too-long', seconds: limitMs / 1000 });
      else if (code === 0) end(null);
      else end({ kind: 'failed', code: code ?? killed ?? 'SIGKILL' });
    });
  });
}
