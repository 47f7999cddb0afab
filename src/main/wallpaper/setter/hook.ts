import { spawn } from 'node:child_process';
import type { HookFailure } from '#shared/wallpaper/hook.ts';
import { createQueue } from '#runtime/queue.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import { reportDefect } from '#runtime/defects.ts';
import { systemEnvironment } from '#platform/process/own-program.ts';
import type { SetWallpaper } from '../wallpaper-setter.ts';

interface HookOptions {
  readonly state: StateHolder;
  /** The wallpaper that an earlier run of the app set last, or null. */
  readonly last: SetWallpaper | null;
  /** The shell command, read before each run; null: none. */
  readonly command: () => string | null;
  /** The title of a day's picture. */
  readonly titleOf: (date: string) => string;
  /** Milliseconds after which a run is killed. */
  readonly limitMs?: number;
}

/** Long enough for a script that recolours a desktop. */
const usualLimitMs = 60_000;

/**
 * Runs the user's command after each wallpaper that the app sets, and publishes in AppState whether it failed. The
 * wallpaper does not wait for the command. Runs do not overlap: of several wallpapers set during a run, only the last one
 * gets a run. `dispose` kills a running command.
 */
export function startHook(options: HookOptions): { dispose(): Promise<void> } {
  const { state, command, titleOf, limitMs = usualLimitMs } = options;
  const stop = new AbortController();
  const queue = createQueue();
  const isStopped = (): boolean => stop.signal.aborted;
  let lastAt = options.last?.at ?? null;

  async function runFor(wallpaper: SetWallpaper): Promise<void> {
    const line = command();
    if (line === null || wallpaper.at !== lastAt || isStopped()) return;
    const hookFailure = await runLine(line, variablesOf(wallpaper, titleOf), limitMs, stop.signal);
    if (!isStopped()) state.update(() => ({ hookFailure }));
  }

  const unsubscribe = state.subscribe(({ wallpaper }) => {
    if (wallpaper.kind !== 'set' || wallpaper.at === lastAt) return;
    lastAt = wallpaper.at;
    queue.run(() => runFor(wallpaper)).catch(reportDefect);
  });
  return {
    async dispose() {
      unsubscribe();
      stop.abort();
      await queue.idle();
    },
  };
}

/** Characters with a meaning for cmd.exe: it inserts the value of `%NAME%` into the line before it parses the line. */
const specialToCmd = /["&|<>^%!()\r\n]/g;

/** The variables of a run. Titles come from the picture service: characters with a meaning for a shell are removed. */
export function variablesOf(
  { path, date, displays }: Pick<SetWallpaper, 'path' | 'date' | 'displays'>,
  titleOf: (date: string) => string,
  platform: NodeJS.Platform = process.platform,
): NodeJS.ProcessEnv {
  // The environment cannot hold a NUL.
  const title = titleOf(date).replaceAll('\0', '');
  return {
    OVERHEAD_WALLPAPER: path,
    // One line for each display, the primary first.
    OVERHEAD_WALLPAPERS: (displays ?? [{ path }]).map((one) => one.path).join('\n'),
    OVERHEAD_DATE: date,
    OVERHEAD_TITLE: platform === 'win32' ? title.replaceAll(specialToCmd, '') : title,
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
        // The whole process group.
        process.kill(hasGroups ? -child.pid : child.pid, 'SIGKILL');
      } catch {
        // The process has just ended.
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
