import { expect, it } from 'vitest';
import { fuzz } from './fuzz.ts';

/** Another one by `npm run fuzz -- --seed N --count N`. */
const seed = 20261121;

it('answers 1,000 strange requests: no 5xx, no hang, errors in JSON that name what is wrong', async () => {
  const { statuses } = await fuzz({ count: 1_000, seed });
  // The rare ones (403, 413, 415) are met by the run of 10,000.
  for (const status of ['200', '201', '400', '404', '421', 'none'])
    expect(statuses[status]).toBeGreaterThan(0);
});
