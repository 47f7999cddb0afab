import type { FeatureContext, RunningFeature, ServiceFeature } from '#platform/feature.ts';
import type { ServiceUrls } from '#shared/settings/settings.ts';
import type { Suspension } from '#runtime/suspension.ts';

type Service = Omit<ServiceFeature, 'handlers' | 'probe'>;

/** Connects the features that talk to services, and those that wake with them, with the suspension. */
export function connectServices(
  services: readonly Service[],
  others: readonly Pick<RunningFeature, 'wake'>[],
  suspension: Pick<Suspension, 'isPaused' | 'isClosed' | 'onChange'>,
  onEnd: FeatureContext['onEnd'],
) {
  function wake(): void {
    for (const feature of [...services, ...others]) feature.wake?.();
  }
  function askAll(): void {
    for (const { service, ask } of services) if (!suspension.isClosed(service)) ask?.();
    checkAll();
  }
  function checkAll(): void {
    for (const { check } of services) check();
  }
  function pause(suspended: boolean): void {
    for (const service of services) service.pause?.(suspended);
  }
  onEnd(
    suspension.onChange(({ suspended, by }) => {
      pause(suspended);
      // When a suspension begins, or when a pause ends, the loops of the services run at once, so that each loop
      // updates the displayed time of its next round. After sleep, the loop of the picture runs after a random delay.
      if (suspended || by === 'user') checkAll();
      else wake();
    }),
  );
  pause(suspension.isPaused);

  return {
    /**
     * Checks each service as soon as possible: after the minimum interval since the last request to the service, and
     * after the wait that the service has asked for.
     */
    checkAll,

    /**
     * Like `checkAll`, and requests today's picture even if it is already stored. During a pause or sleep, and while the
     * screen is locked, the picture is not requested.
     */
    askAll,

    /**
     * Forgets the results of the services whose addresses have changed, and then calls `askAll`.
     *
     * @param addresses the new addresses; without the services whose addresses have not changed
     */
    useAddresses(addresses: Partial<ServiceUrls>) {
      for (const { service, useAddress } of services) {
        const address = addresses[service];
        if (address !== undefined) useAddress?.(address);
      }
      askAll();
    },

    /** Runs the loops, that of the picture after a random delay. Called after sleep, and when the network is back. */
    wake,
  };
}
