import {
  dotProduct,
  radians,
  type EarthFixed,
  type PositionAt,
} from '#shared/station/sky/earth.ts';
import { elevationOf, type Site } from '#shared/station/sky/observer.ts';
import { brightnessBandOf } from '#shared/station/sky/brightness.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { isSunlit } from '#shared/station/sky/shadow.ts';
import { sineOfSolarElevation, sunAt, type Sun } from '#shared/station/sky/sun.ts';
import { findZero, intervalsWhere, type TimeInterval } from './search.ts';

/** Elevation of the Sun at the end of civil twilight, degrees. */
const maxSunElevation = -6;
/** Lowest elevation at which the station counts as visible, degrees. */
const minVisibleElevation = 10;

/**
 * The shortest stretch that counts as visible, seconds: in a shorter one nobody finds the station. It must be longer
 * than `sampleStep`.
 */
const minVisibleSeconds = 20;

/** Seconds between samples of sunlight and shadow; shorter lit stretches may be missed. */
const sampleStep = 10;
const sineOfDark = Math.sin(maxSunElevation * radians);

/** The times of a pass, Unix seconds. */
type PassTimes = Readonly<Record<'rise' | 'peak' | 'set', number>>;

/**
 * Whether a pass (times in Unix seconds) is visible to the naked eye in a clear sky, with its times and brightness; or
 * the reason why it is not. The station is lit when at least half of the Sun's disc lights it; the sky is dark with the
 * Sun at −6° or lower.
 */
export function visibilityOf(
  positionAt: PositionAt,
  site: Site,
  { rise, peak, set }: PassTimes,
): Pick<Pass, 'visible' | 'reason' | 'visibleFrom' | 'visibleTo' | 'brightness'> {
  const elevation = (t: number): number => elevationOf(site, positionAt(t));
  const isDark = (t: number): boolean => sineOfSolarElevation(site.up, sunAt(t)) <= sineOfDark;
  const isLit = (t: number): boolean => isSunlit(positionAt(t), sunAt(t));
  const invisibleResult = {
    visible: false,
    visibleFrom: null,
    visibleTo: null,
    brightness: null,
  } as const;

  // During a pass the Sun rises or sets monotonically, except around local midnight, when it hardly moves.
  if (!isDark(rise) && !isDark(set)) return { ...invisibleResult, reason: 'daylight' };
  const litStretches = intervalsWhere((t) => isDark(t) && isLit(t), rise, set, sampleStep);
  const highStretch = highInterval(elevation, { rise, peak, set });
  const visibleStretch = highStretch === null ? null : longestOverlap(litStretches, highStretch);
  if (visibleStretch === null) {
    const glimpse = longestOverlap(litStretches, { from: rise, to: set });
    if (glimpse !== null) return { ...invisibleResult, reason: 'too-low' };
    const { from, to } = highStretch ?? { from: rise, to: set };
    return { ...invisibleResult, reason: isDark(from) || isDark(to) ? 'in-shadow' : 'daylight' };
  }

  const instants = [visibleStretch.from, ...timesInside(visibleStretch), visibleStretch.to];
  const magnitude = Math.min(...instants.map((t) => magnitudeOf(site, positionAt(t), sunAt(t))));
  return {
    visible: true,
    reason: null,
    visibleFrom: visibleStretch.from,
    visibleTo: visibleStretch.to,
    brightness: { magnitude, band: brightnessBandOf(magnitude) },
  };
}

/** Times inside the interval, at most one step apart. */
function timesInside({ from, to }: TimeInterval): number[] {
  const count = Math.ceil((to - from) / sampleStep);
  return Array.from({ length: count - 1 }, (_, i) => from + ((to - from) * (i + 1)) / count);
}

function highInterval(
  elevation: (t: number) => number,
  { rise, peak, set }: PassTimes,
): TimeInterval | null {
  if (elevation(peak) <= minVisibleElevation) return null;
  const elevationAbove = (t: number): number => elevation(t) - minVisibleElevation;
  // Over a local horizon the station may rise or set above the lowest visible elevation.
  return {
    from: elevationAbove(rise) >= 0 ? rise : findZero(elevationAbove, rise, peak),
    to: elevationAbove(set) >= 0 ? set : findZero(elevationAbove, peak, set),
  };
}

/** The longest overlap of one of the intervals with `within`; null if none lasts `minVisibleSeconds`. */
function longestOverlap(
  stretches: readonly TimeInterval[],
  within: TimeInterval,
): TimeInterval | null {
  let longestStretch: TimeInterval | null = null;
  for (const stretch of stretches) {
    const from = Math.max(stretch.from, within.from);
    const to = Math.min(stretch.to, within.to);
    const longestSeconds =
      longestStretch === null ? minVisibleSeconds : longestStretch.to - longestStretch.from;
    if (to - from >= longestSeconds) longestStretch = { from, to };
  }
  return longestStretch;
}

/** Magnitude of the station at a range of 1000 km and a phase angle of 90°, as Heavens-Above and M. McCants give it. */
const standardMagnitude = -1.8;

/**
 * Visual magnitude of the sunlit station, by the phase function of a Lambert sphere, sin φ + (π − φ) cos φ. Real passes
 * are within about one magnitude of this value, except for flashes of the panels. Atmospheric extinction (0.2 near the
 * zenith, 1 and more below 10°) is left out.
 */
export function magnitudeOf({ position }: Site, station: EarthFixed, sun: Sun): number {
  const observerVector: EarthFixed = [
    position[0] - station[0],
    position[1] - station[1],
    position[2] - station[2],
  ];
  const range = Math.hypot(...observerVector);
  // The direction of the Sun is the same at the station as at the Earth's centre.
  const phase = Math.acos(
    Math.max(-1, Math.min(1, dotProduct(observerVector, sun.direction) / range)),
  );
  const litFactor = Math.sin(phase) + (Math.PI - phase) * Math.cos(phase);
  return (
    standardMagnitude + 5 * Math.log10(range / 1000) - 2.5 * Math.log10(Math.max(litFactor, 1e-6))
  );
}
