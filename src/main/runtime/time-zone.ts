/**
 * IANA name of the zone that the system is in now. The engine reads it once and keeps it, and nobody tells this process
 * of a change: after a flight every local time would stay that of the old place until a restart. Any change of the
 * variable `TZ` makes it read again; to remove what is not there costs some ten microseconds.
 */
export function timeZoneHere(): string {
  if (process.env['TZ'] === undefined) delete process.env['TZ'];
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
