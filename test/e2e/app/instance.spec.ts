import { expect, test } from '../support/fixtures.ts';
import { descendants, isRunning } from '#stand-in/system/processes.ts';

test(
  'opens the window of the first instance when a second one starts, and ends the second',
  { tag: '@main' },
  async ({ start }) => {
    const first = await start({ args: ['--hidden'] });
    await first.tray();
    const second = await start();
    expect(await second.exited).toBe(0);
    const { page } = await first.window();
    await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
  },
);

test('leaves no process and no lock when it is killed', async ({ start }) => {
  const first = await start();
  await first.window();
  const children = descendants(first.pid);
  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  await expect.poll(() => children.filter(isRunning), { timeout: 15_000 }).toEqual([]);
  const second = await start();
  await second.tray();
  const { page } = await second.window();
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
});
