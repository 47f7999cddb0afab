import type { Elements, FittedOrbit } from '#shared/station/orbit.ts';
import type { FitProblem } from './least-squares.ts';
import { noiseWithAge, robustDeviation } from './noise.ts';
import { linearizedResiduals, type Residuals, type LinearizedResiduals } from './residuals.ts';

/** The fixes that agree with an orbit. */
export interface FixAssessment {
  readonly residuals: LinearizedResiduals;
  readonly accepted: readonly boolean[];
  readonly acceptedCount: number;
  readonly timing: FittedOrbit['timing'];
  /** Standard deviation of the accepted residuals along the track. */
  readonly alongSeconds: number;
}

/**
 * Gate across the track in standard deviations; a fix outside of it is rejected. Our own choice, as are the limits
 * below.
 */
const crossGate = 6;
/** Gate along the track in seconds: the floored half second, and the error of an orbit from few fixes. */
const alongGate = 0.75;
/**
 * If the scatter along the track is smaller than this, seconds, the service does not floor the second: flooring causes
 * 0.29 s.
 */
const minFlooringScatter = 0.12;
const minScatterCount = 10;

/** Accepts or rejects each fix. @param crossKm standard deviation across the track */
export function assessFixes(
  problem: FitProblem,
  elements: Elements,
  crossKm: number,
): FixAssessment {
  const { observations, reading, epoch } = problem;
  const residuals = linearizedResiduals(observations, reading, epoch, elements);
  const noise = noiseWithAge({ alongSeconds: 0, crossKm }, observations, epoch);
  let acceptedCount = 0;
  let squares = 0;
  const accepted = noise.map((one, index) => {
    const along = residuals.along[index] ?? 0;
    const isAccepted =
      Math.abs(along) <= alongGate + 3 * one.alongSeconds &&
      Math.abs(residuals.cross[index] ?? 0) <= crossGate * one.crossKm;
    if (isAccepted) {
      acceptedCount += 1;
      squares += along * along;
    }
    return isAccepted;
  });
  const freedom = Math.max(1, acceptedCount - 4);
  const alongSeconds = Math.sqrt(squares / freedom);
  const isEven = acceptedCount >= minScatterCount && alongSeconds < minFlooringScatter;
  return { residuals, accepted, acceptedCount, timing: isEven ? 'even' : 'floored', alongSeconds };
}

/**
 * The standard deviation across the track, km: `minKm`, unless the scatter of the fixes is clearly larger than their
 * age explains. In that case the service does not follow a single orbit exactly.
 */
export function crossScatter(
  { cross }: Residuals,
  { observations, epoch, minKm }: Pick<FitProblem, 'observations' | 'epoch' | 'minKm'>,
): number {
  const noise = noiseWithAge({ alongSeconds: 0, crossKm: minKm }, observations, epoch);
  const relativeErrors = noise.map(({ crossKm }, index) => (cross[index] ?? 0) / crossKm);
  const count = cross.length;
  const relativeScatter =
    robustDeviation(relativeErrors) * Math.sqrt(count / Math.max(1, count - 4));
  return relativeScatter > 1.3 + 5 / Math.sqrt(count) ? relativeScatter * minKm : minKm;
}
