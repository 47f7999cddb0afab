import { join } from 'node:path';
import type { Around, Row } from '../support/benchmark.ts';
import { measureDrain } from './drain.ts';

/** How fast the outbox empties. */
export async function drainRows({ signal, scratch }: Around): Promise<readonly Row[]> {
  const { ours, bare } = await measureDrain(join(scratch, 'drain.sqlite'), 1_000, signal);
  return [
    {
      measure: 'outbox: 1,000 waiting posts sent, one at a time',
      ours: `${ours.toFixed(0)}/s`,
      control: `bare loop of fetches ${bare.toFixed(0)}/s`,
      ratio: (ours / bare).toFixed(2),
      goal: '≥ 0.8',
      met: ours / bare >= 0.8,
    },
  ];
}
