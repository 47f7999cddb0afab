import { m } from '#words';
import { z } from 'zod';
import type { AppState } from '#shared/state.ts';
import {
  noPassInWords,
  passForecast,
  passInWords,
  passesUnknownInWords,
  noPositionReason,
  positionUnknownInWords,
} from '#shared/station/pass-forecast.ts';
import { compassInWords, wholeAzimuth } from '#shared/station/sky/compass.ts';
import { placeBelow } from '#shared/station/sky/earth.ts';
import { passSpan, seenPart, type SeenPart } from '#shared/station/sky/pass-span.ts';
import type { Pass } from '#shared/station/sky/pass.ts';
import { positionOnPath, spanOfPath } from '#shared/station/sky/sampled-path.ts';
import type { Transit } from '#shared/station/sky/transit.ts';
import type { ObserverInUse } from '#shared/station/station.ts';
import { bearingOf, distanceInWords, transitTime } from '#shared/station/transit-words.ts';
import { heightInWords } from '#shared/station/units.ts';
import { roundTo } from '#shared/round.ts';
import { runInEnglish } from '#shared/language/language.ts';
import { clockTime, secondsInWords } from '#shared/time-words.ts';
import { joinSentences, markSimulated, placeInWords } from '#shared/words.ts';
import { promptAnswerMs, type QueryRow } from '#runtime/command-row.ts';
import { isoTime, type Query, type QueryOptions } from '#runtime/query.ts';

const dayMs = 86_400_000;

/** The options of the command line that the station answers. */
export const stationRows = {
  passes: {
    usage: '--passes [--days N] [--visible]',
    help: () => m.command_help_passes(),
    takes: ['json', 'watch', 'days', 'visible'],
    answerMs: promptAnswerMs,
  },
  transits: {
    help: () => m.command_help_transits(),
    takes: ['json', 'watch'],
    // Long enough for a search of two weeks on a slow computer.
    answerMs: 30_000,
  },
  position: {
    help: () => m.command_help_position(),
    takes: ['json', 'watch'],
    answerMs: promptAnswerMs,
  },
} as const satisfies Record<string, QueryRow>;

/** The answers of the station to other programs. `findTransits` searches the transits unless they are known. */
export const stationQueries = ({ findTransits }: { readonly findTransits: () => Promise<void> }) =>
  ({
    passes: {
      follows: ({ station }) => station,
      answer(state, now, options) {
        const words = passesInWords(state, now, options);
        return {
          content: passesAnswer(state, now, options),
          text: withSimulatedLabel(state, words),
          line: markSimulated(state.services, words[0] ?? ''),
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
          text: withSimulatedLabel(state, words),
          line: markSimulated(state.services, words[0] ?? ''),
        };
      },
    },
    position: {
      // Follow the place, which changes once a minute: the whole state may change about once a second.
      follows: ({ station: { place, fix, polling } }) => place ?? fix.last ?? polling,
      answer(state, now) {
        const content = positionAnswer(state, now);
        const words = positionInWords(state, content);
        return {
          content,
          text: withSimulatedLabel(state, words),
          line: markSimulated(state.services, words[0] ?? ''),
        };
      },
    },
  }) satisfies Readonly<Record<keyof typeof stationRows, Query>>;

/** Joins the lines; if the data are simulated, a label is the first line. */
const withSimulatedLabel = ({ services }: AppState, lines: readonly string[]): string =>
  [...(services.simulated ? [m.tray_simulated()] : []), ...lines].join('\n');

const answerHead = (state: AppState, now: number) =>
  ({ version: 1, at: isoTime(now), simulated: state.services.simulated }) as const;

const placeAnswer = (observer: ObserverInUse | null) =>
  observer && {
    latitude: observer.latitude,
    longitude: observer.longitude,
    source: observer.source,
  };

const isoTimeOfSeconds = (t: number): string => isoTime(t * 1000);

/** The passes that are not over and match the options of the caller. */
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
    ...answerHead(state, now),
    place: placeAnswer(station.observer),
    until: isUnknown ? null : isoTime(forecast.until),
    unknown: isUnknown ? runInEnglish(() => passesUnknownInWords(forecast.why)) : null,
    passes: isUnknown ? [] : wantedPasses(state, now, options).map(passAnswer),
  };
}

