import {
  crossProduct,
  dotProduct,
  subtractVectors,
  radians,
  toUnitVector,
  type EarthFixed,
} from '#shared/station/sky/earth.ts';
import { lookAngles, siteOfObserver, type Observer } from '#shared/station/sky/observer.ts';
import type { Moment, Pass } from '#shared/station/sky/pass.ts';
import type { BodyName, Conjunction, SkyTarget } from '#shared/station/sky/sky.ts';
import type { Ephemeris } from '../orbit/ephemeris.ts';
import { earthRate } from '../orbit/frames.ts';
import { visibleBodies, bodyBetween, discBodies, j2000ToEarthFixed } from './bodies.ts';
import { findMaximum } from './search.ts';
import { stars } from './stars.ts';

/** Largest separation of a conjunction, degrees. */
const maxSeparation = 2;
/** Faintest magnitude of the stars that count; about fifty stars are brighter. */
const faintestMagnitude = 2.05;
/** Seconds between the samples of a pass. The station moves by at most 1.3° a second. */
const sampleStep = 4;
/** Cosine of the largest separation at a sample near which a conjunction is possible. */
const nearCosine = Math.cos((maxSeparation + 1.3 * sampleStep) * radians);
/** Errors of the model: proper motion and aberration of stars, degrees; the frames of the station, km. */
const [starErrorDegrees, modelErrorKm] = [0.01, 0.05];

const brightStars = stars.flatMap(({ magnitude, names, direction }) =>
  magnitude <= faintestMagnitude && names !== null ? [{ star: names, direction }] : [],
);

interface TargetMotion {
  readonly target: SkyTarget;
  /** The direction of the target from the observer, Earth-fixed, of any length. */
  readonly at: (t: number) => EarthFixed;
  /** Radius of the disc of the target, degrees. */
  readonly radius: number;
}

/**
 * Conjunctions in the visible part of a pass, in order of time: the station passes within 2° of the Moon, a planet or a
 * bright star (`faintestMagnitude`). Refraction is left out, because it moves the station and the target alike.
 */
export function conjunctionsOf(
  ephemeris: Ephemeris,
  observer: Observer,
  pass: Pass,
): Conjunction[] {
  const { visibleFrom: from, visibleTo: to } = pass;
  if (from === null || to === null) return [];
  const site = siteOfObserver(observer);
  const sight = (t: number): EarthFixed =>
    toUnitVector(subtractVectors(ephemeris.earthFixed(t), site.position));
  const count = Math.ceil((to - from) / sampleStep);
  const times = Array.from({ length: count + 1 }, (_, k) => from + ((to - from) * k) / count);
  const sights = times.map(sight);
  const conjunctions: Conjunction[] = [];
  for (const { target, at, radius } of targetsOf(site.position, from, to)) {
    let bestIndex = -1;
    let bestCosine = nearCosine;
    for (const [k, seen] of sights.entries()) {
      const direction = at(times[k] ?? from);
      const cosine = dotProduct(seen, direction) / Math.hypot(...direction);
      if (cosine > bestCosine) [bestIndex, bestCosine] = [k, cosine];
    }
    if (bestIndex < 0) continue;
    const middleTime = times[bestIndex] ?? from;
    const separationAt = (t: number): number => angleBetween(sight(t), at(t));
    const firstTime = Math.max(from, middleTime - sampleStep);
    const lastTime = Math.min(to, middleTime + sampleStep);
    const t = findMaximum((moment) => -separationAt(moment), firstTime, lastTime);
    const separation = separationAt(t);
    // A minimum at an end of the visible part is no conjunction: the separation only grows or only decreases there.
    if (separation > maxSeparation || t - firstTime < 0.05 || lastTime - t < 0.05) continue;
    const place = lookAngles(site, farPointTowards(site.position, at(t)));
    conjunctions.push({
      peak: pass.peak.t,
      target,
      t,
      timeSigma: ephemeris.timeSigma(t),
      separation,
      separationSigma: separationSigma(ephemeris, site.position, sight, at, t),
      side: passingSideOf(lookAngles(site, ephemeris.earthFixed(t)), place),
      crosses: separation < radius,
    });
  }
  return conjunctions.sort((a, b) => a.t - b.t);
}

