import type { Transit } from './transit.ts';

/** Whether the predicted path crosses the disc, seen from the observer's own place. */
export const isSeenFromPlace = ({ separation, discRadius }: Transit): boolean =>
  separation < discRadius;

/**
 * The chance, from 0 to 1, that the station crosses the disc: seen from the observer's own place, and from the centre
 * line. The true line is normally distributed around the predicted one, with the standard deviation `lineSigmaKm`.
 */
export function crossingChances({
  separation,
  discRadius,
  halfWidthKm,
  lineSigmaKm,
}: Pick<Transit, 'separation' | 'discRadius' | 'halfWidthKm' | 'lineSigmaKm'>): {
  readonly fromPlace: number;
  readonly fromLine: number;
} {
  const chanceAt = (offsetKm: number): number =>
    normalShareBelow((halfWidthKm - offsetKm) / lineSigmaKm) -
    normalShareBelow((-halfWidthKm - offsetKm) / lineSigmaKm);
  return { fromPlace: chanceAt((separation / discRadius) * halfWidthKm), fromLine: chanceAt(0) };
}

/**
 * The share of a standard normal distribution below `x`, with an error of at most 10⁻⁷ (Abramowitz and Stegun, Handbook
 * of Mathematical Functions, 26.2.17).
 */
function normalShareBelow(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const polynomial =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp(-(x * x) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
  return x > 0 ? 1 - tail : tail;
}
