import { roundTo } from '#shared/round.ts';

/** An event as a calendar shows it. Times are Unix seconds. */
export interface CalendarEvent {
  readonly uid: string;
  /** Grows with each change, so that a second import updates the first. */
  readonly sequence: number;
  /** Time of the last change, milliseconds since the Unix epoch. */
  readonly modifiedAt: number;
  readonly isCancelled: boolean;
  readonly start: number;
  readonly end: number;
  readonly summary: string;
  readonly description: string;
  readonly location: string;
  /** The place of the event, in degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Minutes before the start; null: no alarm. */
  readonly alarmMinutes: number | null;
}

/**
 * The text of a calendar file (RFC 5545; the sections in the comments are those of that document). The file has no
 * METHOD: it is a calendar and not a message, so that DTSTAMP is the time of the last change (section 3.8.7.2) and the
 * same forecast gives the same bytes.
 *
 * @param name the name that calendar apps show (RFC 7986, section 5.1)
 */
export function calendarText(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Overhead//Overhead//EN',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    // Outlook does not read REFRESH-INTERVAL.
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function eventLines(event: CalendarEvent): string[] {
  const { uid, sequence, modifiedAt, isCancelled, start, end, latitude, longitude } = event;
  const stamp = utcTime(modifiedAt / 1000);
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    `SEQUENCE:${sequence}`,
    `DTSTART:${utcTime(start)}`,
    // DTEND must be later than DTSTART (section 3.8.2.2).
    `DTEND:${utcTime(Math.max(end, start + 1))}`,
    `SUMMARY:${escapeText(event.summary)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    `LOCATION:${escapeText(event.location)}`,
    `GEO:${roundTo(latitude, 5).toFixed(5)};${roundTo(longitude, 5).toFixed(5)}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    // The event does not mark the user as busy.
    'TRANSP:TRANSPARENT',
    ...(event.alarmMinutes === null || isCancelled ? [] : alarmLines(event, event.alarmMinutes)),
    'END:VEVENT',
  ];
}

const alarmLines = ({ summary }: CalendarEvent, minutes: number): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escapeText(summary)}`,
  `TRIGGER:${minutes === 0 ? 'PT0S' : `-PT${minutes}M`}`,
  'END:VALARM',
];

/** The time `t` (Unix seconds) in UTC, as `20261122T184210Z`. */
const utcTime = (t: number): string =>
  `${new Date(Math.round(t) * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** A value of type TEXT (section 3.3.11), which may contain no control characters but line breaks and tabs. */
const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    // oxlint-disable-next-line no-control-regex -- these characters are removed
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

/** Largest number of octets of a line without its line break (section 3.1). */
const lineOctets = 75;
const encoder = new TextEncoder();

/** Breaks a line between characters into lines of at most 75 octets; all but the first begin with a space. */
function foldLine(line: string): string {
  let result = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > lineOctets) {
      result += '\r\n ';
      octets = 1;
    }
    result += character;
    octets += size;
  }
  return result;
}
