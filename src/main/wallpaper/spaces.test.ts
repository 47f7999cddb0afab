import { expect, it } from 'vitest';
import { fakeActivityOptions } from '#test/support/surroundings.ts';
import { MacSpaces } from './spaces.ts';

function spaces(answer: () => boolean | Promise<boolean> = () => false) {
  const { clock, state, defects } = fakeActivityOptions();
  const asked = { times: 0 };
  async function catchUp(): Promise<boolean> {
    asked.times += 1;
    return await answer();
  }
  const watch = new MacSpaces(state, clock, catchUp);
  /** Makes `count` spaces visible, one after the other. */
  const show = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      watch.changed();
      await clock.advance(1_000);
    }
  };
  return { watch, clock, state, asked, defects, show };
}

it('MacSpaces stops after 16 checks in a row of spaces that needed no change', async () => {
  const { asked, show } = spaces();
  await show(40);
  expect(asked.times).toBe(16);
});

it('MacSpaces starts a new count of checks after a space with an earlier picture', async () => {
  let late = 10;
  const { asked, show } = spaces(() => (late -= 1) === 0);
  await show(40);
  expect(asked.times).toBe(10 + 16);
});

it('MacSpaces starts a new count of checks after a new wallpaper, and after no other change of the state', async () => {
  const { state, asked, show } = spaces();
  await show(20);
  state.update(() => ({ ownWallpaper: 'kept' }));
  await show(20);
  expect(asked.times).toBe(16);
  state.update(() => ({ wallpaper: { kind: 'untouched' } }));
  await show(20);
  expect(asked.times).toBe(32);
});

it('MacSpaces checks once more if several spaces became visible during a check', async () => {
  const waiting: ((found: boolean) => void)[] = [];
  const { watch, clock, asked } = spaces(() => new Promise((resolve) => waiting.push(resolve)));
  watch.changed();
  await clock.advance(1_000);
  for (let index = 0; index < 5; index += 1) watch.changed();
  expect(asked.times).toBe(1);
  waiting[0]?.(false);
  await clock.advance(1_000);
  expect(asked.times).toBe(2);
  waiting[1]?.(false);
  await watch.dispose();
  expect(asked.times).toBe(2);
});

it('MacSpaces checks once for several spaces that the user swipes through', async () => {
  const { watch, clock, asked } = spaces();
  for (let index = 0; index < 5; index += 1) {
    watch.changed();
    await clock.advance(150);
  }
  expect(asked.times).toBe(0);
  await clock.advance(1_000);
  expect(asked.times).toBe(1);
  watch.changed();
  await watch.dispose();
  await clock.advance(5_000);
  expect(asked.times).toBe(1);
});

it('MacSpaces reports an unexpected error, and continues', async () => {
  let isFirst = true;
  const { asked, defects, show } = spaces(() => {
    if (!isFirst) return false;
    isFirst = false;
    throw new Error('defect');
  });
  await show(2);
  expect(asked.times).toBe(2);
  expect(defects.splice(0)).toEqual([new Error('defect')]);
});
