import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { type Scenario, scenarioWithSettings } from './definition.ts';

const headerTextSchema = z.string().regex(/^[\x20-\x7e]*$/, { error: 'must be printable ASCII' });

const retryAfterSchema = headerTextSchema
  .optional()
  .describe('The Retry-After header: seconds, an HTTP date, or nonsense; left out: none.');
const locationSchema = (fallback: string) =>
  headerTextSchema.default(fallback).describe('Where the redirect leads.');

/** An error in the same format as the service's own errors. */
function errorReply(status: number, after: string | undefined): Response {
  const word = STATUS_CODES[status] ?? 'Error';
  const detail = `a scenario answers ${status} in place of the service`;
  const headers = after === undefined ? {} : { 'Retry-After': after };
  return Response.json({ error: word, message: word, detail }, { status, headers });
}

const errorOf = (status: number): Scenario<unknown> =>
  scenarioWithSettings(z.object({ retryAfter: retryAfterSchema }), {
    summary: `${status} ${STATUS_CODES[status] ?? ''}`,
    instead: ({ settings }) => errorReply(status, settings.retryAfter),
  });

const htmlPage = (title: string, text: string): string =>
  `<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>${title}</title></head>\n` +
  `<body><h1>${title}</h1><p>${text}</p></body>\n</html>\n`;

const htmlReply = (body: string, status: number, headers: Readonly<Record<string, string>> = {}) =>
  new Response(body, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers },
  });

/**
 * The scenarios that answer in place of the service, and `content-type`, which changes a header of the service's
 * answer.
 */
export const replyScenarios = {
  '500': errorOf(500),
  '502': errorOf(502),
  '503': errorOf(503),
  '504': errorOf(504),
  status: scenarioWithSettings(
    z.object({
      code: z.int().min(400).max(599).default(500).describe('The status, 400 to 599.'),
      retryAfter: retryAfterSchema,
    }),
    {
      summary: 'An error with the status that is set',
      instead: ({ settings }) => errorReply(settings.code, settings.retryAfter),
    },
  ),
  html: {
    summary: 'A page in HTML, with status 200',
    instead: () => htmlReply(htmlPage('Welcome', 'This page is not what was asked for.'), 200),
  },
  'content-type': scenarioWithSettings(
    z.object({ type: headerTextSchema.default('text/html').describe('What it says that it is.') }),
    {
      summary: 'The answer as it is, with another Content-Type',
      after: (answer, { settings }) => {
        const headers = new Headers(answer.headers);
        headers.set('Content-Type', settings.type);
        return new Response(answer.body, { status: answer.status, headers });
      },
    },
  ),
  portal: scenarioWithSettings(
    z.object({ location: locationSchema('http://portal.invalid/login') }),
    {
      summary: 'A redirect to the page of a captive portal',
      instead: ({ settings }) =>
        htmlReply(htmlPage('Sign in', 'Sign in to use this network.'), 302, {
          Location: settings.location,
        }),
    },
  ),
  'redirect-loopback': scenarioWithSettings(
    z.object({ location: locationSchema('http://127.0.0.1:9/') }),
    {
      summary: 'A redirect to an address of this machine',
      instead: ({ settings }) =>
        htmlReply(htmlPage('Found', 'It is elsewhere.'), 302, { Location: settings.location }),
    },
  ),
} satisfies Readonly<Record<string, Scenario<unknown>>>;
