import type { Failure } from '#shared/failure.ts';

const kindsOfOneDay: ReadonlySet<Failure['kind']> = new Set([
  'not-found',
  'no-picture',
  'not-an-image',
  'placeholder',
  'too-large',
  'malformed',
  'truncated',
  'damaged',
  'address-refused',
]);

/** Whether a failure to get the picture of a day concerns this day alone: other days may have a picture. */
export const concernsOneDay = ({ kind }: Pick<Failure, 'kind'>): boolean => kindsOfOneDay.has(kind);

/** Whether an error of the server may concern one day alone, if it is the first in a row. */
export const mayConcernOneDay = (failure: Failure): boolean =>
  failure.kind === 'timeout' || (failure.kind === 'unavailable' && failure.retryAt === null);
