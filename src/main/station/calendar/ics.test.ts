import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { calendarText, type CalendarEvent } from './ics.ts';
import { runs } from '#test/support/runs.ts';

const event: CalendarEvent = {
  uid: '7a0c7b52-6c33-4b0c-9d0f-0d5d3a0f3c11',
  sequence: 3,
  modifiedAt: Date.UTC(2026, 10, 22, 12, 0, 7),
  isCancelled: false,
  start: Date.UTC(2026, 10, 24, 18, 42, 10) / 1000,
  end: Date.UTC(2026, 10, 24, 18, 46, 55) / 1000,
  summary: 'Space station, up to 62° high',
  description: 'From the west.\nMagnitude −3.1.',
  location: 'Zürich; Kreis 4, Straße „Müller“',
  latitude: 47.3769,
  longitude: -8.5417,
  alarmMinutes: 10,
};

/** The events as another parser reads them. */
function parsed(events: readonly CalendarEvent[], name = 'Space station') {
  const text = calendarText(name, events);
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const read = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  return { text, calendar, read };
}

function only(events: readonly CalendarEvent[]): ICAL.Event {
  const [first] = parsed(events).read;
  if (first === undefined) throw new Error('no event');
  return first;
}

describe('calendarText', () => {
  it('returns a text that another parser reads correctly', () => {
    const read = only([event]);
    expect(read.uid).toBe(event.uid);
    expect(read.sequence).toBe(3);
    expect(read.summary).toBe(event.summary);
    expect(read.description).toBe(event.description);
    expect(read.location).toBe(event.location);
    expect(read.startDate.toUnixTime()).toBe(event.start);
    expect(read.startDate.zone.tzid).toBe('UTC');
    expect(read.endDate.toUnixTime()).toBe(event.end);
    const { component } = read;
    expect(component.getFirstPropertyValue('geo')).toEqual([47.3769, -8.5417]);
    expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED');
    expect(component.getFirstPropertyValue('transp')).toBe('TRANSPARENT');
    for (const name of ['dtstamp', 'last-modified'])
      expect(String(component.getFirstPropertyValue(name))).toBe('2026-11-22T12:00:07Z');
    const alarm = component.getFirstSubcomponent('valarm');
    expect(alarm?.getFirstPropertyValue('action')).toBe('DISPLAY');
    expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('-PT10M');
  });

  it('asks for a new copy each hour, also in Outlook, and writes no −0', () => {
    const { text, calendar } = parsed([{ ...event, latitude: -0.000001, longitude: -0.000004 }]);
    expect(String(calendar.getFirstPropertyValue('x-published-ttl'))).toBe('PT1H');
    expect(text).toContain('\r\nGEO:0.00000;0.00000\r\n');
  });

  it.each([
    [0, 'PT0S'],
    [120, '-PT2H'],
  ])('adds an alarm that rings %i minutes before the event', (alarmMinutes, trigger) => {
    const alarm = only([{ ...event, alarmMinutes }]).component.getFirstSubcomponent('valarm');
    const value = alarm?.getFirstPropertyValue('trigger');
    expect(value).toBeInstanceOf(ICAL.Duration);
    expect((value as ICAL.Duration).toSeconds()).toBe(
      ICAL.Duration.fromString(trigger).toSeconds(),
    );
  });

  it('adds no alarm to a cancelled event, nor to an event without an alarm', () => {
    for (const one of [
      { ...event, alarmMinutes: null },
      { ...event, isCancelled: true },
    ])
      expect(only([one]).component.getFirstSubcomponent('valarm')).toBeNull();
    const cancelled = only([{ ...event, isCancelled: true }]);
    expect(cancelled.component.getFirstPropertyValue('status')).toBe('CANCELLED');
  });

  it('returns a valid calendar with its name if there are no events', () => {
    const { calendar, read } = parsed([], 'Überflüge');
    expect(read).toEqual([]);
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(calendar.getFirstPropertyValue('name')).toBe('Überflüge');
  });

  it('rounds times to the nearest second', () => {
    const read = only([{ ...event, start: event.start + 0.6, end: event.end + 0.4 }]);
    expect(read.startDate.toUnixTime()).toBe(event.start + 1);
    expect(read.endDate.toUnixTime()).toBe(event.end);
  });

  it('ends no event before its start', () => {
    const read = only([{ ...event, end: event.start }]);
    expect(read.endDate.toUnixTime()).toBe(event.start + 1);
  });

  const wide = fc.string({
    unit: fc.constantFrom('ß', '宇', '🛰', ' ', 'a', '\\', ',', ';', ':', '"', '\n', '\r', '\t'),
    minLength: 60,
    maxLength: 300,
  });
  const anyText = fc.oneof(wide, fc.string({ unit: 'binary', maxLength: 300 }));
  /** The expected text: line breaks are normalised, other control characters are removed. */
  const kept = (text: string): string =>
    text
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      // oxlint-disable-next-line no-control-regex -- the control characters themselves
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');

  it('preserves any text except for control characters', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (summary, description, location) => {
        const read = only([{ ...event, summary, description, location }]);
        expect([read.summary, read.description, read.location]).toEqual(
          [summary, description, location].map(kept),
        );
      }),
    );
  });

  it('has lines of at most 75 octets, broken between characters, each with CR and LF', () => {
    fc.assert(
      fc.property(wide, (description) => {
        const { text } = parsed([{ ...event, description }]);
        expect(text.endsWith('\r\n')).toBe(true);
        const lines = text.slice(0, -2).split('\r\n');
        for (const [k, line] of lines.entries()) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          // Each line that is continued has no room for the next character.
          const next = /^ (.)/u.exec(lines[k + 1] ?? '')?.[1];
          if (next !== undefined) expect(Buffer.byteLength(line + next)).toBeGreaterThan(75);
          // A split character would not survive the encoding to bytes.
          expect(Buffer.from(line).toString()).toBe(line);
          expect(line).not.toMatch(/[\r\n]/);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('does not let a text end its line and begin another property', () => {
    const summary = 'x\r\nSTATUS:CANCELLED\r\nEND:VEVENT';
    const read = only([{ ...event, summary }]);
    expect(read.component.getFirstPropertyValue('status')).toBe('CONFIRMED');
    expect(read.summary).toBe('x\nSTATUS:CANCELLED\nEND:VEVENT');
  });

  it.each([
    ['spring', '2027-03-28T00:30:00Z', '2027-03-28T01:30:00Z'],
    ['autumn', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
  ])('distinguishes times in the night of the clock change in %s', (_, from, to) => {
    const [start, end] = [Date.parse(from) / 1000, Date.parse(to) / 1000];
    const read = only([{ ...event, start, end }]);
    expect(read.endDate.toUnixTime() - read.startDate.toUnixTime()).toBe(3600);
    expect(read.startDate.toJSDate().toISOString()).toBe(new Date(from).toISOString());
  });
});
