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
