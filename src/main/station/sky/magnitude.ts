import { dot, type EarthFixed } from '#shared/station/sky/earth.ts';
import type { Site } from '#shared/station/sky/observer.ts';
import type { BrightnessBand } from '#shared/station/sky/pass.ts';
import type { Sun } from '#shared/station/sky/sun.ts';

/** Of the station at 1000 km, half lit (phase angle 90°): Heavens-Above, and M. McCants' qs.mag. */
const standardMagnitude = -1.8;

/**
 * Visual magnitude of the lit station, the smaller the brighter: that of a sphere that scatters like paper
 * (Lambert's phase function). The station is no sphere: real passes are within about one magnitude of it,
 * flashes of its panels aside. Extinction by the air (0.2 high up, 1 and more below 10°) is left out.
 */
export function magnitudeOf({ position }: Site, station: EarthFixed, sun: Sun): number {
  const toObserver: EarthFixed = [
    position[0] - station[0],
    position[1] - station[1],
    position[2] - station[2],
  ];
  const range = Math.hypot(...toObserver);
  // From the station as from the Earth's centre: the Sun is far.
  const phase = Math.acos(Math.max(-1, Math.min(1, dot(toObserver, sun.direction) / range)));
  const lit = Math.sin(phase) + (Math.PI - phase) * Math.cos(phase);
  return standardMagnitude + 5 * Math.log10(range / 1000) - 2.5 * Math.log10(Math.max(lit, 1e-6));
}

/** The band of a magnitude: Venus is at about −4, Sirius at −1.5, a bright named star at 0.5. */
export function bandOf(magnitude: number): BrightnessBand {
  if (magnitude <= -3) return 'brilliant';
  if (magnitude <= -1.5) return 'bright';
  return magnitude <= 0.5 ? 'fair' : 'faint';
}