function passAnswer(pass: Pass): PassesAnswer['passes'][number] {
  const part = seenPart(pass);
  const { rise, set } = pass.seen;
  const { peak, brightness } = pass;
  return {
    from: isoTimeOfSeconds(part.from.t),
    to: isoTimeOfSeconds(part.to.t),
    seen: {
      from: skyMomentAnswer(part.from),
      top: skyMomentAnswer(part.top),
      to: skyMomentAnswer(part.to),
    },
    visible: pass.visible,
    reason: pass.reason,
    brightness: brightness && {
      magnitude: roundTo(brightness.magnitude, 1),
      band: brightness.band,
    },
    rise: { at: isoTimeOfSeconds(rise.t), azimuth: wholeAzimuth(rise.azimuth) },
    peak: {
      at: isoTimeOfSeconds(peak.t),
      azimuth: wholeAzimuth(peak.azimuth),
      elevation: roundTo(peak.elevation, 1),
      rangeKm: roundTo(peak.rangeKm, 0),
    },
    set: { at: isoTimeOfSeconds(set.t), azimuth: wholeAzimuth(set.azimuth) },
    timeSigmaSeconds: pass.timeSigma === undefined ? null : roundTo(pass.timeSigma, 1),
  };
}

const skyMomentAnswer = ({ t, azimuth, elevation }: SeenPart['top']) => ({
  at: isoTimeOfSeconds(t),
  azimuth: wholeAzimuth(azimuth),
  elevation: roundTo(elevation, 1),
});

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
  return [noPassInWords(Math.min(forecast.until, end), now)];
}

export function transitsAnswer(state: AppState, now: number): TransitsAnswer {
  const { station, settings } = state;
  const { transits, observer } = station;
  return {
    ...answerHead(state, now),
    place: placeAnswer(observer),
    withinKm: settings.station.transitKm,
    until: transits && isoTime(transits.until),
    unknown: transits === null ? runInEnglish(m.sky_transits_unknown) : null,
    transits: comingTransits(state, now).map((transit) => ({
      body: transit.body,
      at: isoTimeOfSeconds(transit.t),
      seconds: roundTo(transit.seconds, 2),
      azimuth: wholeAzimuth(transit.azimuth),
      elevation: roundTo(transit.elevation, 1),
      fromHere: isVisibleFromPlace(transit),
      stand: {
        latitude: roundTo(transit.stand.latitude, 4),
        longitude: roundTo(transit.stand.longitude, 4),
      },
      distanceKm: roundTo(transit.distanceKm, 1),
      halfWidthKm: roundTo(transit.halfWidthKm, 1),
      lineSigmaKm: roundTo(transit.lineSigmaKm, 1),
      timeSigmaSeconds: roundTo(transit.timeSigma, 1),
      goodAt:
        transit.goodAt === null || transit.goodAt * 1000 <= now
          ? null
          : isoTimeOfSeconds(transit.goodAt),
    })),
  };
}

const comingTransits = ({ station }: AppState, now: number): Transit[] =>
  (station.transits?.found ?? []).filter(({ t }) => t * 1000 > now);

const isVisibleFromPlace = ({ separation, discRadius }: Transit): boolean =>
  separation < discRadius;

/** A line for each transit, and a warning if one of them crosses the Sun; a single line if there is no transit. */
function transitsInWords(state: AppState, now: number): string[] {
  const { observer, transits } = state.station;
  if (transits === null || observer === null) return [m.sky_transits_unknown()];
  const transitsAhead = comingTransits(state, now);
  if (transitsAhead.length === 0)
    return [m.sky_transits_none({ km: distanceInWords(state.settings.station.transitKm) })];
  const lines = transitsAhead.map((transit) =>
    m.command_transit({
      when: transitTime(transit.t, now, transit.timeSigma),
      body: transit.body === 'sun' ? m.sky_transit_sun() : m.sky_transit_moon(),
      duration: secondsInWords(transit.seconds),
      stand: isVisibleFromPlace(transit)
        ? m.sky_transit_here()
        : m.sky_transit_stand({
            km: distanceInWords(transit.distanceKm),
            direction: compassInWords(bearingOf(observer, transit.stand)),
          }),
    }),
  );
  const hasSun = transitsAhead.some(({ body }) => body === 'sun');
  return hasSun ? [...lines, m.sky_transit_sun_warning()] : lines;
}

