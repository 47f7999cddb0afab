import type { Result } from '#shared/failure.ts';
import type { DayPicture } from '#shared/picture/picture.ts';
import type { ServiceFeature } from '#platform/feature.ts';
import type { ServiceUrls } from '#shared/settings/settings.ts';
import { startPictureOfTheDay } from '#picture/picture-of-the-day.ts';
import type { ActivityOptions } from '#runtime/service-loop.ts';
import type { Suspension } from '#runtime/suspension.ts';
import { startWallpaper } from '#wallpaper/index.ts';

export type Activities = ReturnType<typeof startActivities>;

/** The options of one activity, without those that are common to all activities or connect two of them. */
type OptionsOf<Start extends (options: never) => unknown> = Omit<
  Parameters<Start>[0],
  keyof ActivityOptions | 'suspension' | 'fetchDay' | 'onPicture'
>;

/**
 * Starts the wallpaper and the picture of the day, and connects them and the other features with the suspension. Each
 * activity is added to `stack` as soon as the activity runs. If the start of a later activity throws, the caller can
 * stop the activities on the stack.
 *
 * @param others the features that run already
 */
export function startActivities(
  commonOptions: ActivityOptions,
  suspension: Suspension,
  options: {
    readonly wallpaper: OptionsOf<typeof startWallpaper>;
    readonly picture: OptionsOf<typeof startPictureOfTheDay>;
  },
  others: readonly Pick<ServiceFeature, 'service' | 'wake' | 'check' | 'pause' | 'useAddress'>[],
  stack: AsyncDisposableStack,
) {
  const wallpaper = startWallpaper({
    ...commonOptions,
    ...options.wallpaper,
    suspension,
    fetchDay,
  });
  stack.defer(() => wallpaper.dispose());
  const picture = startPictureOfTheDay({
    ...commonOptions,
    ...options.picture,
    onPicture: (signal) => wallpaper.refresh(signal),
  });
  stack.defer(() => picture.dispose());
  function wake(): void {
    picture.wake();
    for (const other of others) other.wake();
    wallpaper.wake();
  }
  function askAll(): void {
    if (!suspension.isClosed('picture')) picture.ask();
    checkAll();
  }
  function checkAll(): void {
    picture.check();
    for (const other of others) other.check();
  }
  function pause(suspended: boolean): void {
    for (const other of others) other.pause?.(suspended);
  }
  const stopListening = suspension.onChange(({ suspended, by }) => {
    pause(suspended);
    // When a suspension begins, or when a pause ends, the loops of the services run at once, so that each loop updates
    // the displayed time of its next round. After sleep, the loop of the picture runs after a random delay.
    if (suspended || by === 'user') checkAll();
    else wake();
  });
  pause(suspension.isPaused);
  stack.defer(() => {
    stopListening();
    wallpaper.abort();
  });

  return {
    wallpaper,
    picture,

    /**
     * Starts a check of each service. The check of a service begins when the service's minimum interval, and the wait
     * for which the service has asked, have passed.
     */
    checkAll,

    /**
     * Does the same as `checkAll`, and requests the picture even if today's picture is already stored. During a pause
     * or sleep, and while the screen is locked, the picture is not requested.
     */
    askAll,

    /**
     * Forgets the results of the services whose addresses have changed, and then does the same as `askAll`.
     * `addresses` are the new addresses.
     */
    useAddresses(addresses: Partial<ServiceUrls>) {
      if (addresses.picture !== undefined) picture.useAddress(addresses.picture);
      for (const { service, useAddress } of others) {
        const address = addresses[service];
        if (address !== undefined) useAddress?.(address);
      }
      askAll();
    },

    /** Runs the loops, that of the picture after a random delay. Called after sleep, and when the network is back. */
    wake,
  };

  // This is a function declaration, because the picture of the day and the wallpaper call each other.
  function fetchDay(date: string, signal?: AbortSignal): Promise<Result<DayPicture>> {
    return picture.day(date, signal);
  }
}
