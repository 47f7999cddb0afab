import type { Benchmark } from '../support/benchmark.ts';
import { compositionRows } from './composition.ts';

export const benchmark: Benchmark = {
  summary: 'The picture of the day: composing the wallpaper',
  run: compositionRows,
};
