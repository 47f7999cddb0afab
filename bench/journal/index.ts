import { benchmarkOf } from '../support/benchmark.ts';
import { damagedRows } from './damaged.ts';
import { drainRows } from './drain.ts';
import { filesRows } from './files.ts';
import { storeRows } from './store.ts';
import { typingRows } from './typing.ts';

export const benchmark = benchmarkOf('The journal', {
  store: storeRows,
  drain: drainRows,
  files: filesRows,
  typing: typingRows,
  damaged: damagedRows,
});
