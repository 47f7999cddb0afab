import { spawn, spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { UtilityProcess } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { FakeClock, runPromiseCallbacks } from '#test/support/fake-clock.ts';
import { startServicesProcess } from './services-process.ts';

/** A simulated utility process of Electron: it has no id and cannot be ended before it has emitted `spawn`. */
class Child extends EventEmitter {
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  pid: number | undefined;
  kills = 0;
  ignoresKill = false;

  kill(): boolean {
    if (this.pid === undefined) return false;
    this.kills += 1;
    if (!this.ignoresKill) this.end(0);
    return true;
  }

  spawn(pid = 1): void {
    this.pid = pid;
    this.emit('spawn');
  }

  listen(port: number): void {
    const url = `http://127.0.0.1:${port}`;
    const line = JSON.stringify({ posts_url: url, iss_url: url, apod_url: url });
    // Write the line in two pieces, because a pipe may split a line.
    this.stdout.write(line.slice(0, 9));
    this.stdout.write(`${line.slice(9)}\n`);
  }

  end(code: number): void {
    this.pid = undefined;
    this.emit('exit', code);
  }
}

function start() {
  const clock = new FakeClock();
  const children: Child[] = [];
  const logged: string[] = [];
  let restarts = 0;
  const services = startServicesProcess({
    fork: () => {
      const child = new Child();
      children.push(child);
      return child as unknown as UtilityProcess;
    },
    clock,
    log: { info: (line) => logged.push(line), error: () => undefined },
    onRestart: () => (restarts += 1),
  });
  const newest = (): Child => {
    const child = children.at(-1);
    if (child === undefined) throw new Error('nothing was started');
    return child;
  };
  return { clock, children, logged, services, newest, restarts: () => restarts };
}

describe('startServicesProcess', () => {
  it('returns the addresses while the services listen, and restarts the process when it ends', async () => {
    const { clock, services, newest, restarts, logged } = start();
    const listening = services.listening(60_000);
    newest().spawn();
    newest().listen(1001);
    await listening;
    expect(services.urls()?.picture).toBe('http://127.0.0.1:1001');
    newest().end(1);
    await runPromiseCallbacks();
    expect(services.urls()).toBeNull();
    expect(logged).toEqual(['the embedded services ended with 1']);
    await clock.advance(1_000);
    newest().spawn();
    newest().listen(1002);
    await runPromiseCallbacks();
    expect(services.urls()?.posts).toBe('http://127.0.0.1:1002');
    expect(restarts()).toBe(1);
    await services.dispose();
  });

  it('waits longer after each crash, also after a crash while listening', async () => {
    const { clock, services, newest, children } = start();
    for (let minute = 0; minute < 10 * 60; minute += 1) {
      if (newest().pid === undefined) {
        newest().spawn();
        newest().listen(1001);
        await runPromiseCallbacks();
        newest().end(1);
      }
      await clock.advance(1_000);
    }
    expect(children.length).toBeGreaterThan(10);
    expect(children.length).toBeLessThan(60);
    newest().spawn();
    await services.dispose();
  });

  it('doubles the wait after each crash, and begins again after a run of more than 30 s', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { clock, services, newest, children } = start();
    /** Lets the process run, and returns the wait until the next one was started, in milliseconds. */
    const waitAfter = async (runMs: number): Promise<number> => {
      const before = children.length;
      newest().spawn();
      await clock.advance(runMs);
      newest().end(1);
      await runPromiseCallbacks();
      let waited = 0;
      for (; children.length === before; waited += 250) await clock.advance(250);
      return waited;
    };
    const waits: number[] = [];
    for (const runMs of [0, 10, 0, 30_000, 30_001, 0, 0]) waits.push(await waitAfter(runMs));
    expect(waits).toEqual([500, 1000, 2000, 4000, 500, 1000, 2000]);
    vi.restoreAllMocks();
    newest().spawn();
    await services.dispose();
  });

  it('writes each line of the standard error to the log, and ignores other lines of the output', async () => {
    const { services, newest, logged } = start();
    newest().spawn();
    const bytes = Buffer.from('one\ntwö\nthree');
    // A pipe may split a character.
    newest().stderr.write(bytes.subarray(0, 7));
    newest().stderr.write(bytes.subarray(7));
    newest().stdout.write('not JSON\n{"posts_url":"x"}\n');
    await new Promise(setImmediate);
    expect(logged).toEqual(['services: one', 'services: twö']);
    expect(services.urls()).toBeNull();
    await services.dispose();
  });

  it('waits for the first start up to a limit, or until it is disposed', async () => {
    const { clock, services, newest } = start();
    let waits = 2;
    for (const limitMs of [1_000, 60_000])
      void services.listening(limitMs).then(() => (waits -= 1));
    await clock.advance(999);
    expect(waits).toBe(2);
    await clock.advance(1);
    expect(waits).toBe(1);
    newest().spawn();
    await services.dispose();
    await runPromiseCallbacks();
    expect(waits).toBe(0);
  });

  it('kills a process that has not ended 3 s after the request', async () => {
    const program = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    const exit = once(program, 'exit');
    const { clock, services, newest } = start();
    newest().ignoresKill = true;
    newest().spawn(program.pid);
    const ended = services.dispose();
    await clock.advance(2_999);
    expect(program.exitCode ?? program.signalCode).toBeNull();
    await clock.advance(1);
    if (process.platform === 'win32') await exit;
    else expect(await exit).toEqual([null, 'SIGKILL']);
    newest().end(0);
    await ended;
  });

  it('ends a process that is still starting', async () => {
    const { services, newest, logged } = start();
    const ended = services.dispose();
    await runPromiseCallbacks();
    newest().spawn();
    await ended;
    expect(newest().kills).toBe(1);
    // The end of the process is not logged, because it was requested.
    expect(logged).toEqual([]);
  });

  it('ends when the process ends at the moment it would be killed', async () => {
    const { services, clock, newest } = start();
    newest().ignoresKill = true;
    // The process has ended, but its `exit` event has not arrived.
    newest().spawn(spawnSync(process.execPath, ['--version']).pid);
    const ended = services.dispose();
    await clock.advance(3_000);
    newest().end(0);
    await ended;
  });
});
