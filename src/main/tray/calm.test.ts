import { expect, it } from 'vitest';
import { FakeClock } from '#test/support/fake-clock.ts';
import { calmly, momentMs } from './calm.ts';

it('draws again after a defect, which goes to its owner', async () => {
  const clock = new FakeClock();
  const defects: unknown[] = [];
  let draws = 0;
  const draw = calmly(
    clock,
    1_000,
    new AbortController().signal,
    () => {
      draws += 1;
      if (draws === 1) throw new Error('bug');
    },
    (error) => defects.push(error),
  );
  draw();
  await clock.advance(momentMs);
  expect(defects).toEqual([new Error('bug')]);
  draw();
  draw();
  await clock.advance(1_000);
  expect(draws).toBe(2);
});
