import { m } from '#words';
import { z } from 'zod';
import { runInEnglish } from '#shared/language/language.ts';
import { roundTo } from '#shared/round.ts';
import type { AppState } from '#shared/state.ts';
import {
  noPassInWords,
  passForecast,
  passInWords,
  passesUnknownInWords,
} from '#shared/station/pass-forecast.ts';
import { wholeAzimuth } from '#shared/station/sky/compass.ts';
import { passSpan, seenPart, type SeenPart } from '#shared/station/sky/pass-span.ts';
import { brightnessBandSchema, type Pass } from '#shared/station/sky/pass.ts';
import { isoTime, type QueryOptions } from '#runtime/query.ts';
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

const dayMs = 86_400_000;

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
export function passesInWords(state: AppState, now: number, options: QueryOptions): string[] {
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
        band: brightnessBandSchema.describe('as bright as this; `dipper`: stars of the Big Dipper'),
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

export const passesSchema = () =>
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
type PassesAnswer = z.infer<ReturnType<typeof passesSchema>>;
