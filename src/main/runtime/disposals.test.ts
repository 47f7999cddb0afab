import { expect, it } from 'vitest';
import { createDisposals } from './disposals.ts';

it('stops the newest first, waits for each, and stops the rest when one fails', async () => {
  const stopped: string[] = [];
  const defects: unknown[] = [];
  const disposals = createDisposals((error) => defects.push(error));
  disposals.add(() => stopped.push('database'));
  disposals.add(() => Promise.reject(new Error('rejected')));
  disposals.add(async () => {
    await Promise.resolve();
    stopped.push('activities');
  });
  disposals.add(() => {
    throw new Error('thrown');
  });
  await disposals.run();
  await disposals.run();
  expect(stopped).toEqual(['activities', 'database']);
  expect(defects).toEqual([new Error('thrown'), new Error('rejected')]);
});
