/**
 * Whether a service failed and nothing of it has worked since. Times are milliseconds since the Unix epoch; of a
 * success and a failure at the same time the success holds.
 */
export const isStanding = ({
  lastFailure,
  lastSuccessAt,
}: {
  readonly lastFailure: { readonly at: number } | null;
  readonly lastSuccessAt: number | null;
}): boolean => lastFailure !== null && (lastSuccessAt === null || lastFailure.at > lastSuccessAt);
