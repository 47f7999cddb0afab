/**
 * The time at which every file of browser tests starts: a Saturday evening on which the next pass of `knownStation` over
 * Berlin can be seen. The clock runs on from there, so that no test depends on the hour at which it runs.
 */
const start = Date.UTC(2026, 10, 21, 15, 40);

// The test files of a worker share a page, in which an earlier file has replaced the clock.
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
