import type { Evening } from '#shared/station/sky/evening.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import type { Conjunction, Direction, Sky } from '#shared/station/sky/sky.ts';
import type { Transit } from '#shared/station/sky/transit.ts';
import { radians } from '#shared/station/sky/earth.ts';

const direction = (azimuth: number, elevation: number): Direction => [
  Math.cos(elevation * radians) * Math.sin(azimuth * radians),
  Math.cos(elevation * radians) * Math.cos(azimuth * radians),
  Math.sin(elevation * radians),
];
const starNames = (en: string, ja: string) => ({ en, ja });

/** The sky behind a pass on a dark evening over Berlin, with some stars. */
export function skyBehind(pass: Pass, changes: Partial<Sky> = {}): Sky {
  const { t } = pass.peak;
  const hours = (count: number): number => t + count * 3600;
  return {
    t,
    latitude: 52.5,
    bodies: [
      { body: 'sun', direction: direction(260, -10), magnitude: -26.7 },
      { body: 'moon', direction: direction(200, 40), magnitude: -10.2 },
      { body: 'mercury', direction: direction(250, -3), magnitude: 0.2 },
      { body: 'venus', direction: direction(240, 12), magnitude: -4.1 },
      { body: 'mars', direction: direction(40, -30), magnitude: 1.1 },
      { body: 'jupiter', direction: direction(110, 35), magnitude: -2.3 },
      { body: 'saturn', direction: direction(170, 20), magnitude: 0.9 },
    ],
    moon: { phase: 60, lit: 0.25 },
    stars: [
      {
        direction: direction(90, 10),
        magnitude: -0.1,
        names: starNames('Arcturus', 'アルクトゥルス'),
      },
      { direction: direction(280, 60), magnitude: 0.03, names: starNames('Vega', 'ベガ') },
      { direction: direction(300, 50), magnitude: 2.9, names: null },
      { direction: direction(150, -20), magnitude: -1.4, names: starNames('Sirius', 'シリウス') },
    ],
    galaxy: { pole: direction(180, 10), center: direction(90, 20) },
    lines: [[1, 2, 3]],
    track: Array.from({ length: 73 }, (_, k) => ({
      t: pass.rise.t + ((pass.set.t - pass.rise.t) * k) / 72,
      magnitude: k < 60 ? -2.1 : null,
    })),
    night: {
      dusk: [hours(-1.5), hours(-1), hours(-0.2), hours(0.5)],
      dawn: [hours(9), hours(8.5), hours(7.8), hours(7)],
      lowest: -40,
      highest: 30,
    },
    ...changes,
  };
}

/** An evening with sunset in an hour from now, a waxing Moon and two planets. */
export function eveningSoon(changes: Partial<Evening> = {}): Evening {
  const hours = (count: number): number => Date.now() / 1000 + count * 3600;
  return {
    sunset: hours(1),
    nightfall: hours(1.6),
    darkness: hours(2.8),
    sunrise: hours(16),
    end: hours(20.5),
    isSunUp: false,
    moon: { phase: 60, lit: 0.25 },
    isSouthern: false,
    planets: [
      { body: 'venus', azimuth: 225 },
      { body: 'saturn', azimuth: 140 },
    ],
    ...changes,
  };
}

/** A conjunction of the station with Jupiter during the pass. */
export const conjunctionWithJupiter = (
  pass: Pass,
  changes: Partial<Conjunction> = {},
): Conjunction => ({
  peak: pass.peak.t,
  target: { body: 'jupiter' },
  t: pass.peak.t + 20,
  timeSigma: 0.2,
  separation: 0.83,
  separationSigma: 0.02,
  side: 'below',
  crosses: false,
  ...changes,
});

/** A transit in three hours, 11 km north of Berlin. */
export function transitSoon(changes: Partial<Transit> = {}): Transit {
  const t = Date.now() / 1000 + 3 * 3600;
  return {
    body: 'moon',
    t,
    seconds: 0.84,
    azimuth: 180,
    elevation: 41,
    discRadius: 0.26,
    separation: 1.3,
    chord: { t, right: 0.58, up: 1.16, rightRate: 0.55, upRate: -0.27 },
    rangeKm: 610,
    silhouette: 37,
    stand: { latitude: 52.6, longitude: 13.4 },
    distanceKm: 11.12,
    halfWidthKm: 2.7,
    line: [
      { latitude: 52.5, longitude: 13.1 },
      { latitude: 52.6, longitude: 13.4 },
      { latitude: 52.7, longitude: 13.7 },
    ],
    path: [
      { latitude: 40, longitude: -20 },
      { latitude: 52.6, longitude: 13.4 },
      { latitude: 48, longitude: 50 },
    ],
    lineSigmaKm: 0.21,
    timeSigma: 0.1,
    goodAt: null,
    ...changes,
  };
}

/** A transit in front of the Sun at the user's place, with a line that is still uncertain. */
export const transitHere = (changes: Partial<Transit> = {}): Transit => {
  const t = Date.now() / 1000 + 2 * 86_400;
  return transitSoon({
    ...{ body: 'sun', t, goodAt: t - 86_400, lineSigmaKm: 0.6, separation: 0.09, distanceKm: 0.9 },
    chord: { t, right: -0.04, up: -0.08, rightRate: -0.56, upRate: 0.25 },
    stand: { latitude: 52.524, longitude: 13.412 },
    line: [
      { latitude: 52.424, longitude: 13.112 },
      { latitude: 52.524, longitude: 13.412 },
      { latitude: 52.624, longitude: 13.712 },
    ],
    ...changes,
  });
};
