/**
 * IANA name of the system's current time zone. V8 caches it and is not told of a change, so that after a flight local
 * times would be those of the old place. Any assignment to the variable `TZ` clears the cache (about 10 µs).
 */
export function systemTimeZone(): string {
  if (process.env['TZ'] === undefined) delete process.env['TZ'];
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
