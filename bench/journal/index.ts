import { benchmarkOf } from '../support/benchmark.ts';
import { filesRows } from './files.ts';
import { storeRows } from './store.ts';

export const benchmark = benchmarkOf('The journal', {
  store: storeRows,
  files: filesRows,
});
