import type { BrightnessBand } from './pass.ts';

/** Classifies a magnitude. Venus has about −4, Sirius −1.5, a bright named star 0.5. */
export function brightnessBandOf(magnitude: number): BrightnessBand {
  if (magnitude <= -3) return 'brilliant';
  if (magnitude <= -1.5) return 'bright';
  return magnitude <= 0.5 ? 'fair' : 'faint';
}
