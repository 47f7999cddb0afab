import type { Bridge } from '#shared/contract.ts';
import { concernsOneDay } from '#shared/picture/day-failures.ts';
import { settleCommand, type CommandFailure } from '#renderer/ui/command-failure.ts';

const isOfOneDay = (failure: CommandFailure): boolean =>
  failure.kind !== 'defect' && concernsOneDay(failure);

/**
 * Downloads missing days, such as those of a month, one after another. Main sets the pace: it waits before each day, and
 * refuses days once the remaining requests are needed for the daily check.
 */
export class DaysFetch {
  running = $state(false);
  /** The number of times that downloads were started. */
  started = $state(0);
  /** The number of days that are done, with or without a picture. */
  done = $state(0);
  /** The number of days whose picture arrived. */
  arrived = $state(0);
  /** The number of days to request. */
  total = $state(0);
  /** The failure that ended the fetch early. */
  failure = $state.raw<CommandFailure | null>(null);
  readonly #bridge: Bridge;
  #fetchNumber = 0;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  async start(dates: readonly string[]): Promise<void> {
    this.#fetchNumber += 1;
    const fetchNumber = this.#fetchNumber;
    this.running = true;
    this.started += 1;
    this.done = 0;
    this.arrived = 0;
    this.total = dates.length;
    this.failure = null;
    for (const date of dates) {
      const day = await settleCommand(() => this.#bridge.picture.day(date));
      if (fetchNumber !== this.#fetchNumber) return;
      // This request was aborted because the user opened a day.
      if (!day.ok && day.failure.kind === 'superseded') break;
      if (!day.ok && !isOfOneDay(day.failure)) {
        this.failure = day.failure;
        break;
      }
      this.done += 1;
      if (day.ok) this.arrived += 1;
    }
    this.running = false;
  }

  /** Ends the fetch after the day that is being requested. */
  stop(): void {
    this.#fetchNumber += 1;
    this.running = false;
  }
}
