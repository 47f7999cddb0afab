import { spawn } from 'node:child_process';
import { createQueue } from '#runtime/queue.ts';
import { systemEnvironment } from '#platform/process/own-program.ts';
import type { HookFailure } from '#shared/wallpaper/hook.ts';
import type { WallpaperSetter } from '../ports.ts';

interface HookOptions {
  /** A line for the shell; null: none. Read before each run. */
  readonly command: () => string | null;
  /** Called after each run, with null when it ended with exit code 0. */
  readonly onEnd: (failure: HookFailure | null) => void;
  /** Milliseconds after which a run is killed. */
  readonly limitMs?: number;
}

export interface HookedSetter extends WallpaperSetter {
  /** Kills the run that is under way. */
  dispose(): Promise<void>;
}

/** A minute: long enough for a script that recolours a desktop. */
const usualLimitMs = 60_000;

/**
 * Runs the person's command after each wallpaper that was set. The wallpaper does not wait for it. Runs do not overlap: of
 * the wallpapers that were set meanwhile, the last one gets a run.
 */
export function withHook<T extends WallpaperSetter>(
  setter: T,
  { command, onEnd, limitMs = usualLimitMs }: HookOptions,
): T & HookedSetter {
  const stop = new AbortController();
  const queue = createQueue();
  let last = 0;

  async function runFor(variables: NodeJS.ProcessEnv, number: number): Promise<void> {
    const line = command();
    if (line === null || number !== last || stop.signal.aborted) return;
    const failure = await runLine(line, variables, limitMs, stop.signal);
    if (!stop.signal.aborted) onEnd(failure);
  }

  return {
    ...setter,
    async set(picture, path, signal, order) {
      const done = await setter.set(picture, path, signal, order);
      if (!done.ok) return done;
      last += 1;
      const number = last;
      const variables = {
        OVERHEAD_WALLPAPER: done.value.path,
        OVERHEAD_DATE: picture.record.date,
        OVERHEAD_TITLE: picture.record.title,
      };
      void queue.run(() => runFor(variables, number));
      return done;
    },
    async dispose() {
      stop.abort();
      await queue.idle();
    },
  };
}

/** Runs a line in the system's shell, in a process group of its own. Never rejects. */
function runLine(
  line: string,
  variables: NodeJS.ProcessEnv,
  limitMs: number,
  signal: AbortSignal,
): Promise<HookFailure | null> {
  return new Promise((resolve) => {
    const hasGroups = process.platform !== 'win32';
    const child = spawn(line, {
      shell: true,
      stdio: 'ignore',
      detached: hasGroups,
      windowsHide: true,
      env: { ...systemEnvironment(process), ...variables },
    });
    const kill = (): void => {
      if (child.pid === undefined) return;
      try {
        // What it started, too.
        process.kill(hasGroups ? -child.pid : child.pid, 'SIGKILL');
      } catch {
        // It has just ended.
      }
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
