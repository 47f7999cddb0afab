import type { Failure } from './failure.ts';
import type { AppState } from './state.ts';

/** Whether a failure looks as if there were no network. A single host that cannot be found does, too. */
export const isNoNetwork = (failure: Failure): boolean =>
  failure.kind === 'offline' && (failure.reason === 'dns' || failure.reason === 'unreachable');

/**
 * Since when there is no network, milliseconds since the Unix epoch; null when there is one, as far as the requests
 * tell. One name that cannot be looked up may be the fault of that name: it takes two services, or an address that
 * cannot be reached. Any success since then proves it wrong.
 */
export function networkDownSince({ activities }: Pick<AppState, 'activities'>): number | null {
  const all = Object.values(activities);
  const lastSuccess = Math.max(...all.map(({ lastSuccessAt }) => lastSuccessAt ?? -Infinity));
  const failures = all.flatMap(({ lastFailure }) =>
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
