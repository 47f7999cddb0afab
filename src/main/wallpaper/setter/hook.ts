import { spawn } from 'node:child_process';
import type { HookFailure } from '#shared/wallpaper/hook.ts';
import { createQueue } from '#runtime/queue.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import { systemEnvironment } from '#platform/process/own-program.ts';
import type { SetWallpaper } from '../ports.ts';

interface HookOptions {
  readonly state: StateHolder;
  /** The wallpaper that an earlier run of the app set last, or null. */
  readonly last: SetWallpaper | null;
  /** The shell command, read before each run; null: none. */
  readonly command: () => string | null;
  /** The title of a day's picture. */
  readonly titleOf: (date: string) => string;
  readonly onDefect: (error: unknown) => void;
  /** Milliseconds after which a run is killed. */
  readonly limitMs?: number;
}

/** Long enough for a script that recolours a desktop. */
const usualLimitMs = 60_000;

/**
 * Runs the person's command after each wallpaper that the app has set, and writes to the state whether it failed. The
 * wallpaper does not wait for it. Runs do not overlap: of the wallpapers that were set meanwhile, the last one gets a run.
 * `dispose` kills the run that is under way.
 */
export function startHook(options: HookOptions): { dispose(): Promise<void> } {
  const { state, command, titleOf, onDefect, limitMs = usualLimitMs } = options;
  const stop = new AbortController();
  const queue = createQueue();
  const isOver = (): boolean => stop.signal.aborted;
  let lastAt = options.last?.at ?? null;

  async function runFor(wallpaper: SetWallpaper): Promise<void> {
    const line = command();
    if (line === null || wallpaper.at !== lastAt || isOver()) return;
    const hookFailure = await runLine(line, variablesOf(wallpaper, titleOf), limitMs, stop.signal);
    if (!isOver()) state.update(() => ({ hookFailure }));
  }

  const unsubscribe = state.subscribe(({ wallpaper }) => {
    if (wallpaper.kind !== 'set' || wallpaper.at === lastAt) return;
    lastAt = wallpaper.at;
    queue.run(() => runFor(wallpaper)).catch(onDefect);
  });
  return {
    async dispose() {
      unsubscribe();
      stop.abort();
      await queue.idle();
    },
  };
}

/** What cmd.exe reads as part of a command: it puts the value of `%NAME%` into the line before it parses the line. */
const readByCmd = /["&|<>^%!()\r\n]/g;

/** The variables of a run. Titles come from the picture service, so they hold nothing that a shell could run. */
export function variablesOf(
  { path, date, displays }: Pick<SetWallpaper, 'path' | 'date' | 'displays'>,
  titleOf: (date: string) => string,
  platform: NodeJS.Platform = process.platform,
): NodeJS.ProcessEnv {
  // A title without a NUL: no environment can hold one.
  const title = titleOf(date).replaceAll('\0', '');
  return {
    OVERHEAD_WALLPAPER: path,
    // One line for each display, the primary first.
    OVERHEAD_WALLPAPERS: (displays ?? [{ path }]).map((one) => one.path).join('\n'),
    OVERHEAD_DATE: date,
    OVERHEAD_TITLE: platform === 'win32' ? title.replaceAll(readByCmd, '') : title,
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
