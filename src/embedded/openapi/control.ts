import { requestsQuerySchema } from '../control/schemas.ts';
import { servicesByName } from '../scenarios/grammar.ts';
import {
  answer,
  header,
  type Operation,
  type Paths,
  pathParameter,
  problemAnswer,
  queryParameters,
  requestBody,
} from './parts.ts';

const clock = { now: '2026-11-30T23:00:00.000Z', rate: 3600 };
const outage = { name: '503', retryAfter: '5', requests: 3 };
const outageOn = { ...outage, probability: 1, seed: 1 };
const none = { on: [], available: [] };
const untouched = { requests: 0, resets: 0, statuses: {} };
const requests = {
  totals: {
    posts: untouched,
    position: { requests: 1, resets: 0, statuses: { 503: 1 } },
    picture: untouched,
  },
  entries: [
    {
      number: 1,
      at: clock.now,
      service: 'position',
      method: 'GET',
      target: '/iss-now.json',
      status: 503,
      scenarios: ['503'],
    },
  ],
};

const noToken = problemAnswer(
  'The token is missing or wrong.',
  'Unauthorized',
  'Authorization must be Bearer and the control token',
  { 'WWW-Authenticate': header('What is wanted.', { type: 'string' }) },
);
const tooLarge = problemAnswer(
  'The body is over 64 KiB.',
  'Payload Too Large',
  'the body is over 65536 bytes',
);
const wrong = (detail: string) => problemAnswer('What was sent is wrong.', 'Bad Request', detail);

/** An operation that wants the token. */
const guarded = ({ responses, ...rest }: Operation): Operation => ({
  ...rest,
  security: [{ controlToken: [] }],
  responses: { ...responses, 401: noToken },
});

/** The control listener. */
export const controlPaths = (): Paths => ({
  '/clock': {
    get: guarded({
      operationId: 'readClock',
      summary: 'What time it is for the services',
      responses: { 200: answer('Time and rate.', 'Clock', { clock }) },
    }),
    put: guarded({
      operationId: 'setClock',
      summary: 'Set the time, the rate or both',
      requestBody: requestBody('ClockChange', { both: clock, still: { rate: 0 } }),
      responses: {
        200: answer('Time and rate from now on.', 'Clock', { clock }),
        400: wrong('rate: must not be negative'),
        413: tooLarge,
      },
    }),
  },
  '/scenarios': {
    get: guarded({
      operationId: 'readScenarios',
      summary: 'What is on, and what there is',
      responses: {
        200: answer('For each service.', 'Scenarios', {
          outage: { posts: none, position: { ...none, on: [outageOn] }, picture: none },
        }),
      },
    }),
    delete: guarded({
      operationId: 'clearScenarios',
      summary: 'Take all scenarios off',
      responses: { 204: { description: 'All are off.' } },
    }),
  },
  '/scenarios/{service}': {
    put: guarded({
      operationId: 'putScenarios',
      summary: 'Put scenarios on, in place of what was on',
      parameters: [
        pathParameter('service', 'Which service.', {
          type: 'string',
          enum: Object.keys(servicesByName),
        }),
      ],
      requestBody: requestBody('ScenarioChoices', { one: outage, list: [outage], none: [] }),
      responses: {
        200: answer('What is on now.', 'ScenariosOn', { outage: { on: [outageOn] } }),
        400: wrong(
          '503: there is no setting retries: there are requests, probability, seed, path, retryAfter',
        ),
        404: problemAnswer(
          'There is no such service.',
          'Not Found',
          'there is no service tea: there are posts, position, iss, picture, apod',
        ),
        413: tooLarge,
      },
    }),
  },
  '/requests': {
    get: guarded({
      operationId: 'readRequests',
      summary: 'What the services were asked so far',
      parameters: queryParameters(requestsQuerySchema),
      responses: {
        200: answer('Totals, and the last 1,000 requests.', 'Requests', { requests }),
        400: wrong('after: must be a number'),
      },
    }),
    delete: guarded({
      operationId: 'clearRequests',
      summary: 'Forget them',
      responses: { 204: { description: 'They are forgotten.' } },
    }),
  },
  '/openapi.json': {
    get: {
      operationId: 'readOpenApi',
      summary: 'This document',
      responses: {
        200: answer('OpenAPI 3.1.', 'OpenApi', { document: { openapi: '3.1.0' } }),
      },
    },
  },
});
