import type { Evening } from '#shared/station/sky/evening.ts';
import { lookAngles, siteOfObserver, type Observer } from '#shared/station/sky/observer.ts';
import type { BodyName } from '#shared/station/sky/sky.ts';
import { twilights } from '#shared/station/sky/sun.ts';
import { visibleBodies, bodyAt, illuminationOf, moonPhase } from './bodies.ts';
import { daySeconds, nightNearest } from './night.ts';

/** Elevation of the Sun's centre when its upper limb is on the horizon: 34′ of refraction and 16′ of radius. */
const sunOnHorizon = -0.8333;
/** A planet lower than this, in degrees, is left out: houses and haze hide it. */
const minPlanetElevation = 5;
/** A planet fainter than this magnitude is left out: it looks like the stars around it. */
const maxPlanetMagnitude = 1.5;
const planets = (Object.keys(visibleBodies) as BodyName[]).filter(
  (name) => name !== 'sun' && name !== 'moon',
);

/**
 * The night over the observer at `t` (Unix seconds); by day, the next night. The computation takes about a millisecond.
 */
export function eveningOf(observer: Observer, t: number): Evening {
  const site = siteOfObserver(observer);
  const nearestNight = nightNearest(site, observer, t);
  // Where the Sun does not pass the horizon, the night ends 6 hours after solar midnight.
  const isOver = t > (nearestNight.dawn(sunOnHorizon) ?? nearestNight.midnight + daySeconds / 4);
  const night = isOver ? nightNearest(site, observer, t + daySeconds / 2) : nearestNight;
  const nightfall = night.dusk(twilights[1]);
  const time = nightfall ?? night.midnight;
  return {
    sunset: night.dusk(sunOnHorizon),
    sunrise: night.dawn(sunOnHorizon),
    isSunUp: night.elevation(night.midnight) > sunOnHorizon,
    nightfall,
    darkness: night.dusk(twilights[3]),
    end: night.midnight + daySeconds / 2,
    moon: { phase: moonPhase(time), lit: illuminationOf('moon', time).lit },
    isSouthern: observer.latitude < 0,
    planets: nightfall === null ? [] : planetsAt(observer, nightfall),
  };
}

function planetsAt(observer: Observer, t: number): Evening['planets'] {
  const site = siteOfObserver(observer);
  return planets
    .map((body) => {
      const { azimuth, elevation } = lookAngles(site, bodyAt(visibleBodies[body], t));
      return { body, azimuth, elevation, ...illuminationOf(body, t) };
    })
    .filter(
      ({ elevation, magnitude }) =>
        elevation >= minPlanetElevation && magnitude <= maxPlanetMagnitude,
    )
    .sort((a, b) => a.magnitude - b.magnitude)
    .map(({ body, azimuth }) => ({ body, azimuth }));
}
