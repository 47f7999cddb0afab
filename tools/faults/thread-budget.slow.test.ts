import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { watchThread, type WorkPiece } from './thread-budget.ts';

/** Works until the thread has used this much more processor time. */
function work(ms: number): void {
  const { user, system } = process.threadCpuUsage();
  const used = (): number => {
    const now = process.threadCpuUsage();
    return (now.user + now.system - user - system) / 1000;
  };
  while (used() < ms);
}

function watched(limitMs: number) {
  const pieces: WorkPiece[] = [];
  const watch = watchThread((piece) => pieces.push(piece), {
    isProfiled: true,
    limitMs,
    slowness: () => 1,
  });
  onTestFinished(() => watch.stop());
  return { watch, longOnes: () => pieces.filter(({ ms }) => ms >= limitMs) };
}

it('reports a callback that takes too much processor time, with the function that takes it', async () => {
  const { longOnes } = watched(500);
  // Short pieces are not added up.
  for (let n = 0; n < 6; n += 1) {
    await turn();
    work(100);
  }
  await turn();
  expect(longOnes()).toEqual([]);
  setImmediate(function longCallback() {
    work(501);
  });
  await turn();
  await turn();
  expect(longOnes().map(({ place }) => place)).toEqual([
    expect.stringContaining('longCallback') as unknown,
  ]);
});

it('reports a chain of promises, ticks and microtasks as one piece', async () => {
  const { longOnes } = watched(500);
  await turn();
  for (let n = 0; n < 2; n += 1) {
    await Promise.resolve().then(() => work(100));
    await new Promise<void>((resolve) => process.nextTick(resolve)).then(() => work(100));
    await new Promise<void>((resolve) => queueMicrotask(resolve)).then(() => work(100));
  }
  await turn();
  expect(longOnes()).toHaveLength(1);
});

it('measures on after a callback that threw, and leaves out excluded work', async () => {
  const { watch, longOnes } = watched(300);
  const listeners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.once('uncaughtException', () => undefined);
  setImmediate(() => {
    throw new Error('planted');
  });
  await turn();
  await turn();
  for (const listener of listeners) process.on('uncaughtException', listener);
  watch.exclude(() => work(301));
  await turn();
  expect(longOnes()).toEqual([]);
  work(301);
  await turn();
  expect(longOnes()).toHaveLength(1);
});
