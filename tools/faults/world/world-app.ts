import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Result } from '#shared/failure.ts';
import { channelName } from '#shared/channels.ts';
import type { Bridge } from '#shared/contract.ts';
import type { AppState } from '#shared/state.ts';
import type { Logind } from '#stand-in/dbus/logind.ts';
import { root } from '#tools/setup/paths.ts';
import { signalGroup } from '#tools/setup/process.ts';
import { readProcess } from '#stand-in/system/processes.ts';
import { killAtExit } from './exit.ts';
import { pieceLimitMs, type WorkPiece } from '../thread-budget.ts';
import type { ResourceMeasure, HostOrder } from './host.ts';

const hostPath = fileURLToPath(new URL('host.ts', import.meta.url));

/** Thrown when the app has broken a rule. */
export class BrokenRuleError extends Error {}

interface HostMessage {
  readonly id?: number;
  readonly value?: unknown;
  readonly error?: string;
  readonly quit?: ResourceMeasure;
  readonly piece?: WorkPiece;
}

/**
 * The most processor time of one piece of work until the app has started, in milliseconds. The app's modules are
 * compiled in one piece.
 */
const startPieceLimitMs = 1_000;

/** Starts `host.ts` with the arguments for Node. The process has a channel for messages, and a group of its own. */
export type SpawnHost = (args: readonly string[], env: NodeJS.ProcessEnv) => ChildProcess;

const spawnNode: SpawnHost = (args, env) =>
  spawn(process.execPath, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // The process group is separate, so that Ctrl+C reaches only the tool, which then stops the app.
    detached: true,
  });

/** A run of the app: its process, and its clock. */
export class WorldApp {
  readonly argv: string;
  /**
   * The processes, timers and descriptors that were left when the app had stopped all its parts, before its process
   * exited.
   */
  leftAtQuit: ResourceMeasure | null = null;
  output = '';
  /** The pieces of work that blocked the app's main thread for too long. */
  readonly longPieces: WorkPiece[] = [];
  /** The longest piece of work since the app has started. */
  longestPiece: WorkPiece = { ms: 0, place: '' };
  private hasStarted = false;
  private readonly child: ChildProcess;
  private readonly exited: Promise<unknown>;
  private readonly waiting = new Map<number, (told: HostMessage) => void>();
  private isKilled = false;
  private lastId = 0;
  private powerEvents = 0;

  private constructor(child: ChildProcess) {
    this.child = child;
    this.argv = readProcess(child.pid ?? 0, 'cmdline');
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    child.on('message', (message: HostMessage) => {
      if (message.piece !== undefined) this.addPiece(message.piece);
      else if (message.quit !== undefined) this.leftAtQuit = message.quit;
      else if (message.id !== undefined) this.waiting.get(message.id)?.(message);
    });
    this.exited = new Promise((resolve) => child.once('exit', resolve)).then(() => {
      for (const resolve of this.waiting.values()) resolve({ error: 'the app has ended' });
    });
  }

  /**
   * Starts the app, and resolves when the app is idle. `env` is its complete environment. Rejects with
   * `BrokenRuleError` if the app exits at once, and with the system's error if no process can be started.
   */
  static async start(
    env: NodeJS.ProcessEnv,
    args: readonly string[],
    spawnHost = spawnNode,
  ): Promise<WorldApp> {
    const flags = ['--expose-gc', '--disable-warning=ExperimentalWarning', hostPath];
    const child = spawnHost([...flags, root, '--hidden', '--no-first-run', ...args], env);
    killAtExit(child);
    await once(child, 'spawn');
    const app = new WorldApp(child);
    const ready = new Promise<true>((resolve) =>
      child.on('message', ({ piece }: HostMessage) => {
        if (piece === undefined) resolve(true);
      }),
    );
    if (!(await Promise.race([ready, app.exited.then(() => false)])))
      throw new BrokenRuleError(`the app does not start: ${app.output.trim()}`);
    app.hasStarted = true;
    return app;
  }

