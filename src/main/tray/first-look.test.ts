import { expect, it } from 'vitest';
import { FakeClock } from '#test/support/fake-clock.ts';
import { lookForTray } from './first-look.ts';

const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
const yes = () => Promise.resolve({ code: 0, stdout: '(<true>,)', stderr: '' });

function look(environment: NodeJS.ProcessEnv | null = env) {
  const clock = new FakeClock();
  const stop = new AbortController();
  const asked: string[] = [];
  const run = (program: string) => {
    asked.push(program);
    return yes();
  };
  const found = lookForTray(environment, run, clock, stop.signal);
  let isSettled = false;
  void found.settled.then(() => (isSettled = true));
  return { clock, stop, asked, found, isSettled: () => isSettled };
}

it('lookForTray checks for a tray immediately, and does not check on a system that always has a tray', async () => {
  const { asked, found } = look();
  expect(asked).toEqual(['gdbus']);
  expect(await found.first).toBe('there');
  const other = look(null);
  expect([other.asked, other.found.first]).toEqual([[], null]);
});

it.each<[string, (world: ReturnType<typeof look>) => unknown]>([
  ['the icon is shown', ({ found }) => found.settle()],
  ['a second is over', ({ clock }) => clock.advance(1_000)],
  ['the app ends', ({ stop }) => stop.abort()],
])('lookForTray lets the rest of the start continue when %s', async (_when, happen) => {
  const world = look();
  await world.clock.advance(999);
  expect(world.isSettled()).toBe(false);
  await happen(world);
  await world.found.settled;
  expect(world.isSettled()).toBe(true);
});