/** The position at `now` by the orbit, without a request; if no orbit is known, the last answer of the service. */
export function positionAnswer(state: AppState, now: number): PositionAnswer {
  const { station } = state;
  return {
    ...answerHead(state, now),
    unknown:
      station.place === null && station.fix.last === null
        ? runInEnglish(() => positionUnknownInWords(noPositionReason(station)))
        : null,
    position: positionOf(state, now),
  };
}

function positionOf({ station }: AppState, now: number): PositionAnswer['position'] {
  const { place, orbit, fix } = station;
  if (place === null)
    return (
      fix.last && {
        at: isoTimeOfSeconds(fix.last.time),
        latitude: roundTo(fix.last.latitude, 4),
        longitude: roundTo(fix.last.longitude, 4),
        altitudeKm: null,
        sigmaKm: null,
        source: 'service',
      }
    );
  const path = orbit?.path;
  const [from, to] = path === undefined ? [Infinity, -Infinity] : spanOfPath(path);
  const t = now / 1000;
  const isOnPath = path !== undefined && t >= from && t <= to;
  const { latitude, longitude, altitudeKm } = isOnPath
    ? placeBelow(positionOnPath(path)(t))
    : place;
  return {
    at: isoTime(isOnPath ? now : place.at),
    latitude: roundTo(latitude, 4),
    longitude: roundTo(longitude, 4),
    altitudeKm: roundTo(altitudeKm, 1),
    sigmaKm: roundTo(place.sigmaKm, 1),
    source: 'orbit',
  };
}

function positionInWords({ station }: AppState, { position }: PositionAnswer): string[] {
  if (position === null) return [positionUnknownInWords(noPositionReason(station))];
  const placeWords = { place: placeInWords(position), clock: clockTime(Date.parse(position.at)) };
  const placeName = position.source === 'orbit' ? (station.place?.over ?? null) : null;
  const placeText =
    placeName === null
      ? m.tray_station_at(placeWords)
      : m.tray_station_over({ ...placeWords, over: placeName });
  const { altitudeKm, sigmaKm } = position;
  if (altitudeKm === null || sigmaKm === null) return [placeText];
  return [
    placeText,
    joinSentences([
      m.command_height({ height: heightInWords(altitudeKm) }),
      m.command_certainty({ distance: distanceInWords(Math.max(0.1, 2 * sigmaKm)) }),
    ]),
  ];
}

/*
 * The schemas of the station data that other programs read. A new field keeps version 1; a field that is removed or
 * renamed, or changes its meaning, needs a new version. The descriptions are the documentation: `npm run docs:figures`
 * writes docs/schemas with them. Only tests parse answers: the app never creates these schemas.
 */

const timeSchema = () => z.iso.datetime();
const degreesSchema = () => z.number();

const headSchema = () => ({
  version: z.literal(1).describe('version of this form'),
  at: timeSchema().describe('time of the answer'),
  simulated: z.boolean().describe('true: the embedded services, nothing is real'),
});

const placeSchema = () =>
  z
    .object({
      latitude: z.number().min(-90).max(90).describe('degrees, north positive'),
      longitude: z.number().min(-180).max(180).describe('degrees, east positive'),
      source: z.enum(['settings', 'guess']).describe('`guess`: from the time zone of the system'),
    })
    .nullable()
    .describe('your place; null: not known');

const reasonSchema = () =>
  z.string().nullable().describe('why nothing is known, in English; null: it is known');

const skyMomentSchema = () =>
  z.object({
    at: timeSchema(),
    azimuth: degreesSchema().describe('degrees from north by east'),
    elevation: degreesSchema().describe('degrees above the horizon'),
  });

