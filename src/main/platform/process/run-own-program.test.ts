import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { UtilityProcess } from 'electron';
import { expect, it, onTestFinished, vi } from 'vitest';
import { executeOwnProgram } from './run-own-program.ts';

/** A simulated utility process of Electron: it cannot be ended before it has emitted `spawn`. */
class Child extends EventEmitter {
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  hasSpawned = false;
  isEnded = false;

  kill(): boolean {
    this.isEnded = this.hasSpawned;
    return this.hasSpawned;
  }

  spawn(): void {
    this.hasSpawned = true;
    this.emit('spawn');
  }
}

function start(signal = new AbortController().signal) {
  const child = new Child();
  const result = executeOwnProgram(() => child as unknown as UtilityProcess, signal);
  return { child, result };
}

it('executeOwnProgram resolves with the line that the program prints, and ends the program', async () => {
  const { child, result } = start();
  child.spawn();
  // A pipe may split a line, and an emoji.
  const line = Buffer.from(`${JSON.stringify({ code: 0, stdout: '🌌', stderr: '' })}\n`);
  child.stdout.write(line.subarray(0, 24));
  child.stdout.write(line.subarray(24));
  expect(await result).toEqual({ code: 0, stdout: '🌌', stderr: '' });
  expect(child.isEnded).toBe(true);
});

it('executeOwnProgram reports a program that crashes, with its last output', async () => {
  const { child, result } = start();
  child.spawn();
  child.stderr.write('Access violation\n');
  await vi.waitFor(() => expect(child.stderr.readableLength).toBe(0));
  child.emit('exit', 3_221_225_477);
  expect(await result).toEqual({ code: null, stdout: '', stderr: 'Access violation' });
});

it('executeOwnProgram reports a program that ends without any output', async () => {
  const { child, result } = start();
  child.emit('exit', 1);
  expect(await result).toMatchObject({ code: null, stderr: 'it ended with 1' });
});

it('executeOwnProgram reports an answer that cannot be read', async () => {
  const { child, result } = start();
  child.stdout.write('Warning: odd\n');
  expect(await result).toMatchObject({
    code: null,
    stderr: 'its answer cannot be read: Warning: odd',
  });
});

it('executeOwnProgram ends a program that does not answer within 30 s', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { child, result } = start();
  child.spawn();
  vi.advanceTimersByTime(29_999);
  expect(child.isEnded).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await result).toMatchObject({ code: null, stderr: 'it did not answer within 30 s' });
  expect(child.isEnded).toBe(true);
});

it('executeOwnProgram ends a program that is stopped while it starts', async () => {
  const stop = new AbortController();
  const { child, result } = start(stop.signal);
  stop.abort();
  expect(await result).toMatchObject({ code: null, stderr: 'it was stopped' });
  expect(child.isEnded).toBe(false);
  child.spawn();
  expect(child.isEnded).toBe(true);
});

it('executeOwnProgram starts nothing after it was stopped', async () => {
  const fork = vi.fn<() => UtilityProcess>();
  expect(await executeOwnProgram(fork, AbortSignal.abort())).toMatchObject({ code: null });
  expect(fork).not.toHaveBeenCalled();
});
