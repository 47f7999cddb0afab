import type { Benchmark, Row } from '../support/benchmark.ts';
import { drainRows } from './drain-rows.ts';
import { filesRows } from './files-rows.ts';
import { storeRows } from './store-rows.ts';
import { typingRows } from './typing-rows.ts';

const parts = { store: storeRows, drain: drainRows, files: filesRows, typing: typingRows };

export const benchmark: Benchmark = {
  summary: `The journal: ${Object.keys(parts).join(', ')}; name some of them to run only those`,
  async run(around) {
    const wanted = Object.entries(parts).filter(
      ([name]) => around.args.length === 0 || around.args.includes(name),
    );
    const rows: Row[] = [];
    for (const [name, part] of wanted) {
      around.signal.throwIfAborted();
      around.log(name);
      rows.push(...(await part(around)));
    }
    return rows;
  },
};