const passSchema = () =>
  z.object({
    from: timeSchema().describe('begin of the visible stretch; of the pass if it is not visible'),
    to: timeSchema().describe('end of the same'),
    seen: z
      .object({
        from: skyMomentSchema(),
        top: skyMomentSchema().describe('the highest point of this stretch'),
        to: skyMomentSchema(),
      })
      .describe('directions and heights between `from` and `to`; use these beside those times'),
    visible: z.boolean().describe('lit by the Sun, high enough, and the sky is dark'),
    reason: z
      .enum(['in-shadow', 'daylight', 'too-low'])
      .nullable()
      .describe('why it is not visible; null: it is'),
    brightness: z
      .object({
        magnitude: z.number().describe('the lower, the brighter'),
        band: z.enum(['brilliant', 'bright', 'fair', 'faint']).describe('`brilliant`: like Venus'),
      })
      .nullable()
      .describe('greatest brightness; null: not visible'),
    rise: z
      .object({ at: timeSchema(), azimuth: degreesSchema().describe('degrees from north by east') })
      .describe('where it rises above the horizon, also if it is not visible there'),
    peak: z
      .object({
        at: timeSchema(),
        azimuth: degreesSchema().describe('degrees from north by east'),
        elevation: degreesSchema().describe('degrees above the horizon'),
        rangeKm: z.number().describe('distance from you'),
      })
      .describe('where it is highest in the whole pass, also if it is not visible there'),
    set: z
      .object({ at: timeSchema(), azimuth: degreesSchema().describe('degrees from north by east') })
      .describe('where it sets, also if it is not visible there'),
    timeSigmaSeconds: z
      .number()
      .nullable()
      .describe('one standard deviation of the times; null: not known'),
  });

const passesSchema = () =>
  z
    .object({
      ...headSchema(),
      place: placeSchema(),
      until: timeSchema().nullable().describe('passes are known up to this time; null: not known'),
      unknown: reasonSchema(),
      passes: z
        .array(passSchema())
        .describe('in order of time; one that is under way comes first. Empty: none, or not known'),
    })
    .describe('The passes over your place: the answer to `overhead --passes --json`.');
export type PassesAnswer = z.infer<ReturnType<typeof passesSchema>>;

const transitsSchema = () =>
  z
    .object({
      ...headSchema(),
      place: placeSchema(),
      withinKm: z.number().describe('how far you would travel, from the settings'),
      until: timeSchema()
        .nullable()
        .describe('transits are known up to this time; null: not known'),
      unknown: reasonSchema(),
      transits: z
        .array(
          z.object({
            body: z.enum(['sun', 'moon']).describe('never look at the Sun without a solar filter'),
            at: timeSchema().describe(
              'time at which the station is closest to the center of the disc',
            ),
            seconds: z.number().describe('time on the disc, from the center line'),
            azimuth: degreesSchema().describe('direction of the disc, degrees from north by east'),
            elevation: degreesSchema().describe('height of the disc, degrees'),
            fromHere: z.boolean().describe('whether it can be seen from your place'),
            stand: z
              .object({ latitude: degreesSchema(), longitude: degreesSchema() })
              .describe('the nearest place on the center line'),
            distanceKm: z.number().describe('from your place to there'),
            halfWidthKm: z.number().describe('half the width of the band on the ground'),
            lineSigmaKm: z.number().describe('one standard deviation of the center line'),
            timeSigmaSeconds: z.number().describe('one standard deviation of the time'),
            goodAt: timeSchema()
              .nullable()
              .describe('when the line is known well enough to travel; null: it is'),
          }),
        )
        .describe('in order of time'),
    })
    .describe(
      'The station in front of the Sun and the Moon: the answer to `overhead --transits --json`.',
    );
export type TransitsAnswer = z.infer<ReturnType<typeof transitsSchema>>;

const positionSchema = () =>
  z
    .object({
      ...headSchema(),
      unknown: reasonSchema(),
      position: z
        .object({
          at: timeSchema().describe(
            'time of the position: `at` of the answer if it is by the orbit',
          ),
          latitude: z.number().min(-90).max(90).describe('degrees, north positive; geodetic'),
          longitude: z.number().min(-180).max(180).describe('degrees, east positive'),
          altitudeKm: z.number().nullable().describe('above the ellipsoid; null: not known'),
          sigmaKm: z.number().nullable().describe('one standard deviation; null: not known'),
          source: z
            .enum(['orbit', 'service'])
            .describe('`orbit`: computed; `service`: the last answer of the service'),
        })
        .nullable()
        .describe('null: not known'),
    })
    .describe('Where the station is: the answer to `overhead --position --json`.');
export type PositionAnswer = z.infer<ReturnType<typeof positionSchema>>;

/** The forms of the answers as JSON, by the name of the option. */
export const stationAnswerSchemas = () => ({
  passes: passesSchema(),
  transits: transitsSchema(),
  position: positionSchema(),
});
