import type { Benchmark, Row } from '../support/benchmark.ts';
import { archiveRows } from './archive.ts';
import { compositionRows } from './composition.ts';
import { dayRows } from './day.ts';

const parts = { archive: archiveRows, day: dayRows, composition: compositionRows };

export const benchmark: Benchmark = {
  summary: `The picture of the day: ${Object.keys(parts).join(', ')}; name some of them to run only those`,
  async run(around) {
    const wanted = Object.entries(parts).filter(
      ([name]) => around.args.length === 0 || around.args.includes(name),
    );
    const rows: Row[] = [];
    for (const [, part] of wanted) rows.push(...(await part(around)));
    return rows;
  },
};
