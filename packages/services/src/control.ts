import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { clockChangeSchema, clockReadingSchema, type ServiceClock } from './clock.ts';
import { notFoundAnswer, problemAnswer, problemSchema, answerDefect } from './http/problem.ts';
import { withDescription, type RouteDescription } from './openapi.ts';
import { openApiPage } from './openapi-page.ts';
import { type RequestLog, requestsSchema, type ServiceName, serviceNames } from './request-log.ts';
import type { ScenarioBoard } from './scenarios/board.ts';
import { choiceSchema, choicesSchema, choiceFaults, servicesByName } from './scenarios/choice.ts';

interface ControlDependencies {
  /** The token that a client must send as `Authorization: Bearer TOKEN`. */
  readonly token: string;
  readonly clock: ServiceClock;
  readonly boards: Readonly<Record<ServiceName, ScenarioBoard>>;
  readonly log: RequestLog;
  /** The OpenAPI description of all the services. */
  readonly openApi: () => object;
}

const maxBodyBytes = 64 * 1024;

/** The query of `GET /requests`. */
const requestsQuerySchema = z.strictObject({
  service: z
    .enum(Object.keys(servicesByName), { error: 'must be the name of a service' })
    .transform((name) => servicesByName[name])
    .optional()
    .describe('Only requests of this service.'),
  after: z
    .string()
    .regex(/^\d{1,15}$/, { error: 'must be a number' })
    .transform(Number)
    .optional()
    .describe('Only requests with a higher number.'),
});

const onSchema = z
  .array(choiceSchema)
  .describe('The scenarios that are on, as they were put on; `requests` is what is left of them.');

/** The answer of `PUT /scenarios/{service}`. */
const scenariosOnSchema = z.object({ on: onSchema });

/** The answer of `GET /scenarios`. */
export const scenariosSchema = z.record(
  z.enum(serviceNames),
  z.object({
    on: onSchema,
    available: z.array(
      z.object({
        name: z.string(),
        summary: z.string(),
        settings: z.looseObject({}).describe('JSON Schema of its own settings.'),
      }),
    ),
  }),
);

const securityScheme = 'controlToken';
const openApiDescription: RouteDescription = {
  operationId: 'readOpenApi',
  summary: 'This document',
  answers: { 200: z.looseObject({ openapi: z.string() }) },
};
const docsDescription: RouteDescription = {
  operationId: 'readDocs',
  summary: 'This document as a page to read',
  answers: { 200: 'text/html' },
};
const readClockDescription: RouteDescription = {
  operationId: 'readClock',
  summary: "Time and rate of the services' clock",
  answers: { 200: clockReadingSchema },
  security: securityScheme,
};
const setClockDescription: RouteDescription = {
  operationId: 'setClock',
  summary: 'Set the time, the rate or both',
  body: clockChangeSchema,
  answers: { 200: clockReadingSchema, 400: problemSchema, 413: problemSchema },
  security: securityScheme,
};
const readScenariosDescription: RouteDescription = {
  operationId: 'readScenarios',
  summary: 'The scenarios that are on, and those that exist',
  answers: { 200: scenariosSchema },
  security: securityScheme,
};
const clearScenariosDescription: RouteDescription = {
  operationId: 'clearScenarios',
  summary: 'Turn all scenarios off',
  answers: { 204: '' },
  security: securityScheme,
};
const putScenariosDescription: RouteDescription = {
  operationId: 'putScenarios',
  summary: 'Turn scenarios on, in place of those that were on',
  params: { service: z.enum(Object.keys(servicesByName)) },
  body: choicesSchema,
  answers: {
    200: scenariosOnSchema,
    400: problemSchema,
    404: problemSchema,
    413: problemSchema,
  },
  security: securityScheme,
};
const readRequestsDescription: RouteDescription = {
  operationId: 'readRequests',
  summary: 'Totals, and the last 1,000 requests',
  query: requestsQuerySchema,
  answers: { 200: requestsSchema, 400: problemSchema },
  security: securityScheme,
};
const clearRequestsDescription: RouteDescription = {
  operationId: 'clearRequests',
  summary: 'Clear totals and requests',
  answers: { 204: '' },
  security: securityScheme,
};

