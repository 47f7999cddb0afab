import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shrinkSchedule } from './shrink.ts';

const holds = (steps: readonly number[], needed: readonly number[]): boolean =>
  needed.every((one) => steps.includes(one));

it('shrinkSchedule returns exactly the needed steps, in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 40 }),
      fc.infiniteStream(fc.nat()),
      async (length, numbers) => {
        const steps = Array.from({ length }, (_, index) => index);
        const needed = steps.filter(() => Number(numbers.next().value) % 5 === 0);
        const left = await shrinkSchedule(steps, (fewer) => Promise.resolve(holds(fewer, needed)));
        expect(left).toEqual(needed);
      },
    ),
  );
});

it('shrinkSchedule removes a superfluous step that only another superfluous step needs', async () => {
  // The test fails if the steps contain 3 but not 4, or 3, 4 and 7.
  const fails = (steps: readonly number[]): boolean =>
    steps.includes(3) && (!steps.includes(4) || steps.includes(7));
  const left = await shrinkSchedule([1, 2, 3, 4, 5, 6, 7, 8], (fewer) =>
    Promise.resolve(fails(fewer)),
  );
  expect(left).toEqual([3]);
});
