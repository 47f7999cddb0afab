import type { AppState } from '#shared/state.ts';

/** Whether the last request to some service found no network, or no way to the service. */
export const isOffline = ({ activities }: AppState): boolean =>
  Object.values(activities).some(
    ({ lastFailure, lastSuccessAt }) =>
      lastFailure?.failure.kind === 'offline' && lastFailure.at > (lastSuccessAt ?? -Infinity),
  );

/** Whether there is an address now that was not there before: a network has come. */
export const hasNewAddress = (before: ReadonlySet<string>, now: ReadonlySet<string>): boolean =>
  [...now].some((address) => !before.has(address));
