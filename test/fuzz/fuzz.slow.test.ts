import { expect, it } from 'vitest';
import { fuzz } from './fuzz.ts';

/** `npm run fuzz -- --seed N --count N` runs with another seed. */
const seed = 20261121;

it(
  'the services handle 10,000 random requests without a 5xx or a hang, and name the fault in JSON errors',
  { timeout: 300_000 },
  async () => {
    const { statuses } = await fuzz({ count: 10_000, seed });
    // Each of these answers must occur, so that the cases are not trivial.
    for (const status of ['200', '201', '400', '403', '404', '413', '415', '421', 'none'])
      expect(statuses[status]).toBeGreaterThan(0);
  },
);
