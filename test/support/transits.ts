import type { Transit } from '#shared/station/sky/transit.ts';

/** A transit of the Sun at `at` (milliseconds since the Unix epoch), whose line is known well. */
export const sunTransit = (at: number): Transit => ({
  body: 'sun',
  t: at / 1000,
  seconds: 0.8,
  azimuth: 210,
  elevation: 18,
  discRadius: 0.27,
  separation: 0.4,
  chord: { t: at / 1000, right: 0, up: 0.4, rightRate: 0.5, upRate: 0.2 },
  rangeKm: 900,
  silhouette: 24,
  stand: { latitude: 48.2, longitude: 11.6 },
  distanceKm: 6.5,
  halfWidthKm: 3,
  line: [],
  path: [],
  lineSigmaKm: 0.3,
  timeSigma: 0.5,
  goodAt: null,
});
