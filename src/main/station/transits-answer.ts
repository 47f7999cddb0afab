import { m } from '#words';
import { z } from 'zod';
import { runInEnglish } from '#shared/language/language.ts';
import { roundTo } from '#shared/round.ts';
import type { AppState } from '#shared/state.ts';
import { wholeAzimuth } from '#shared/station/sky/compass.ts';
import type { Transit } from '#shared/station/sky/transit.ts';
import { isSeenFromPlace } from '#shared/station/sky/transit-chance.ts';
import { distanceInWords, transitTime, wayInWords } from '#shared/station/transit-words.ts';
import { secondsInWords } from '#shared/time-words.ts';
import { isoTime } from '#runtime/query.ts';
import {
  answerHead,
  isoTimeOfSeconds,
  placeAnswer,
  timeSchema,
  degreesSchema,
  headSchema,
  placeSchema,
  reasonSchema,
} from './answer-parts.ts';

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
      fromHere: isSeenFromPlace(transit),
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
  (station.transits?.list ?? []).filter(({ t }) => t * 1000 > now);

/** A line for each transit, and a warning if one of them crosses the Sun; a single line if there is no transit. */
export function transitsInWords(state: AppState, now: number): string[] {
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
      stand: wayInWords(transit, observer),
    }),
  );
  const hasSun = transitsAhead.some(({ body }) => body === 'sun');
  return hasSun ? [...lines, m.sky_transit_sun_warning()] : lines;
}

export const transitsSchema = () =>
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
type TransitsAnswer = z.infer<ReturnType<typeof transitsSchema>>;
