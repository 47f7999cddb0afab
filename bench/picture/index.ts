import { benchmarkOf } from '../support/benchmark.ts';
import { archiveRows } from './archive.ts';
import { compositionRows } from './composition.ts';
import { displayRows } from './displays.ts';

export const benchmark = benchmarkOf('The picture of the day', {
  archive: archiveRows,
  composition: compositionRows,
  displays: displayRows,
});
