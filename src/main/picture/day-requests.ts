import { fail, type Result } from '#shared/failure.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import type { Clock } from '#runtime/clock.ts';

/** A day is fetched after its page has stayed on it for this long, in milliseconds. */
export const debounceMs = 350;

interface DayRequestPorts {
  readonly clock: Clock;
  /** Whether the day is on the disk; such a day is answered at once. */
  readonly isKept: (date: string) => boolean;
  /** The picture of any day, from the disk or else from the services. */
  readonly day: (date: string, signal: AbortSignal) => Promise<Result<DayPicture>>;
}

const superseded = fail({ kind: 'superseded' });

/**
 * Answers the days that pages open, as a person flips through them: a day that is not on the disk is fetched only when
 * its page has stayed on it for `debounceMs`. A newer request of the same page aborts the older one, which fails with
 * `superseded`.
 */
export function createDayRequests(
  ports: DayRequestPorts,
): (date: string, page: number) => Promise<Result<DayPicture>> {
  const { clock, isKept, day } = ports;
  const latest = new Map<number, AbortController>();

  return async (date, page) => {
    const own = new AbortController();
    latest.get(page)?.abort();
    latest.set(page, own);
    try {
      if (!isKept(date) && !(await clock.sleep(debounceMs, own.signal))) return superseded;
      const found = await day(date, own.signal);
      // The fetch fails with `cancelled` when it is aborted; it may also end just before.
      return own.signal.aborted ? superseded : found;
    } finally {
      if (latest.get(page) === own) latest.delete(page);
    }
  };
}
