import type { BrightnessBand } from './pass.ts';

/**
 * Classifies a magnitude by what people know in the sky. Venus has −4.9 to −3.8 on most days, Jupiter −2.9 to −1.7,
 * Sirius −1.5, Vega 0.0; the stars of the Big Dipper have 1.8 to 2.4, but for one of 3.3.
 */
export function brightnessBandOf(magnitude: number): BrightnessBand {
  if (magnitude <= -3.5) return 'venus';
  if (magnitude <= -2) return 'jupiter';
  if (magnitude <= -1) return 'sirius';
  if (magnitude <= 0.6) return 'vega';
  return magnitude <= 2.5 ? 'dipper' : 'faint';
}
