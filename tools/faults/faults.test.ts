import { describe, expect, it } from 'vitest';
import { killRounds } from './kills/rounds.ts';
import { checkModel } from './model/play.ts';

// These tests are short. The long runs: npm run faults.
describe('the journal', () => {
  it('breaks no invariant over 300 schedules of edits, kills, faults and time jumps', async () => {
    const { runs, failure } = await checkModel(300, 20_261_121);
    expect(failure).toBeNull();
    expect(runs).toBe(300);
  });

  it('loses and duplicates no post when its process is killed', async () => {
    const report = await killRounds(4, 20_261_121, () => undefined);
    expect(report).toMatchObject({ rounds: 4, lost: 0, doubled: 0, torn: 0, unstartable: 0 });
    expect(report.saved).toBeGreaterThan(0);
  }, 300_000);
});
