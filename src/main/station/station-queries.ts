import { m } from '#words';
import type { AppState } from '#shared/state.ts';
import {
  noneInWords,
  passForecast,
  passInWords,
  passesUnknownInWords,
  positionUnknown,
  positionUnknownInWords,
} from '#shared/station/pass-forecast.ts';
import { compassOf } from '#shared/station/sky/compass.ts';
import { placeBelow } from '#shared/station/sky/earth.ts';
import { passSpan, seenFrom } from '#shared/station/sky/pass-span.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { positionOn, spanOf } from '#shared/station/sky/sampled-path.ts';
import type { Transit } from '#shared/station/sky/transit.ts';
import type { ObserverInUse } from '#shared/station/station.ts';
import { bearing, distance, seconds, transitTime } from '#shared/station/transit-words.ts';
import { heightInWords } from '#shared/station/units.ts';
import { inEnglish } from '#shared/language/language.ts';
import { clockTime } from '#shared/time-words.ts';
import { joinSentences, placeInWords } from '#shared/words.ts';
import { promptMs, type QueryRow } from '#runtime/command-row.ts';
import { isoTime, rounded, type Query, type QueryOptions } from '#runtime/query.ts';
import type { PassesAnswer, PositionAnswer, TransitsAnswer } from './station-query-schemas.ts';

const dayMs = 86_400_000;

/** The options of the command line that the station answers. */
export const stationRows = {
  passes: {
    usage: '--passes [--days N] [--visible]',
    help: () => m.command_help_passes(),
    takes: ['json', 'watch', 'days', 'visible'],
    answerMs: promptMs,
  },
  transits: {
    help: () => m.command_help_transits(),
    takes: ['json', 'watch'],
    // A search of two weeks, on a slow computer.
    answerMs: 30_000,
  },
  position: {
    help: () => m.command_help_position(),
    takes: ['json', 'watch'],
    answerMs: promptMs,
  },
} as const satisfies Record<string, QueryRow>;

/** The answers of the station to other programs. `findTransits` searches the transits unless they are known. */
export const stationQueries = ({
  findTransits,
}: {
  readonly findTransits: () => Promise<void>;
}): Readonly<Record<keyof typeof stationRows, Query>> => ({
  passes: {
    follows: ({ station }) => station,
    answer(state, now, options) {
      const words = passesInWords(state, now, options);
      return {
        content: passesAnswer(state, now, options),
        text: labelled(state, words),
        line: marked(state, words[0] ?? ''),
      };
    },
  },
  transits: {
    prepare: findTransits,
    follows: ({ station }) => station,
    answer(state, now) {
      const words = transitsInWords(state, now);
      return {
        content: transitsAnswer(state, now),
        text: labelled(state, words),
        line: marked(state, words[0] ?? ''),
      };
    },
  },
  position: {
    // The place is renewed once a minute; a position for each other change would cause a line a second.
    follows: ({ station: { place, fix, polling } }) => place ?? fix.last ?? polling,
    answer(state, now) {
      const content = positionAnswer(state, now);
      const words = positionInWords(state, content);
      return { content, text: labelled(state, words), line: marked(state, words[0] ?? '') };
    },
  },
});

/** The lines below the label of simulated data. */
const labelled = ({ services }: AppState, lines: readonly string[]): string =>
  [...(services.simulated ? [m.tray_simulated()] : []), ...lines].join('\n');

/** One line, with the label of simulated data. */
const marked = ({ services }: AppState, line: string): string =>
  services.simulated ? m.notice_simulated({ text: line }) : line;

const headOf = (state: AppState, now: number) =>
  ({ version: 1, at: isoTime(now), simulated: state.services.simulated }) as const;

const placeOf = (observer: ObserverInUse | null) =>
  observer && {
    latitude: observer.latitude,
    longitude: observer.longitude,
    source: observer.source,
  };

const ofSeconds = (t: number): string => isoTime(t * 1000);

/** The passes that are not over and that the caller wants. */
function wantedPasses({ station }: AppState, now: number, options: QueryOptions): Pass[] {
  const end = options.days === null ? Infinity : now + options.days * dayMs;
  return station.passes.filter((pass) => {
    const { from, to } = passSpan(pass);
    return to * 1000 > now && from * 1000 < end && (pass.visible || !options.visible);
  });
}

export function passesAnswer(state: AppState, now: number, options: QueryOptions): PassesAnswer {
  const { station } = state;
  const forecast = passForecast(station, now);
  const isUnknown = forecast.kind === 'unknown';
  return {
    ...headOf(state, now),
    place: placeOf(station.observer),
    until: isUnknown ? null : isoTime(forecast.until),
    unknown: isUnknown ? inEnglish(() => passesUnknownInWords(forecast.why)) : null,
    passes: isUnknown ? [] : wantedPasses(state, now, options).map(passOf),
  };
}

function passOf(pass: Pass): PassesAnswer['passes'][number] {
  const { from, to } = passSpan(pass);
  const { rise, set } = seenFrom(pass);
  const { peak, brightness } = pass;
  return {
    from: ofSeconds(from),
    to: ofSeconds(to),
    visible: pass.visible,
    reason: pass.reason,
    brightness: brightness && {
      magnitude: rounded(brightness.magnitude, 1),
      band: brightness.band,
    },
    rise: { at: ofSeconds(rise.t), azimuth: rounded(rise.azimuth, 0) },
    peak: {
      at: ofSeconds(peak.t),
      azimuth: rounded(peak.azimuth, 0),
      elevation: rounded(peak.elevation, 1),
      rangeKm: rounded(peak.rangeKm, 0),
    },
    set: { at: ofSeconds(set.t), azimuth: rounded(set.azimuth, 0) },
    timeSigmaSeconds: pass.timeSigma === undefined ? null : rounded(pass.timeSigma, 1),
  };
}

