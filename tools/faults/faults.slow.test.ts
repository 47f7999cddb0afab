import { expect, it } from 'vitest';
import { checkModel } from './model/play.ts';

// This test is short. The long run: npm run faults -- model.
it('the journal breaks no invariant over 300 schedules of edits, kills, faults and time jumps', async () => {
  const { runs, failure } = await checkModel(300, 20_261_121);
  expect(failure).toBeNull();
  expect(runs).toBe(300);
});
