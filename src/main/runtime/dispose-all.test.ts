import { expect, it } from 'vitest';
import { reportedDefects } from '#test/support/defects.ts';
import { disposeAll } from './dispose-all.ts';

it('disposeAll stops the newest part first, waits for each part, and continues when one fails', async () => {
  const stopped: string[] = [];
  const stack = new AsyncDisposableStack();
  stack.defer(() => void stopped.push('database'));
  stack.defer(() => Promise.reject(new Error('rejected')));
  stack.defer(async () => {
    await Promise.resolve();
    stopped.push('activities');
  });
  stack.defer(() => {
    throw new Error('thrown');
  });
  await disposeAll(stack);
  await disposeAll(stack);
  expect(stopped).toEqual(['activities', 'database']);
  expect(reportedDefects.splice(0)).toEqual([new Error('rejected'), new Error('thrown')]);
});
