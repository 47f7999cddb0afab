import { type Context, Hono } from 'hono';
import { problemAnswer, answerDefect } from '../http/problem.ts';
import { type ServiceEnv, worldOf } from '../scenarios/definition.ts';
import { positionAnswerOf } from './answer.ts';
import type { Orbit } from './orbit.ts';
import { defaultPositionWorld, type PositionWorld } from './position-scenarios.ts';

interface PositionDependencies {
  /** Returns the present time, in milliseconds since the epoch. */
  readonly now: () => number;
  readonly orbit: Orbit;
}

const htmlHeaders = { 'Content-Type': 'text/html' };
const outagePage =
  '<html>\r\n<head><title>504 Gateway Time-out</title></head>\r\n' +
  '<body><center><h1>504 Gateway Time-out</h1></center></body>\r\n</html>\r\n';

/**
 * The position service (specification 2.2, 4.2, 7). As in the public service, the timestamp is the second rounded down
 * and the latitude is geocentric.
 */
export function createPositionApp({
  now,
  orbit,
}: PositionDependencies): Hono<ServiceEnv<PositionWorld>> {
  const app = new Hono<ServiceEnv<PositionWorld>>();

  app.get('/iss-now.json', (c: Context<ServiceEnv<PositionWorld>>) => {
    const world = worldOf(c.env, defaultPositionWorld);
    if (world.outage) return c.body(outagePage, 504, htmlHeaders);
    // All answers within one second have the position at the middle of that second.
    const time = Math.floor((world.time ?? now()) / 1000) * 1000 + 500;
    return c.json(positionAnswerOf(orbit, time, world));
  });

  app.notFound((c) =>
    problemAnswer(
      c,
      400,
      'Not found',
      `there is no ${c.req.method} ${c.req.path} here, only /iss-now.json`,
    ),
  );
  app.onError(answerDefect);
  return app;
}
