import { siteOfObserver, type Observer } from '#shared/station/sky/observer.ts';
import type { StarField } from '#shared/station/sky/star-field.ts';
import { j2000ToEarthFixed } from './bodies.ts';
import { nightNearest } from './night.ts';
import { directionOf, galacticFrame } from './sky.ts';
import { stars } from './stars.ts';

/** The place that is used if none is known: Greenwich's longitude, at a latitude with stars of both hemispheres. */
const defaultObserver: Observer = { latitude: 40, longitude: 0, altitude: null };
/** The sky is drawn for the time this long before solar midnight, seconds. */
const secondsBeforeMidnight = 2 * 3600;

/**
 * The stars over a place in the evening of the night nearest to `t` (Unix seconds), also if the evening is in daylight.
 */
export function starFieldOf(observer: Observer | null, t: number): StarField {
  const place = observer ?? defaultObserver;
  const site = siteOfObserver(place);
  const toEarthFixed = j2000ToEarthFixed(
    nightNearest(site, place, t).midnight - secondsBeforeMidnight,
  );
  return {
    stars: stars
      .map(({ direction, magnitude }) => ({
        direction: directionOf(site, toEarthFixed(direction)),
        magnitude,
      }))
      .filter(({ direction: [, , up] }) => up > 0),
    galaxy: {
      pole: directionOf(site, toEarthFixed(galacticFrame.pole)),
      center: directionOf(site, toEarthFixed(galacticFrame.center)),
    },
    isSouthern: place.latitude < 0,
  };
}
