/**
 * The IANA name of the system's current time zone. V8 caches the time zone and does not detect a change, for example
 * after a flight. Any change of the environment variable `TZ` clears the cache. This takes about 10 µs. On Windows, V8
 * then reads the time zone of ICU, which Chromium keeps up to date once a page, such as the composing page, was open.
 */
export function systemTimeZone(): string {
  if (process.env['TZ'] === undefined) delete process.env['TZ'];
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
