import { afterAll } from 'vitest';

/**
 * The time of the page’s clock when a file of browser tests starts, so that no test depends on the hour at which it runs.
 * It is a Saturday evening; the next pass of `knownStation` over Berlin can be seen.
 */
const start = Date.UTC(2026, 10, 21, 15, 40);

const SystemDate = Date;
const shiftMs = start - SystemDate.now();

globalThis.Date = class extends SystemDate {
  constructor(...parts: [] | ConstructorParameters<DateConstructor>) {
    if (parts.length === 0) super(SystemDate.now() + shiftMs);
    else super(...parts);
  }

  static override now(): number {
    return SystemDate.now() + shiftMs;
  }
} as DateConstructor;

// Several test files run in one page. Vitest imports this file and the other setup files again for each
// of them, by an address with `Date.now()`: at a repeated time, the browser would not run the setup files again.
afterAll(() => void (globalThis.Date = SystemDate));
