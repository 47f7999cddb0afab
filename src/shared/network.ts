import type { Failure } from './failure.ts';
import type { AppState } from './state.ts';

/** Whether a failure can mean that there is no network. A single unknown host fails in the same way. */
export const isNoNetwork = (failure: Failure): boolean =>
  failure.kind === 'offline' && (failure.reason === 'dns' || failure.reason === 'unreachable');

/**
 * Since when there is no network, milliseconds since the Unix epoch; null if there is one, judging by the requests. A
 * single failed lookup may be the fault of that name: two services must fail, or one must be unreachable. Any later
 * success shows that there is a network.
 */
export function networkDownSince({ activities }: Pick<AppState, 'activities'>): number | null {
  const allActivities = Object.values(activities);
  const lastSuccess = Math.max(
    ...allActivities.map(({ lastSuccessAt }) => lastSuccessAt ?? -Infinity),
  );
  const failures = allActivities.flatMap(({ lastFailure }) =>
    lastFailure !== null && lastFailure.at > lastSuccess && isNoNetwork(lastFailure.failure)
      ? [lastFailure]
      : [],
  );
  const isSure = failures.some(
    ({ failure }) => failure.kind === 'offline' && failure.reason === 'unreachable',
  );
  if (failures.length < 2 && !isSure) return null;
  return Math.min(...failures.map(({ at, firstAt }) => (firstAt > lastSuccess ? firstAt : at)));
}
