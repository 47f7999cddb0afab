import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPower, checkWithoutSyncs, recordScenarios, reportFaults } from './power.ts';
import { whyNoRecording } from './record.ts';

// These tests are short. The long runs: npm run faults -- power.
const why = whyNoRecording();
const limitMs = 600_000;

describe.skipIf(why !== null)(`a power cut${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let recorded: Awaited<ReturnType<typeof recordScenarios>>;
  beforeAll(async () => {
    recorded = await recordScenarios();
  }, limitMs);
  afterAll(() => recorded[Symbol.dispose]());

  it(
    'loses no saved post, setting, key, backup or wallpaper',
    async () => {
      const { images, distinct, faults } = await checkPower(recorded.recordings, {
        count: 300,
        seed: 20_261_122,
        log: () => undefined,
      });
      expect(reportFaults(faults)).toEqual([]);
      expect(images).toBeGreaterThanOrEqual(300);
      expect(distinct).toBeGreaterThan(150);
    },
    limitMs,
  );

  it(
    'loses saved data when all fsync calls for any one file are omitted',
    async () => {
      const outcomes = await checkWithoutSyncs(recorded.recordings, {
        count: 2400,
        seed: 20_261_122,
        log: () => undefined,
      });
      expect(outcomes.filter(({ fault }) => fault === null)).toEqual([]);
      expect(outcomes.length).toBeGreaterThan(10);
    },
    limitMs,
  );
});
