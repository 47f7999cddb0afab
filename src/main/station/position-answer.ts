import { m } from '#words';
import { z } from 'zod';
import { runInEnglish } from '#shared/language/language.ts';
import { roundTo } from '#shared/round.ts';
import type { AppState } from '#shared/state.ts';
import { noPositionReason, positionUnknownInWords } from '#shared/station/pass-forecast.ts';
import { placeBelow } from '#shared/station/sky/earth.ts';
import { positionOnPath, spanOfPath, type SampledPath } from '#shared/station/sky/sampled-path.ts';
import { distanceInWords } from '#shared/station/transit-words.ts';
import { heightInWords } from '#shared/station/units.ts';
import { clockTime } from '#shared/time-words.ts';
import { joinSentences, placeInWords } from '#shared/words.ts';
import { isoTime } from '#runtime/query.ts';
import {
  answerHead,
  headSchema,
  isoTimeOfSeconds,
  reasonSchema,
  timeSchema,
} from './answer-parts.ts';

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
  const t = now / 1000;
  const isOnPath = path !== undefined && isWithinSpan(path, t);
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

function isWithinSpan(path: SampledPath, t: number): boolean {
  const [from, to] = spanOfPath(path);
  return t >= from && t <= to;
}

export function positionInWords({ station }: AppState, { position }: PositionAnswer): string[] {
  if (position === null) return [positionUnknownInWords(noPositionReason(station))];
  const placeWords = { place: placeInWords(position), clock: clockTime(Date.parse(position.at)) };
  const placeName = station.place?.over ?? null;
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

export const positionSchema = () =>
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
type PositionAnswer = z.infer<ReturnType<typeof positionSchema>>;
