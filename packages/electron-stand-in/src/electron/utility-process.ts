import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import { strictObject } from './api.ts';
import { onExit, requireReady } from './app.ts';

const hostPath = fileURLToPath(new URL('./utility-host.ts', import.meta.url));
/** After this time, Chromium kills a child process that still runs: `base::EnsureProcessTerminated`. */
const killAfterMs = 2_000;

/** Electron's UtilityProcess, with pipes: a Node process that always ends with this process. */
class UtilityProcess extends EventEmitter {
  private child: ChildProcess | null;
  private hasSpawned = false;
  private readonly hasPipes: boolean;

  constructor(child: ChildProcess, hasPipes: boolean) {
    super();
    this.child = child;
    this.hasPipes = hasPipes;
    // The output is discarded, because the app cannot read it.
    if (!hasPipes) for (const stream of [child.stdout, child.stderr]) stream?.resume();
    const forget = onExit(() => child.kill());
    child.once('spawn', () => {
      this.hasSpawned = true;
      this.emit('spawn');
    });
    child.once('exit', (code, signal) => {
      forget();
      this.emit('exit', code ?? (signal === null ? 1 : 128));
      // The last output of the child is lost, as in `lib/browser/api/utility-process.ts`.
      for (const stream of [child.stdout, child.stderr]) stream?.removeAllListeners().resume();
      this.child = null;
    });
    child.on('error', (error) => console.error(error));
    return strictObject('UtilityProcess', this);
  }

  /**
   * The process id; undefined before the event `spawn` and after the event `exit`, as in
   * `shell/browser/api/electron_api_utility_process.cc`.
   */
  get pid(): number | undefined {
    return this.hasSpawned ? this.child?.pid : undefined;
  }

  get stdout(): ChildProcess['stdout'] {
    return this.hasPipes ? (this.child?.stdout ?? null) : null;
  }

  get stderr(): ChildProcess['stderr'] {
    return this.hasPipes ? (this.child?.stderr ?? null) : null;
  }

  kill(): boolean {
    const { child } = this;
    if (child === null) return false;
    const killTimer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    child.once('exit', () => clearTimeout(killTimer));
    return child.kill();
  }
}

/** Electron's `utilityProcess`. */
export const utilityProcess = strictObject('utilityProcess', {
  fork: (path: string, args: string[] = [], options: Electron.ForkOptions = {}) => {
    requireReady('utilityProcess cannot be created before app is ready.');
    return new UtilityProcess(
      fork(hostPath, [path, ...args], {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: (options.env as NodeJS.ProcessEnv | undefined) ?? process.env,
        execArgv: options.execArgv ?? process.execArgv,
      }),
      options.stdio === 'pipe' || options.stdio?.[1] === 'pipe',
    );
  },
});
