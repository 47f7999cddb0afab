import { expect, it } from 'vitest';
import { fakeSurroundings } from '#test/support/surroundings.ts';
import { startSpaces } from './spaces.ts';

function spaces(answer: () => boolean | Promise<boolean> = () => false) {
  const { state, defects, onDefect } = fakeSurroundings();
  const asked = { times: 0 };
  const made = startSpaces({
    state,
    onDefect,
    async catchUp() {
      asked.times += 1;
      return await answer();
    },
  });
  /** Shows `count` spaces, one after the other. */
  const show = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      made.changed();
      await new Promise(setImmediate);
    }
  };
  return { made, state, asked, defects, show };
}

it('looks at each space until it found nothing to do on as many as there can be', async () => {
  const { asked, show } = spaces();
  await show(40);
  expect(asked.times).toBe(16);
});

it('begins anew when a space showed an earlier picture', async () => {
  let late = 10;
  const { asked, show } = spaces(() => (late -= 1) === 0);
  await show(40);
  expect(asked.times).toBe(10 + 16);
});

it('begins anew with another wallpaper, and with nothing else', async () => {
  const { state, asked, show } = spaces();
  await show(20);
  state.update(() => ({ ownWallpaper: 'kept' }));
  await show(20);
  expect(asked.times).toBe(16);
  state.update(() => ({ wallpaper: { kind: 'untouched' } }));
  await show(20);
  expect(asked.times).toBe(32);
});

it('looks once more after spaces that passed by meanwhile', async () => {
  const waiting: ((found: boolean) => void)[] = [];
  const { made, asked } = spaces(() => new Promise((resolve) => waiting.push(resolve)));
  for (let index = 0; index < 5; index += 1) made.changed();
  expect(asked.times).toBe(1);
  waiting[0]?.(false);
  await expect.poll(() => asked.times).toBe(2);
  waiting[1]?.(false);
  await made.dispose();
  expect(asked.times).toBe(2);
});

it('reports a defect, and goes on', async () => {
  let isFirst = true;
  const { asked, defects, show } = spaces(() => {
    if (!isFirst) return false;
    isFirst = false;
    throw new Error('defect');
  });
  await show(2);
  expect(asked.times).toBe(2);
  expect(defects).toHaveLength(1);
});
