import type { Bridge } from '#shared/contract.ts';
import type { Evening } from '#shared/station/sky/evening.ts';
import type { Station } from '#shared/station/station.ts';
import { settleCommand } from '#renderer/ui/command-failure.ts';
import { everyMinute } from '#renderer/ui/ticker.ts';

/** How often the evening is read again while it is shown, in milliseconds. */
const eveningRenewalMs = 10 * 60_000;

/**
 * Reads the evening over the user's place from main, and keeps it up to date as a reactive value. The value is null
 * until it has been read, and while the app has no place. Call this function while a component is created. It sends
 * requests only while the page is on screen.
 */
export function followEvening(
  bridge: Bridge,
  station: () => Station,
): { readonly current: Evening | null } {
  let currentEvening = $state.raw<Evening | null>(null);
  /** The evening is read again when this changes. */
  const key = $derived.by(() => {
    const { observer } = station();
    const place = observer === null ? null : [observer.latitude, observer.longitude];
    return JSON.stringify([place, Math.floor(everyMinute.now / eveningRenewalMs)]);
  });
  $effect(() => {
    const requestedKey = key;
    void settleCommand(() => bridge.station.evening()).then((answer) => {
      // After a defect in main, keep the previous value.
      if (requestedKey === key && answer.ok) currentEvening = answer.value;
    });
  });
  return {
    get current() {
      return currentEvening;
    },
  };
}