  private addPiece(piece: WorkPiece): void {
    if (piece.ms > (this.hasStarted ? pieceLimitMs : startPieceLimitMs))
      this.longPieces.push(piece);
    if (this.hasStarted && piece.ms > this.longestPiece.ms) this.longestPiece = piece;
  }

  private wasKilled(): boolean {
    return this.isKilled;
  }

  /** Sends a command to the process. Resolves with null if the app was killed during the command. */
  async order(order: HostOrder): Promise<unknown> {
    if (this.wasKilled()) return null;
    const { value, error } = await this.send(order);
    if (error === undefined || this.wasKilled()) return value ?? null;
    if (order.do === 'quit' && this.leftAtQuit !== null) return null;
    throw new BrokenRuleError(`${order.do}: ${error}\n${this.output.slice(-2_000)}`);
  }

  private async send(order: HostOrder): Promise<HostMessage> {
    const id = ++this.lastId;
    const reply = new Promise<HostMessage>((resolve) => this.waiting.set(id, resolve));
    if (this.child.connected) this.child.send({ id, order });
    else this.waiting.get(id)?.({ error: 'the app has ended' });
    try {
      return await reply;
    } finally {
      this.waiting.delete(id);
    }
  }

  /**
   * Calls a command in the same way as the app's page. Returns null if the answer arrives only after virtual time has
   * passed.
   */
  async ask<G extends keyof Bridge, N extends keyof Bridge[G] & string>(
    group: G,
    name: N,
    ...input: Bridge[G][N] extends (...args: infer I) => Promise<Result<unknown>> ? I : never
  ): Promise<Awaited<
    ReturnType<Extract<Bridge[G][N], (...args: never) => Promise<unknown>>>
  > | null> {
    const channel = channelName(group, name);
    const answer = await this.order({ do: 'invoke', channel, input: input[0] ?? null });
    if (answer === null) return null;
    const { value, error } = answer as { readonly value?: unknown; readonly error?: string };
    if (error !== undefined) throw new BrokenRuleError(`${channel}: ${error}`);
    // The type is right, because the app has validated the state with its own schemas.
    return value as Awaited<
      ReturnType<Extract<Bridge[G][N], (...args: never) => Promise<unknown>>>
    >;
  }

  async state(): Promise<AppState> {
    const answer = await this.ask('state', 'snapshot');
    if (answer?.ok !== true) throw new BrokenRuleError('the app does not tell its state');
    return answer.value;
  }

  async advance(ms: number): Promise<void> {
    await this.order({ do: 'advance', ms, killAt: null });
  }

  /** Advances time by up to `ms`. The app kills itself at call number `killAt`, or is killed at the end. */
  async killWithin(ms: number, killAt: number): Promise<void> {
    this.isKilled = true;
    await this.send({ do: 'advance', ms, killAt });
    await this.kill();
  }

  /** Lets the machine sleep for `ms`: the login manager announces the sleep and the resume. */
  async sleep(logind: Logind, ms: number): Promise<void> {
    for (const turn of ['sleep', 'wake'] as const) {
      logind[turn]();
      this.powerEvents += 1;
      await this.order({ do: 'power', events: this.powerEvents });
      await this.advance(turn === 'sleep' ? 100 : 2_000);
      if (turn === 'sleep') await this.order({ do: 'sleep', ms });
    }
  }

  async measure(): Promise<ResourceMeasure> {
    return (await this.order({ do: 'measure' })) as ResourceMeasure;
  }

  async kill(): Promise<void> {
    this.isKilled = true;
    const { pid, exitCode, signalCode } = this.child;
    // Kill the child processes as well, because they write to the same folder.
    if (pid !== undefined && exitCode === null && signalCode === null) signalGroup(pid, 'SIGKILL');
    await this.exited;
  }

  /** Requests the app to quit; returns its exit code. */
  async quit(): Promise<number> {
    await this.order({ do: 'quit' });
    await this.exited;
    return this.child.exitCode ?? 128;
  }
}
