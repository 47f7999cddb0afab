import { expect, it } from 'vitest';
import { sharedData } from '#test/support/shared-data.ts';
import { firstDayRows } from './first-day.ts';

it.skipIf(sharedData('sky/nasa-oem-2023-02-17.xml.gz') === null)(
  'the predicted 2 σ contains at least 88 % of the errors on the first day of NASA’s trajectories',
  () => {
    const rows = firstDayRows(20_261_122, () => undefined);
    expect(rows).toHaveLength(6);
    for (const { measure, ours } of rows)
      expect(Number(/\((.*) %\)/.exec(String(ours))?.[1]), String(measure)).toBeGreaterThanOrEqual(
        88,
      );
  },
);
