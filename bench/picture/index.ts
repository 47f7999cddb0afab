import { benchmarkOf } from '../support/benchmark.ts';
import { archiveRows } from './archive.ts';
import { compositionRows } from './composition.ts';

export const benchmark = benchmarkOf('The picture of the day', {
  archive: archiveRows,
  composition: compositionRows,
});
