import { z } from 'zod';
import {
  type ScenarioOccasion,
  type Scenario,
  scenarioWithSettings,
} from '#services/scenarios/definition.ts';

const legacyPathPattern = /^\/planetary\/apod$/;
const successorPathPattern = /^\/wp-json\//;

const refusalScenario = (
  status: number,
  word: string,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): Response => Response.json({ error: word, message: word, detail }, { status, headers });

const overQuotaAnswer = (headers: Readonly<Record<string, string>> = {}): Response =>
  refusalScenario(429, 'RATE_LIMIT_EXCEEDED', 'the quota of this key is used up', {
    'X-RateLimit-Limit': '30',
    'X-RateLimit-Remaining': '0',
    ...headers,
  });

const fromSchema = z.iso
  .datetime({ offset: true, error: 'must be a time, such as 2026-12-01T05:00:00Z' })
  .optional()
  .describe('On the services’ clock; left out: at once.');
const downSettings = z.object({
  from: fromSchema,
  status: z.int().min(500).max(599).default(503).describe('The status, 500 to 599.'),
});
const downBodies = [
  'upstream connect error or disconnect/reset before headers',
  'Upstream temporarily unavailable',
] as const;

type DownOccasion = ScenarioOccasion<z.output<typeof downSettings>>;

const hasBegun = ({ now, settings }: DownOccasion): boolean =>
  settings.from === undefined || now >= Date.parse(settings.from);

/** An error in plain text, as the successor's gateways send it. */
const upstreamDownAnswer = ({ settings, random }: DownOccasion): Response =>
  new Response(random() < 0.5 ? downBodies[0] : downBodies[1], {
    status: settings.status,
    headers: { 'Content-Type': 'text/plain' },
  });

const archiveNotice =
  'This service has been archived. The pictures go on at /wp-json/wp/v2/apod-basic.';

export const apodFaults: Readonly<Record<string, Scenario<unknown>>> = {
  'key-refused': {
    summary: 'No key is accepted',
    concerns: legacyPathPattern,
    instead: () => refusalScenario(403, 'API_KEY_INVALID', 'api_key is not a key of this service'),
  },
  quota: scenarioWithSettings(
    z.object({
      retryAfter: z
        .string()
        .regex(/^[\x20-\x7e]*$/, { error: 'must be printable ASCII' })
        .default('3600')
        .describe('The Retry-After header: seconds, an HTTP date, or nonsense.'),
    }),
    {
      summary: 'The quota is used up; Retry-After says until when',
      concerns: legacyPathPattern,
      instead: ({ settings }) => overQuotaAnswer({ 'Retry-After': settings.retryAfter }),
    },
  ),
  'quota-silent': {
    summary: 'The quota is used up, with no word of until when',
    concerns: legacyPathPattern,
    instead: () => overQuotaAnswer(),
  },
  archived: scenarioWithSettings(
    z.object({
      from: fromSchema,
      status: z.int().min(400).max(599).default(410).describe('The status, 400 to 599.'),
      format: z.enum(['json', 'html']).default('json').describe('What the notice is written in.'),
    }),
    {
      summary: 'v1 is gone; its successor and the pictures go on',
      concerns: legacyPathPattern,
      after: (answer, { now, settings: { from, status, format } }) => {
        if (from !== undefined && now < Date.parse(from)) return answer;
        if (format === 'json') return refusalScenario(status, 'Gone', archiveNotice);
        const page = `<!doctype html>\n<title>Archived</title>\n<h1>Archived</h1>\n<p>${archiveNotice}</p>\n`;
        const headers = { 'Content-Type': 'text/html; charset=utf-8' };
        return new Response(page, { status, headers });
      },
    },
  ),
  'successor-down': scenarioWithSettings(downSettings, {
    summary: 'The successor is down; its feed, v1 and the pictures go on',
    concerns: successorPathPattern,
    after: (answer, occasion) => (hasBegun(occasion) ? upstreamDownAnswer(occasion) : answer),
  }),
  'agency-down': scenarioWithSettings(downSettings, {
    summary: 'v1, the successor, its feed and all pictures are down; the editors’ own site goes on',
    concerns: /^(?!\/en\/|\/feed\.rss$)/,
    after: (answer, occasion) => (hasBegun(occasion) ? upstreamDownAnswer(occasion) : answer),
  }),
};
