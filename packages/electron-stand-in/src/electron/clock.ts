/**
 * The variable that sets how far the clock of the application, its utility processes and its pages is ahead of the
 * system's clock, in milliseconds.
 */
export const clockVariable = 'STAND_IN_CLOCK_AHEAD';

/**
 * Moves `Date` of this process or page. Does not change timers and `performance`. This function is also sent to pages
 * as source text, so it may not use variables from outside.
 */
export function setClockAhead(ms: number): void {
  if (ms === 0) return;
  const RealDate = Date;
  const now = (): number => RealDate.now() + ms;
  class MovedDate extends RealDate {
    constructor(...args: ConstructorParameters<DateConstructor> | []) {
      if (args.length === 0) super(now());
      else super(...args);
    }
    static override now = now;
  }
  globalThis.Date = MovedDate as DateConstructor;
}

export const clockAhead = (): number => Number(process.env[clockVariable] ?? 0);