/** A line for each pass, or one line if there is none. */
function passesInWords(state: AppState, now: number, options: QueryOptions): string[] {
  const { station } = state;
  const forecast = passForecast(station, now);
  if (forecast.kind === 'unknown') return [passesUnknownInWords(forecast.why)];
  const passes = wantedPasses(state, now, options);
  if (passes.length > 0)
    return passes.map((pass) => {
      const { isNow, words } = passInWords(pass, station.observer, now);
      return isNow ? m.forecast_now({ pass: words }) : words;
    });
  const end = options.days === null ? Infinity : now + options.days * dayMs;
  return [noneInWords(Math.min(forecast.until, end), now)];
}

export function transitsAnswer(state: AppState, now: number): TransitsAnswer {
  const { station, settings } = state;
  const { transits, observer } = station;
  return {
    ...headOf(state, now),
    place: placeOf(observer),
    withinKm: settings.station.transitKm,
    until: transits && isoTime(transits.until),
    unknown: transits === null ? inEnglish(m.sky_transits_unknown) : null,
    transits: comingTransits(state, now).map((transit) => ({
      body: transit.body,
      at: ofSeconds(transit.t),
      seconds: rounded(transit.seconds, 2),
      azimuth: rounded(transit.azimuth, 0),
      elevation: rounded(transit.elevation, 1),
      fromHere: isFromHere(transit),
      stand: {
        latitude: rounded(transit.stand.latitude, 4),
        longitude: rounded(transit.stand.longitude, 4),
      },
      distanceKm: rounded(transit.distanceKm, 1),
      halfWidthKm: rounded(transit.halfWidthKm, 1),
      lineSigmaKm: rounded(transit.lineSigmaKm, 1),
      timeSigmaSeconds: rounded(transit.timeSigma, 1),
      goodAt:
        transit.goodAt === null || transit.goodAt * 1000 <= now ? null : ofSeconds(transit.goodAt),
    })),
  };
}

const comingTransits = ({ station }: AppState, now: number): Transit[] =>
  (station.transits?.found ?? []).filter(({ t }) => t * 1000 > now);

const isFromHere = ({ separation, discRadius }: Transit): boolean => separation < discRadius;

/** A line for each transit, and the warning if one is of the Sun, or one line if there is none. */
function transitsInWords(state: AppState, now: number): string[] {
  const { observer, transits } = state.station;
  if (transits === null || observer === null) return [m.sky_transits_unknown()];
  const coming = comingTransits(state, now);
  if (coming.length === 0)
    return [m.sky_transits_none({ km: distance(state.settings.station.transitKm) })];
  const lines = coming.map((transit) =>
    m.command_transit({
      when: transitTime(transit.t, now, transit.timeSigma),
      body: transit.body === 'sun' ? m.sky_transit_sun() : m.sky_transit_moon(),
      duration: seconds(transit.seconds),
      stand: isFromHere(transit)
        ? m.sky_transit_here()
        : m.sky_transit_stand({
            km: distance(transit.distanceKm),
            direction: compassOf(bearing(observer, transit.stand)),
          }),
    }),
  );
  const hasSun = coming.some(({ body }) => body === 'sun');
  return hasSun ? [...lines, m.sky_transit_sun_warning()] : lines;
}

/** The position by the orbit at `now`, which needs no network, or without an orbit the last answer of the service. */
export function positionAnswer(state: AppState, now: number): PositionAnswer {
  const { station } = state;
  return {
    ...headOf(state, now),
    unknown:
      station.place === null && station.fix.last === null
        ? inEnglish(() => positionUnknownInWords(positionUnknown(station)))
        : null,
    position: positionOf(state, now),
  };
}

function positionOf({ station }: AppState, now: number): PositionAnswer['position'] {
  const { place, orbit, fix } = station;
  if (place === null)
    return (
      fix.last && {
        at: ofSeconds(fix.last.time),
        latitude: rounded(fix.last.latitude, 4),
        longitude: rounded(fix.last.longitude, 4),
        altitudeKm: null,
        sigmaKm: null,
        source: 'service',
      }
    );
  const path = orbit?.path;
  const [from, to] = path === undefined ? [Infinity, -Infinity] : spanOf(path);
  const t = now / 1000;
  const isOnPath = path !== undefined && t >= from && t <= to;
  const { latitude, longitude, altitudeKm } = isOnPath ? placeBelow(positionOn(path)(t)) : place;
  return {
    at: isoTime(isOnPath ? now : place.at),
    latitude: rounded(latitude, 4),
    longitude: rounded(longitude, 4),
    altitudeKm: rounded(altitudeKm, 1),
    sigmaKm: rounded(place.sigmaKm, 1),
    source: 'orbit',
  };
}

function positionInWords({ station }: AppState, { position }: PositionAnswer): string[] {
  if (position === null) return [positionUnknownInWords(positionUnknown(station))];
  const at = { place: placeInWords(position), clock: clockTime(Date.parse(position.at)) };
  const over = position.source === 'orbit' ? (station.place?.over ?? null) : null;
  const where = over === null ? m.tray_station_at(at) : m.tray_station_over({ ...at, over });
  const { altitudeKm, sigmaKm } = position;
  if (altitudeKm === null || sigmaKm === null) return [where];
  return [
    where,
    joinSentences([
      m.command_height({ height: heightInWords(altitudeKm) }),
      m.command_certainty({ distance: distance(Math.max(0.1, 2 * sigmaKm)) }),
    ]),
  ];
}
