/**
 * Whether a service has failed and not succeeded since. Times are milliseconds since the Unix epoch; a success wins
 * over a failure at the same time.
 */
export const isStanding = ({
  lastFailure,
  lastSuccessAt,
}: {
  readonly lastFailure: { readonly at: number } | null;
  readonly lastSuccessAt: number | null;
}): boolean => lastFailure !== null && (lastSuccessAt === null || lastFailure.at > lastSuccessAt);
