import { z } from 'zod';

const earliestTime = Date.UTC(1970, 0);
const latestTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A time with its zone, parsed to milliseconds since the epoch. */
export const instantSchema = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-12-01T05:00:00Z' })
  .transform((text) => Date.parse(text))
  .refine((time) => time >= earliestTime && time <= latestTime, {
    error: 'must be a time of the years 1970 to 9999',
  });

export const rateSchema = z
  .number({ error: 'must be a number' })
  .min(0, { error: 'must not be negative' })
  .max(1e9, { error: 'must be at most 1e9' });

/** The body of `PUT /clock`. */
export const clockChangeSchema = z.strictObject({
  /** Default: the time does not change. */
  now: instantSchema.optional(),
  /** Seconds that pass in a second; 0 stands still. Default: the rate does not change. */
  rate: rateSchema.optional(),
});
export type ClockChange = z.output<typeof clockChangeSchema>;

/** The answer of `GET /clock` and `PUT /clock`. */
interface ClockReading {
  /** ISO 8601, in UTC. */
  readonly now: string;
  readonly rate: number;
}

export interface ServiceClock {
  /** Returns the present time of the services, in milliseconds since the epoch. */
  readonly now: () => number;
  readonly set: (change: ClockChange) => void;
  readonly read: () => ClockReading;
}

/** The sources of time: milliseconds since the epoch, and milliseconds of a monotonic clock. */
interface TimeSource {
  readonly wall: () => number;
  readonly monotonic: () => number;
}

const systemTime: TimeSource = { wall: Date.now, monotonic: () => performance.now() };

/**
 * The clock of all three services. It follows the system's clock until it is set. After that, corrections of the
 * system's clock do not change it.
 */
export function createClock(
  change: ClockChange = {},
  source: TimeSource = systemTime,
): ServiceClock {
  let currentTime = source.wall;
  let rate = 1;

  const set = (next: ClockChange): void => {
    if (next.now === undefined && next.rate === undefined) return;
    const startTime = next.now ?? currentTime();
    const start = source.monotonic();
    rate = next.rate ?? rate;
    const speed = rate;
    currentTime = () => Math.min(startTime + (source.monotonic() - start) * speed, latestTime);
  };

  set(change);
  return {
    now: () => currentTime(),
    set,
    read: () => ({ now: new Date(currentTime()).toISOString(), rate }),
  };
}
