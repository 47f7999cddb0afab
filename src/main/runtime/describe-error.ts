/** What was thrown, with everything that caused it, for the log. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const words = error.stack ?? error.message;
  return error.cause === undefined ? words : `${words}\ncaused by ${describeError(error.cause)}`;
}
