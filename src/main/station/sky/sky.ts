import {
  dotProduct,
  subtractVectors,
  radians,
  toUnitVector,
  type EarthFixed,
} from '#shared/station/sky/earth.ts';
import { siteOfObserver, type Observer, type Site } from '#shared/station/sky/observer.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { isSunlit } from '#shared/station/sky/shadow.ts';
import type { BodyName, Direction, Sky } from '#shared/station/sky/sky.ts';
import { sunAt } from '#shared/station/sky/sun.ts';
import type { Ephemeris } from '../orbit/ephemeris.ts';
import { visibleBodies, bodyAt, j2000ToEarthFixed, illuminationOf, moonPhase } from './bodies.ts';
import { nightAround } from './night.ts';
import { constellationLines, stars } from './stars.ts';
import { magnitudeOf } from './visibility.ts';

/** The unit vector of a right ascension and a declination, degrees; mean equator and equinox of J2000. */
function unitVectorTowards(ascension: number, declination: number): EarthFixed {
  const horizontalPart = Math.cos(declination * radians);
  return [
    horizontalPart * Math.cos(ascension * radians),
    horizontalPart * Math.sin(ascension * radians),
    Math.sin(declination * radians),
  ];
}

/** The galactic coordinates of the IAU (1958), in J2000: the Hipparcos catalogue, volume 1, section 1.5.3. */
export const galacticFrame = {
  pole: unitVectorTowards(192.85948, 27.12825),
  center: unitVectorTowards(266.40499, -28.93617),
};

/** Seconds between the samples of the brightness. */
const trackStep = 5;

/** The sky behind a pass. The computation takes some milliseconds and runs only when the view requests it. */
export function skyOf(
  { earthFixed }: Ephemeris,
  observer: Observer,
  { rise, peak, set }: Pass,
): Sky {
  const site = siteOfObserver(observer);
  const { t } = peak;
  const toEarthFixed = j2000ToEarthFixed(t);
  const names = Object.keys(visibleBodies) as BodyName[];
  const count = Math.ceil((set.t - rise.t) / trackStep);
  const times = Array.from(
    { length: count + 1 },
    (_, k) => rise.t + ((set.t - rise.t) * k) / count,
  );
  return {
    t,
    latitude: observer.latitude,
    bodies: names.map((body) => ({
      body,
      direction: directionOf(
        site,
        toUnitVector(subtractVectors(bodyAt(visibleBodies[body], t), site.position)),
      ),
      magnitude: illuminationOf(body, t).magnitude,
    })),
    moon: { phase: moonPhase(t), lit: illuminationOf('moon', t).lit },
    stars: stars.map(({ direction, magnitude, names: own }) => ({
      direction: directionOf(site, toEarthFixed(direction)),
      magnitude,
      names: own,
    })),
    galaxy: {
      pole: directionOf(site, toEarthFixed(galacticFrame.pole)),
      center: directionOf(site, toEarthFixed(galacticFrame.center)),
    },
    lines: constellationLines.map((line) => [...line]),
    track: times.map((at) => {
      const [station, sun] = [earthFixed(at), sunAt(at)];
      return { t: at, magnitude: isSunlit(station, sun) ? magnitudeOf(site, station, sun) : null };
    }),
    night: nightAround(site, observer, t),
  };
}

/** Components east, north and up of an Earth-fixed vector. */
export const directionOf = ({ east, north, up }: Site, to: EarthFixed): Direction => [
  dotProduct(east, to),
  dotProduct(north, to),
  dotProduct(up, to),
];
