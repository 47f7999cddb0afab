/**
 * The time of the page’s clock when a file of browser tests starts, so that no test depends on the hour at which it runs.
 * It is a Saturday evening; the next pass of `knownStation` over Berlin can be seen.
 */
const start = Date.UTC(2026, 10, 21, 15, 40);

// In `npm test`, several test files run in one page: an earlier file has already replaced `Date` there.
const page = globalThis as { systemDate?: DateConstructor };
const SystemDate = (page.systemDate ??= Date);
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
