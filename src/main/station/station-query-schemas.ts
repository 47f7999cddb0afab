import { z } from 'zod';

/*
 * The data of the station for other programs. Version 1 may get new fields; removing, renaming or redefining a field
 * requires a new version. The descriptions are the documentation: `npm run docs:figures` writes docs/schemas with them.
 */

const time = z.iso.datetime();
const degrees = z.number();

const head = {
  version: z.literal(1).describe('version of this form'),
  at: time.describe('time of the answer'),
  simulated: z.boolean().describe('true: the embedded services, nothing is real'),
};

const place = z
  .object({
    latitude: z.number().min(-90).max(90).describe('degrees, north positive'),
    longitude: z.number().min(-180).max(180).describe('degrees, east positive'),
    source: z.enum(['settings', 'guess']).describe('`guess`: from the time zone of the system'),
  })
  .nullable()
  .describe('your place; null: not known');

const unknown = z
  .string()
  .nullable()
  .describe('why nothing is known, in English; null: it is known');

const passSchema = z.object({
  from: time.describe('begin of the visible stretch; of the pass if it is not visible'),
  to: time.describe('end of the same'),
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
    .object({ at: time, azimuth: degrees.describe('degrees from north by east') })
    .describe('where it appears above the horizon'),
  peak: z
    .object({
      at: time,
      azimuth: degrees.describe('degrees from north by east'),
      elevation: degrees.describe('degrees above the horizon'),
      rangeKm: z.number().describe('distance from you'),
    })
    .describe('where it is highest'),
  set: z
    .object({ at: time, azimuth: degrees.describe('degrees from north by east') })
    .describe('where it disappears'),
  timeSigmaSeconds: z
    .number()
    .nullable()
    .describe('one standard deviation of the times; null: not known'),
});

export const passesAnswerSchema = z
  .object({
    ...head,
    place,
    until: time.nullable().describe('passes are known up to this time; null: not known'),
    unknown,
    passes: z
      .array(passSchema)
      .describe('in order of time; one that is under way comes first. Empty: none, or not known'),
  })
  .describe('The passes over your place: the answer to `overhead --passes --json`.');
export type PassesAnswer = z.infer<typeof passesAnswerSchema>;

export const transitsAnswerSchema = z
  .object({
    ...head,
    place,
    withinKm: z.number().describe('how far you would travel, from the settings'),
    until: time.nullable().describe('transits are known up to this time; null: not known'),
    unknown,
    transits: z
      .array(
        z.object({
          body: z.enum(['sun', 'moon']).describe('never look at the Sun without a solar filter'),
          at: time.describe('time at which the station is closest to the center of the disc'),
          seconds: z.number().describe('time on the disc, from the center line'),
          azimuth: degrees.describe('direction of the disc, degrees from north by east'),
          elevation: degrees.describe('height of the disc, degrees'),
          fromHere: z.boolean().describe('whether it can be seen from your place'),
          stand: z
            .object({ latitude: degrees, longitude: degrees })
            .describe('the nearest place on the center line'),
          distanceKm: z.number().describe('from your place to there'),
          halfWidthKm: z.number().describe('half the width of the band on the ground'),
          lineSigmaKm: z.number().describe('one standard deviation of the center line'),
          timeSigmaSeconds: z.number().describe('one standard deviation of the time'),
          goodAt: time
            .nullable()
            .describe('when the line is known well enough to travel; null: it is'),
        }),
      )
      .describe('in order of time'),
  })
  .describe(
    'The station in front of the Sun and the Moon: the answer to `overhead --transits --json`.',
  );
export type TransitsAnswer = z.infer<typeof transitsAnswerSchema>;

export const positionAnswerSchema = z
  .object({
    ...head,
    unknown,
    position: z
      .object({
        at: time.describe('time of the position: `at` of the answer if it is by the orbit'),
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
export type PositionAnswer = z.infer<typeof positionAnswerSchema>;