/** Creates the app of the control listener: the services' clock, their scenarios and their requests. */
export function createControlApp(dependencies: ControlDependencies): Hono {
  const { token, clock, boards, log, openApi } = dependencies;
  const isAllowed = createTokenCheck(token);
  const app = new Hono();

  app.get(
    '/openapi.json',
    withDescription(openApiDescription, (c: Context) => c.json(openApi())),
  );
  app.get(
    '/docs',
    withDescription(docsDescription, (c: Context) => {
      c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
      return c.html(openApiPage(openApi()));
    }),
  );

  app.use(async (c, next) => {
    if (isAllowed(c.req.header('Authorization'))) return next();
    c.header('WWW-Authenticate', 'Bearer realm="Overhead services"');
    return problemAnswer(
      c,
      401,
      'Unauthorized',
      'Authorization must be Bearer and the control token',
    );
  });
  app.use(bodyLimit({ maxSize: maxBodyBytes, onError: tooLargeAnswer }));

  app.get(
    '/clock',
    withDescription(readClockDescription, (c: Context) => c.json(clock.read())),
  );
  app.put(
    '/clock',
    withDescription(setClockDescription, async (c: Context) => {
      const change = await readJson(c, clockChangeSchema);
      if (!change.ok) return problemAnswer(c, 400, 'Bad Request', change.message);
      clock.set(change.value);
      return c.json(clock.read());
    }),
  );

  app.get(
    '/scenarios',
    withDescription(readScenariosDescription, (c: Context) => {
      const boardStates = Object.entries(boards).map(([name, board]) => [
        name,
        { on: board.on(), available: board.there() },
      ]);
      return c.json(Object.fromEntries(boardStates));
    }),
  );
  app.delete(
    '/scenarios',
    withDescription(clearScenariosDescription, (c: Context) => {
      for (const board of Object.values(boards)) board.put([]);
      return c.body(null, 204);
    }),
  );
  app.put(
    '/scenarios/:service',
    withDescription(putScenariosDescription, async (c: Context) => {
      const name = c.req.param('service') ?? '';
      const service = Object.hasOwn(servicesByName, name) ? servicesByName[name] : undefined;
      if (service === undefined) {
        const services = Object.keys(servicesByName).join(', ');
        return problemAnswer(
          c,
          404,
          'Not Found',
          `there is no service ${name}: there are ${services}`,
        );
      }
      const body = await parseJson(c);
      if (!body.ok) return problemAnswer(c, 400, 'Bad Request', body.message);
      const putResult = boards[service].put(body.value);
      return putResult.ok
        ? c.json({ on: putResult.value })
        : problemAnswer(c, 400, 'Bad Request', putResult.message);
    }),
  );

  app.get(
    '/requests',
    withDescription(readRequestsDescription, (c: Context) => {
      const query = requestsQuerySchema.safeParse(c.req.query());
      if (!query.success)
        return problemAnswer(c, 400, 'Bad Request', choiceFaults(query.error, 'the query'));
      return c.json(log.read(query.data));
    }),
  );
  app.delete(
    '/requests',
    withDescription(clearRequestsDescription, (c: Context) => {
      log.clear();
      return c.body(null, 204);
    }),
  );

  app.notFound(notFoundAnswer);
  app.onError(answerDefect);
  return app;
}

const tooLargeAnswer = (c: Context): Response => {
  // The connection cannot carry another request, because the rest of the body still arrives on this connection.
  c.header('Connection', 'close');
  return problemAnswer(c, 413, 'Payload Too Large', `the body is over ${maxBodyBytes} bytes`);
};

type BodyResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

async function parseJson(c: Context): Promise<BodyResult<unknown>> {
  try {
    return { ok: true, value: await c.req.json() };
  } catch {
    return { ok: false, message: 'the body is not JSON' };
  }
}

async function readJson<T>(c: Context, schema: z.ZodType<T>): Promise<BodyResult<T>> {
  const json = await parseJson(c);
  if (!json.ok) return json;
  const parseResult = schema.safeParse(json.value);
  return parseResult.success
    ? { ok: true, value: parseResult.data }
    : { ok: false, message: choiceFaults(parseResult.error, 'the body') };
}

/** Returns a new token of 32 random hexadecimal digits. */
export const newToken = (): string => randomBytes(16).toString('hex');

const sha256Of = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Checks the token of an `Authorization` header in constant time. */
function createTokenCheck(token: string): (header: string | undefined) => boolean {
  const expectedHash = sha256Of(token);
  return (header) => {
    const givenToken = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
    return givenToken !== undefined && timingSafeEqual(sha256Of(givenToken), expectedHash);
  };
}
