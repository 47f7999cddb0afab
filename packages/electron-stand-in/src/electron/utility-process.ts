import { fork, type ChildProcess, type StdioOptions } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import { strictObject } from './api.ts';
import { onExit, requireReady } from './app.ts';

const hostPath = fileURLToPath(new URL('./utility-host.ts', import.meta.url));
/** After this time, Chromium kills a child process that still runs: `base::EnsureProcessTerminated`. */
const killAfterMs = 2_000;

/** Electron's UtilityProcess: a Node process that always ends with this process. */
class UtilityProcess extends EventEmitter {
  private child: ChildProcess | null;
  private hasSpawned = false;

  constructor(child: ChildProcess) {
    super();
    this.child = child;
    const forget = onExit(() => child.kill());
    child.once('spawn', () => {
      this.hasSpawned = true;
      this.emit('spawn');
    });
    child.once('exit', (code) => {
      forget();
      // Without a code, a signal ended the process.
      this.emit('exit', code ?? 128);
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
    return this.child?.stdout ?? null;
  }

  get stderr(): ChildProcess['stderr'] {
    return this.child?.stderr ?? null;
  }

  kill(): boolean {
    const { child } = this;
    if (child === null) return false;
    const killTimer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    child.once('exit', () => clearTimeout(killTimer));
    return child.kill();
  }
}

interface ForkOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** The app asks either for both pipes, or for none. */
  readonly stdio?: readonly ['ignore', 'pipe', 'pipe'];
}

/** Electron's `utilityProcess`. */
export const utilityProcess = strictObject('utilityProcess', {
  fork: (path: string, args: string[] = [], { env, stdio }: ForkOptions = {}) => {
    requireReady('utilityProcess cannot be created before app is ready.');
    // Without pipes, the output is lost.
    const output = stdio === undefined ? 'ignore' : 'pipe';
    const ownStdio: StdioOptions = ['ignore', output, output, 'ipc'];
    return new UtilityProcess(fork(hostPath, [path, ...args], { stdio: ownStdio, env }));
  },
});
