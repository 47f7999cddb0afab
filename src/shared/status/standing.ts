import type { Activity } from '#shared/state.ts';

/**
 * Whether a service has failed and not succeeded since. Times are milliseconds since the Unix epoch; of a success and a
 * failure at the same time, only the success counts.
 */
export const isStanding = ({
  lastFailure,
  lastSuccessAt,
}: {
  readonly lastFailure: { readonly at: number } | null;
  readonly lastSuccessAt: number | null;
}): boolean => lastFailure !== null && (lastSuccessAt === null || lastFailure.at > lastSuccessAt);

/** The time before which the service accepts no request, Unix milliseconds; null if it accepts requests now. */
export const holdEndOf = ({ next }: Pick<Activity, 'next'>, now: number): number | null =>
  next.held === true && next.at !== null && next.at > now ? next.at : null;