function targetsOf(place: EarthFixed, from: number, to: number): TargetMotion[] {
  const middle = (from + to) / 2;
  const toEarthFixed = j2000ToEarthFixed(middle);
  const names = Object.keys(visibleBodies) as BodyName[];
  return [
    ...names
      .filter((body) => body !== 'sun')
      .map((body): TargetMotion => {
        const bodyPositionAt = bodyBetween(visibleBodies[body], from, to);
        const positionAt = (t: number): EarthFixed => subtractVectors(bodyPositionAt(t), place);
        const radius =
          body === 'moon'
            ? Math.asin(discBodies.moon.radiusKm / Math.hypot(...positionAt(middle))) / radians
            : 0;
        return { target: { body }, at: positionAt, radius };
      }),
    ...brightStars.map(({ star, direction }): TargetMotion => {
      const directionOfDate = toEarthFixed(direction);
      return {
        target: { star },
        at: (t) => turnWithEarth(directionOfDate, earthRate * (t - middle)),
        radius: 0,
      };
    }),
  ];
}

/** The Earth-fixed direction of a fixed star after the Earth has turned by an angle, radians. */
function turnWithEarth([x, y, z]: EarthFixed, angleTurned: number): EarthFixed {
  const [sin, cos] = [Math.sin(angleTurned), Math.cos(angleTurned)];
  return [x * cos + y * sin, y * cos - x * sin, z];
}

/** A point far away in a direction. */
function farPointTowards(place: EarthFixed, towards: EarthFixed): EarthFixed {
  const [x, y, z] = toUnitVector(towards);
  return [place[0] + x * 1e6, place[1] + y * 1e6, place[2] + z * 1e6];
}

/** The angle between two directions, degrees. */
const angleBetween = (a: EarthFixed, b: EarthFixed): number =>
  Math.atan2(Math.hypot(...crossProduct(a, b)), dotProduct(a, b)) / radians;

type LookAngles = Pick<Moment, 'azimuth' | 'elevation'>;

export function passingSideOf(station: LookAngles, target: LookAngles): Conjunction['side'] {
  const upDegrees = station.elevation - target.elevation;
  const degrees = ((station.azimuth - target.azimuth + 540) % 360) - 180;
  const rightDegrees = degrees * Math.cos(target.elevation * radians);
  if (Math.abs(upDegrees) >= Math.abs(rightDegrees)) return upDegrees > 0 ? 'above' : 'below';
  return rightDegrees > 0 ? 'right' : 'left';
}

/**
 * One standard deviation of the separation, degrees: from the errors along and across the track as seen from the
 * observer, at right angles to the apparent motion. An error along that motion changes only the time.
 */
function separationSigma(
  { earthFixed, deviations }: Ephemeris,
  place: EarthFixed,
  sight: (t: number) => EarthFixed,
  target: (t: number) => EarthFixed,
  t: number,
): number {
  const station = earthFixed(t);
  const [before, after] = [t - 0.5, t + 0.5];
  const motion = subtractVectors(
    subtractVectors(sight(after), toUnitVector(target(after))),
    subtractVectors(sight(before), toUnitVector(target(before))),
  );
  const sideDirection = toUnitVector(crossProduct(sight(t), motion));
  const groundMotion = subtractVectors(earthFixed(after), earthFixed(before));
  // Add the rotation of the Earth to convert the Earth-fixed motion to the inertial motion.
  const inertialMotion = toUnitVector([
    groundMotion[0] - earthRate * station[1],
    groundMotion[1] + earthRate * station[0],
    groundMotion[2],
  ]);
  const leftward = crossProduct(toUnitVector(station), inertialMotion);
  const { alongKm, crossKm } = deviations(t);
  const errorKm = Math.hypot(
    alongKm * dotProduct(inertialMotion, sideDirection),
    crossKm * dotProduct(leftward, sideDirection),
    modelErrorKm,
  );
  return Math.hypot(
    errorKm / Math.hypot(...subtractVectors(station, place)) / radians,
    starErrorDegrees,
  );
}
