import { z } from 'zod';
import { type Scenario, scenarioWithSettings } from './definition.ts';
import {
  dripBody,
  resetMidway,
  truncateBody,
  waitOnOccasion,
  endBeforeLength,
} from './transform.ts';

const secondsSchema = (fallback: number) => z.number().min(0).max(86_400).default(fallback);

const sentShareSchema = z
  .number()
  .min(0)
  .max(1)
  .default(0.5)
  .describe('The part of the content that comes, 0 to 1.');

/** The scenarios that simulate a bad network. */
export const connections = {
  'slow-headers': scenarioWithSettings(
    z.object({ seconds: secondsSchema(30).describe('Wait before the first byte.') }),
    {
      summary: 'Nothing comes for a while, then the answer',
      after: async (answer, occasion) => {
        const isAwaited = await waitOnOccasion(occasion.settings.seconds, occasion);
        if (isAwaited) return answer;
        await answer.body?.cancel();
        return Response.error();
      },
    },
  ),
  'dripping-body': scenarioWithSettings(
    z.object({
      seconds: secondsSchema(1).describe('Wait before each piece.'),
      bytes: z.int().min(1).default(1).describe('Size of a piece.'),
    }),
    { summary: 'The body comes in small pieces, slowly', after: dripBody },
  ),
  reset: {
    summary: 'The connection is reset before a byte has come',
    instead: () => Response.error(),
    withoutAnswer: true,
  },
  'reset-midway': {
    summary: 'The connection is reset after half of the body',
    after: resetMidway,
  },
  silence: {
    summary: 'No answer ever comes',
    instead: async (occasion) => {
      await waitOnOccasion(Infinity, occasion);
      return Response.error();
    },
    withoutAnswer: true,
  },
  truncated: scenarioWithSettings(z.object({ kept: sentShareSchema }), {
    summary: 'The content breaks off, and its length agrees',
    after: (answer, { settings }) => truncateBody(answer, settings.kept),
  }),
  'wrong-length': scenarioWithSettings(z.object({ kept: sentShareSchema }), {
    summary: 'The content breaks off, and its length says that there is more',
    after: (answer, { settings }) => endBeforeLength(answer, settings.kept),
  }),
} satisfies Readonly<Record<string, Scenario<unknown>>>;
