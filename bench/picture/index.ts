import { benchmarkOf } from '../support/benchmark.ts';
import { archiveRows } from './archive.ts';
import { compositionRows } from './composition.ts';
import { dayRows } from './day.ts';
import { displayRows } from './displays.ts';

export const benchmark = benchmarkOf('The picture of the day', {
  archive: archiveRows,
  day: dayRows,
  composition: compositionRows,
  displays: displayRows,
});
