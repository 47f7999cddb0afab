import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import { NotInStandInError, strict } from './absent.ts';
import { onExit } from './lifetime.ts';

type Stdio = 'inherit' | 'ignore' | 'pipe';
const host = fileURLToPath(new URL('utility-host.ts', import.meta.url));

function stdioOf(stdio: Electron.ForkOptions['stdio']): [Stdio, Stdio] {
  const [, out = 'inherit', err = 'inherit'] = Array.isArray(stdio) ? stdio : ['', stdio, stdio];
  return [out as Stdio, err as Stdio];
}

/** Electron's UtilityProcess: a Node process that ends with this one, however this one ends. */
class UtilityProcess
  extends EventEmitter
  implements Pick<Electron.UtilityProcess, 'pid' | 'stdout' | 'stderr' | 'kill' | 'postMessage'>
{
  pid: number | undefined;
  readonly stdout: ChildProcess['stdout'];
  readonly stderr: ChildProcess['stderr'];
  private readonly child: ChildProcess;

  constructor(child: ChildProcess) {
    super();
    this.child = child;
    this.stdout = child.stdout;
    this.stderr = child.stderr;
    const made = strict('UtilityProcess', this);
    const forget = onExit(() => child.kill());
    child.once('spawn', () => {
      this.pid = child.pid;
      this.emit('spawn');
    });
    child.once('exit', (code, signal) => {
      forget();
      this.pid = undefined;
      this.emit('exit', code ?? (signal === null ? 1 : 128));
    });
    child.on('message', (message) => this.emit('message', message));
    child.on('error', (error) => console.error(error));
    return made;
  }

  kill(): boolean {
    return this.child.kill();
  }

  postMessage(message: unknown, transfer?: readonly unknown[]): void {
    if (transfer?.length) throw new NotInStandInError('ports of a UtilityProcess');
    if (this.child.connected) this.child.send(message as object);
  }
}

/** Electron's `utilityProcess`. */
export const utilityProcess = strict('utilityProcess', {
  fork: (path: string, args: string[] = [], options: Electron.ForkOptions = {}) => {
    const [out, err] = stdioOf(options.stdio);
    return new UtilityProcess(
      fork(host, [path, ...args], {
        stdio: ['ignore', out, err, 'ipc'],
        serialization: 'advanced',
        env: (options.env as NodeJS.ProcessEnv | undefined) ?? process.env,
        ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
        ...(options.execArgv === undefined ? {} : { execArgv: options.execArgv }),
      }),
    );
  },
});
