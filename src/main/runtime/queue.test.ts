import { expect, it } from 'vitest';
import { createQueue } from './queue.ts';

it('createQueue runs one task at a time, in the order of the calls', async () => {
  const queue = createQueue();
  const events: string[] = [];
  const work = (name: string) => async (): Promise<string> => {
    events.push(`${name} begins`);
    await Promise.resolve();
    events.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([queue.run(work('a')), queue.run(work('b'))])).toEqual(['a', 'b']);
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

it('createQueue continues after a task that fails, and reports the error only to its caller', async () => {
  const queue = createQueue();
  const failed = queue.run(() => Promise.reject(new Error('no')));
  const next = queue.run(() => Promise.resolve('next'));
  await expect(failed).rejects.toThrow('no');
  await expect(next).resolves.toBe('next');
  await expect(queue.idle()).resolves.toBeUndefined();
});
