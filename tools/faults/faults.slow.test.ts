import { expect, it } from 'vitest';
import { killRounds } from './kills/rounds.ts';

// This test is short. The long runs: npm run faults.
it('the journal loses and duplicates no post when its process is killed', async () => {
  const report = await killRounds(12, 20_261_121, () => undefined);
  expect(report).toMatchObject({ rounds: 12, lost: 0, doubled: 0, torn: 0, unstartable: 0 });
  expect(report.saved).toBeGreaterThan(0);
}, 300_000);
