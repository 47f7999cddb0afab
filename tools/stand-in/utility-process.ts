import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import { strict } from './api.ts';
import { onExit, requireReady } from './app.ts';

const host = fileURLToPath(new URL('utility-host.ts', import.meta.url));
/** Chromium kills a child that has not ended by then: `base::EnsureProcessTerminated`. */
const killAfterMs = 2_000;

/** Electron's UtilityProcess, with pipes: a Node process that ends with this one, however this one ends. */
class UtilityProcess extends EventEmitter {
  private child: ChildProcess | null;

  constructor(child: ChildProcess) {
    super();
    this.child = child;
    const forget = onExit(() => child.kill());
    child.once('spawn', () => this.emit('spawn'));
    child.once('exit', (code, signal) => {
      forget();
      this.emit('exit', code ?? (signal === null ? 1 : 128));
      // What it wrote last is lost: `lib/browser/api/utility-process.ts`.
      for (const stream of [child.stdout, child.stderr]) stream?.removeAllListeners().resume();
      this.child = null;
    });
    child.on('error', (error) => console.error(error));
    return strict('UtilityProcess', this);
  }

  get pid(): number | undefined {
    return this.child?.pid;
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
    const killing = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    child.once('exit', () => clearTimeout(killing));
    return child.kill();
  }
}

/** Electron's `utilityProcess`. */
export const utilityProcess = strict('utilityProcess', {
  fork: (path: string, args: string[] = [], options: Electron.ForkOptions = {}) => {
    requireReady('utilityProcess cannot be created before app is ready.');
    return new UtilityProcess(
      fork(host, [path, ...args], {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: (options.env as NodeJS.ProcessEnv | undefined) ?? process.env,
        ...(options.execArgv === undefined ? {} : { execArgv: options.execArgv }),
      }),
    );
  },
});
