import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { signalGroup } from '../setup/process.ts';

/** `failed` names the first test that failed, or what else went wrong; null: all passed. */
export type Ended =
  { readonly kind: 'ended'; readonly failed: string | null } | { readonly kind: 'hung' };

/** What `vitest.ts` is asked to do. */
export interface Order {
  readonly tests: readonly string[];
  /** Files that are different from the last time. */
  readonly changed: readonly string[];
}

export interface Tests {
  /** Paths are relative to the copy. Without an answer within `limitMs` the process is ended: `hung`. */
  run(tests: readonly string[], changed: readonly string[], limitMs: number): Promise<Ended>;
  /** The file is different again. */
  changed(file: string): void;
  stop(): Promise<void>;
}

/**
 * Runs tests of the copy in one Vitest process that stays alive between runs, and starts another one after a hang.
 *
 * @param temporary folder for what the tests leave behind
 */
export function startTests(copy: string, temporary: string, signal: AbortSignal): Tests {
  let child: ChildProcess | null = null;
  let stale: string[] = [];

  function open(): ChildProcess {
    stale = [];
    return spawn(process.execPath, [join(import.meta.dirname, 'vitest.ts'), copy], {
      cwd: copy,
      env: { ...process.env, TMPDIR: temporary, TEMP: temporary },
      // A group of its own, so that its workers end with it.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
  }

  async function stop(): Promise<void> {
    const ending = child;
    child = null;
    if (ending?.pid === undefined || ending.exitCode !== null) return;
    const ended = once(ending, 'exit');
    signalGroup(ending.pid, 'SIGKILL');
    await ended;
  }

  return {
    async run(tests, changed, limitMs) {
      if (signal.aborted) return { kind: 'hung' };
      child ??= open();
      const running = child;
      const order: Order = { tests, changed: [...stale, ...changed] };
      stale = [];
      const over = new AbortController();
      const limit = AbortSignal.any([signal, over.signal]);
      const timer = setTimeout(() => over.abort(), limitMs);
      try {
        const answer = once(running, 'message', { signal: limit });
        const exit = once(running, 'exit', { signal: limit });
        running.send(order);
        const [failed] = (await Promise.race([
          answer,
          exit.then(() => ['the test process ended']),
        ])) as [string | null];
        return { kind: 'ended', failed };
      } catch (error) {
        if (!limit.aborted) throw error;
        await stop();
        return { kind: 'hung' };
      } finally {
        clearTimeout(timer);
        over.abort();
        if (running.exitCode !== null) child = null;
      }
    },
    changed: (file) => void stale.push(file),
    stop,
  };
}
