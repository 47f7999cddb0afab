import { backoffMs } from './backoff.ts';
import type { Clock } from './clock.ts';

/**
 * The rule for defects: each loop and each listener owns what it throws. It is logged with its cause, and the loop goes
 * on, or the part is started again with back-off. The whole app is composed again only for what nobody owns.
 */
export type OnDefect = (error: unknown) => void;

/** Wraps a listener that the system, a timer or another part calls, so that what it throws goes to `onDefect`. */
export const guarded =
  <Args extends readonly unknown[]>(
    onDefect: OnDefect,
    listener: (...args: Args) => void,
  ): ((...args: Args) => void) =>
  (...args) => {
    try {
      listener(...args);
    } catch (error) {
      onDefect(error);
    }
  };

const waits = { baseMs: 5_000, capMs: 15 * 60_000 };

/** Runs a part until it ends by itself or `signal` is aborted; after a defect, starts it again with back-off. Never rejects. */
export async function keepRunning(
  part: () => Promise<void>,
  {
    clock,
    signal,
    onDefect,
  }: {
    readonly clock: Pick<Clock, 'sleep'>;
    readonly signal: AbortSignal;
    readonly onDefect: OnDefect;
  },
): Promise<void> {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      await part();
      return;
    } catch (error) {
      onDefect(error);
    }
    await clock.sleep(backoffMs(attempt, waits, 1), signal);
  }
}
