import { spawn } from 'node:child_process';
import type { WallpaperCommandFailure } from '#shared/wallpaper/wallpaper-command.ts';
import { systemEnvironment } from '#platform/process/own-program.ts';
import { attemptStart, inOwnGroup, killGroup } from '#platform/process/run.ts';
import type { StateHolder } from '#runtime/app-state.ts';
import { reportDefect } from '#runtime/defects.ts';
import { createQueue } from '#runtime/queue.ts';
import type { SetWallpaper } from '../wallpaper-setter.ts';

interface WallpaperCommandOptions {
  readonly state: StateHolder;
  /** The line for the system's shell. */
  readonly command: string;
  /** The wallpaper that an earlier run of the app set last, or null. */
  readonly last: SetWallpaper | null;
  /** Returns the title of a day's picture. */
  readonly titleOf: (date: string) => string;
  /** The time after which a run is killed, in milliseconds. */
  readonly limitMs?: number;
}

/** The default of `limitMs`: long enough for a script that changes the colours of a desktop. */
const defaultLimitMs = 60_000;

/**
 * Runs the user's command after each wallpaper that the app sets; the app does not wait for it. The runs do not
 * overlap: after several wallpapers during a run, the command runs once more, for the last of them. `dispose` kills a
 * running command.
 */
export function startWallpaperCommand({
  state,
  command,
  last,
  titleOf,
  limitMs = defaultLimitMs,
}: WallpaperCommandOptions) {
  const stop = new AbortController();
  const isStopped = (): boolean => stop.signal.aborted;
  const queue = createQueue();
  let lastAt = last?.at ?? null;

  async function run(wallpaper: SetWallpaper): Promise<void> {
    if (wallpaper.at !== lastAt || isStopped()) return;
    const isSimulated = state.current.services.simulated;
    const variables = environmentOf(wallpaper, titleOf(wallpaper.date), isSimulated);
    const failure = await runInShell(command, variables, limitMs, stop.signal);
    if (!isStopped()) state.update(() => ({ wallpaperCommandFailure: failure }));
  }

  const unsubscribe = state.subscribe(({ wallpaper }) => {
    if (wallpaper.kind !== 'set' || wallpaper.at === lastAt) return;
    lastAt = wallpaper.at;
    queue.run(() => run(wallpaper)).catch(reportDefect);
  });

  return {
    async dispose() {
      stop.abort();
      unsubscribe();
      await queue.idle();
    },
  };
}

/**
 * Characters that are special in cmd.exe. cmd.exe inserts the value of `%NAME%` into a line before it parses the line,
 * so that such characters in a value could run other commands.
 */
const cmdSpecialPattern = /["&|<>^%!()\r\n]/g;

/** The environment variables of a run. Removes from the title, which comes from a service, what would be unsafe. */
export function environmentOf(
  { path, date, displays }: SetWallpaper,
  title: string,
  isSimulated: boolean,
  platform: NodeJS.Platform = process.platform,
): NodeJS.ProcessEnv {
  // The value of an environment variable cannot contain NUL.
  const fullTitle = title.replaceAll('\0', '');
  return {
    OVERHEAD_SIMULATED: isSimulated ? '1' : '',
    OVERHEAD_WALLPAPER: path,
    // The paths of all pictures, that of the primary display first; only one if all displays share one file. Windows
    // gets them on one line, because `cmd.exe` ends a command at the first line break of a variable.
    OVERHEAD_WALLPAPERS: (displays ?? [{ path }])
      .map((one) => one.path)
      .join(platform === 'win32' ? ';' : '\n'),
    OVERHEAD_DATE: date,
    OVERHEAD_TITLE: platform === 'win32' ? fullTitle.replaceAll(cmdSpecialPattern, '') : fullTitle,
  };
}

/** Runs a line in the system's shell, in a new process group. Never rejects. */
function runInShell(
  line: string,
  variables: NodeJS.ProcessEnv,
  limitMs: number,
  signal: AbortSignal,
): Promise<WallpaperCommandFailure | null> {
  return new Promise((resolve) => {
    const start = attemptStart(() =>
      spawn(line, {
        ...inOwnGroup,
        shell: true,
        stdio: 'ignore',
        env: { ...systemEnvironment(process), ...variables },
      }),
    );
    if (!start.ok) {
      resolve({ kind: 'not-started' });
      return;
    }
    const { child } = start;
    const kill = (): void => killGroup(child);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      kill();
    }, limitMs);
    signal.addEventListener('abort', kill);
    const end = (failure: WallpaperCommandFailure | null): void => {
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
