import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { clockChangeSchema, type ServiceClock } from './clock.ts';
import { notFoundAnswer, problemAnswer, answerDefect } from './http/problem.ts';
import type { RequestLog, ServiceName } from './request-log.ts';
import type { ScenarioBoard } from './scenarios/board.ts';
import { choiceFaults, servicesByName } from './scenarios/choice.ts';

interface ControlDependencies {
  /** The token that a client must send as `Authorization: Bearer TOKEN`. */
  readonly token: string;
  readonly clock: ServiceClock;
  readonly boards: Readonly<Record<ServiceName, ScenarioBoard>>;
  readonly log: RequestLog;
}

const maxBodyBytes = 64 * 1024;

/** The query of `GET /requests`: only requests of this service, and only requests with a higher number. */
const requestsQuerySchema = z.strictObject({
  service: z
    .enum(Object.keys(servicesByName), { error: 'must be the name of a service' })
    .transform((name) => servicesByName[name])
    .optional(),
  after: z
    .string()
    .regex(/^\d{1,15}$/, { error: 'must be a number' })
    .transform(Number)
    .optional(),
});

/** Creates the app of the control listener: the services' clock, their scenarios and their requests. */
export function createControlApp(dependencies: ControlDependencies): Hono {
  const { token, clock, boards, log } = dependencies;
  const isAllowed = createTokenCheck(token);
  const app = new Hono();

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

  app.get('/clock', (c: Context) => c.json(clock.read()));
  app.put('/clock', async (c: Context) => {
    const change = await readJson(c, clockChangeSchema);
    if (!change.ok) return problemAnswer(c, 400, 'Bad Request', change.message);
    clock.set(change.value);
    return c.json(clock.read());
  });

  app.get('/scenarios', (c: Context) => {
    const boardStates = Object.entries(boards).map(([name, board]) => [
      name,
      { on: board.on(), available: board.there() },
    ]);
    return c.json(Object.fromEntries(boardStates));
  });
  app.delete('/scenarios', (c: Context) => {
    for (const board of Object.values(boards)) board.put([]);
    return c.body(null, 204);
  });
  app.put('/scenarios/:service', async (c: Context) => {
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
  });

  app.get('/requests', (c: Context) => {
    const query = requestsQuerySchema.safeParse(c.req.query());
    if (!query.success)
      return problemAnswer(c, 400, 'Bad Request', choiceFaults(query.error, 'the query'));
    return c.json(log.read(query.data));
  });
  app.delete('/requests', (c: Context) => {
    log.clear();
    return c.body(null, 204);
  });

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
