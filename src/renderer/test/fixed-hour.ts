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

// Several test files share a page. Before each of them, Vitest imports all setup files by addresses that contain
// `Date.now()`. With the fixed hour, that time could repeat, and the browser does not run a module of the same address
// twice.
afterAll(() => void (globalThis.Date = SystemDate));
