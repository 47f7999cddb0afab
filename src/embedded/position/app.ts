import { Hono } from 'hono';
import { problem, unexpected } from '../http/problem.ts';
import type { Orbit } from './orbit.ts';

export interface PositionDependencies {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly orbit: Orbit;
}

/**
 * The position service (specification 2.2, 4.2, 7). As with the public one, the timestamp is the
 * second rounded down and the latitude is geocentric. The answer stays for the whole second, and the
 * position is that of its middle: never more than half a second from the truth.
 */
export function createPositionApp({ now, orbit }: PositionDependencies): Hono {
  const app = new Hono();

  app.get('/iss-now.json', (c) => {
    const timestamp = Math.floor(now() / 1000);
    const { latitude, longitude } = orbit(timestamp * 1000 + 500);
    const iss_position = { latitude: fourDecimals(latitude), longitude: fourDecimals(longitude) };
    return c.json({ message: 'success', timestamp, iss_position });
  });

  app.notFound((c) =>
    problem(
      c,
      400,
      'Not found',
      `there is no ${c.req.method} ${c.req.path} here, only /iss-now.json`,
    ),
  );
  app.onError(unexpected);
  return app;
}

/** Never `-0.0000`. */
function fourDecimals(degrees: number): string {
  const text = degrees.toFixed(4);
  return text === '-0.0000' ? '0.0000' : text;
}
