import type { Polling, Station } from '#shared/station/station.ts';
import { passForecast, positionUnknown } from '#shared/station/pass-forecast.ts';
import { duration } from '../ui/format.ts';

/**
 * How well the position is known now: two standard deviations, which hold in 19 of 20 cases. A figure is shown only once
 * passes are known, too: an accuracy of 0.1 km next to an orbit without passes would look contradictory.
 *
 * @param now milliseconds since the Unix epoch
 */
export function certaintyInWords(station: Station, now: number): string {
  const { orbit, place, polling } = station;
  const unknown = positionUnknown(station);
  if (orbit === null) return unknown.kind === 'waiting' ? 'learning the orbit' : 'not known';
  const forecast = passForecast(station, now);
  if (forecast.kind === 'unknown' && forecast.why.kind === 'learning') return 'learning the orbit';
  const km = 2 * (place?.sigmaKm ?? orbit.sigmaKmNow);
  const learning = polling.mode === 'learning' || polling.mode === 'watched';
  const size = km < 0.1 ? '0.1' : km < 10 ? km.toFixed(1) : Math.round(km).toLocaleString();
  return `± ${size} km${learning ? ', still learning' : ''}`;
}

/** How often the service is polled. */
export function pollingInWords({ mode, everySeconds }: Polling): string {
  if (mode === 'paused') return 'not at all: paused';
  if (everySeconds === null) return 'not yet';
  const every = `every ${duration(everySeconds * 1000)}`;
  if (mode === 'watched') return `${every}, while you look`;
  return mode === 'learning' ? `${every}, to learn the orbit` : every;
}
