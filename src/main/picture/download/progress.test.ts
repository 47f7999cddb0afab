import { expect, it } from 'vitest';
import { FakeClock } from '#test/support/fake-clock.ts';
import { coalesced } from './progress.ts';

it('tells the first piece at once and then at most four a second', async () => {
  const clock = new FakeClock();
  const told: number[] = [];
  const tell = coalesced(clock, (bytes: number) => void told.push(bytes));
  for (let bytes = 0; bytes < 1000; bytes += 1) {
    tell(bytes);
    await clock.advance(2);
  }
  // Two seconds of a thousand pieces.
  expect(told).toEqual([0, 125, 250, 375, 500, 625, 750, 875]);
});
